// SPDX-License-Identifier: MIT
// What one flipped bit costs of an hour.
#include <algorithm>
#include <fstream>
#include <iterator>

#include <tandem/replay/files/file_input.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/bench/replay/hours.hpp>
#include <tests/bench/replay/measures.hpp>
#include <tests/bench/replay/page.hpp>
#include <tests/bench/text_of.hpp>

namespace tandem::bench {
namespace {

// Between two keyframes, at most.
std::uint64_t keyframe_spacing(const replay::Replay& replay) {
    std::uint64_t most = 0;
    std::uint64_t last = replay.first_tick();
    for (const replay::StoredState& state : replay.states()) {
        most = std::max(most, state.ticks_done - last);
        last = state.ticks_done;
    }
    return std::max(most, replay.end_tick() - last);
}

std::uint64_t epoch_ticks(const replay::Replay& replay) {
    std::uint64_t most = 0;
    for (const replay::Epoch& epoch : replay.epochs()) {
        most = std::max(most, epoch.end_tick - epoch.first_tick);
    }
    return most;
}

std::uint64_t readable_ticks(const replay::Replay& replay) {
    std::uint64_t ticks = 0;
    for (const replay::Stretch& stretch : replay.stretches()) {
        ticks += stretch.end_tick - stretch.first_tick;
    }
    return ticks;
}

}  // namespace

void measure_flips(const Page& page) {
    const std::string path = page.folder().path("flips");
    auto duel = sim::erase<games::Duel>();
    const Setup setup = bots_of(duel.info());
    record_bots(path, duel.clone(), setup, page.ticks(k_duel_hour_ticks));
    sim::Bytes bytes = sound(replay::read_file(path)).bytes;
    const auto whole = sound(replay::Replay::parse(bytes));
    const std::uint64_t one_each = epoch_ticks(whole) + keyframe_spacing(whole);
    const replay::OpenOptions options{
        .depth = replay::OpenDepth::records,
        .find_game = [&](const std::string&, std::uint32_t) { return std::optional(duel.info()); }};
    Random random(1);
    std::vector<double> lost;
    std::uint64_t unseen = 0;
    std::uint64_t unopened = 0;
    for (std::uint64_t i = 0; i < page.times(1'000); ++i) {
        std::byte& byte = bytes[random.below(static_cast<std::uint32_t>(bytes.size()))];
        const std::byte bit = std::byte{1} << random.below(8U);
        byte ^= bit;
        const auto replay = replay::Replay::parse(bytes, options);
        unopened += replay ? 0U : 1U;
        const std::uint64_t left = replay ? readable_ticks(*replay) : 0;
        unseen += replay && replay->flaws().empty() ? 1U : 0U;
        lost.push_back(static_cast<double>(whole.ticks() - left));
        byte ^= bit;
    }
    const double most = quantile(lost, 1);
    page.add(
        "ticks lost to one flipped bit in the hour of duel, the most", "48.7 % in the mean",
        text_of("one epoch and one keyframe's spacing, %llu",
                static_cast<unsigned long long>(one_each)),
        text_of("%.0f, %.2f %% (p50 %.0f of %llu flips; %llu not seen, %llu not opened)", most,
                100 * most / static_cast<double>(whole.ticks()), median(lost),
                static_cast<unsigned long long>(lost.size()),
                static_cast<unsigned long long>(unseen), static_cast<unsigned long long>(unopened)),
        most <= static_cast<double>(one_each) && unseen == 0 && unopened == 0);
}

}  // namespace tandem::bench
