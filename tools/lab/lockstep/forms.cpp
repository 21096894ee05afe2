// SPDX-License-Identifier: MIT
// The formulas, as derived in the project's inventory of the articles (fast and slow machine
// exchanging inputs).
#include <tandem/tools/lab/lockstep/tables.hpp>

#include <algorithm>

namespace tandem::tools::lab {
namespace {

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
    return a <= 0 ? 0 : (a + b - 1) / b;
}

}  // namespace

std::int64_t answer_ms(const SlowPeer& peer) {
    return peer.frame_ms * std::max<std::int64_t>(1, ceil_div(2 * peer.way_ms, peer.frame_ms));
}

double speed_form(const SlowPeer& peer, std::int64_t ahead) {
    const auto ticks_ms = static_cast<double>(2 * ahead * peer.tick_ms);
    return std::min(1.0, ticks_ms / static_cast<double>(answer_ms(peer)));
}

std::int64_t gap_form_ms(const SlowPeer& peer, std::int64_t delay_ticks) {
    const std::int64_t frame_ms = peer.frame_ms + peer.way_ms - delay_ticks * peer.tick_ms;
    const bool full_speed = 2 * delay_ticks * peer.tick_ms >= answer_ms(peer);
    return std::max(full_speed ? peer.tick_ms : answer_ms(peer), frame_ms);
}

std::int64_t least_delay_form(const SlowPeer& peer) {
    return ceil_div(peer.frame_ms - peer.tick_ms + peer.way_ms, peer.tick_ms);
}

double floor_form(const Machine& machine, std::int64_t tick_ms, std::int64_t ticks_max) {
    const double game_ms = static_cast<double>(ticks_max * tick_ms);
    const double frame_ms = static_cast<double>(ticks_max) * in_milliseconds(machine.update_cost) +
                            in_milliseconds(machine.render_cost);
    return std::min(1.0, game_ms / frame_ms);
}

}  // namespace tandem::tools::lab
