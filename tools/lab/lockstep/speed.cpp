// SPDX-License-Identifier: MIT
// It measures how fast a fast and a slow machine play together, by the inputs that each has on its
// way to the other: the loop of the articles, the product's, and both with the network out of the
// slow side's frame.
#include <tandem/tools/lab/lockstep/tables.hpp>

#include <algorithm>
#include <array>
#include <chrono>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t k_fast = 0;
constexpr std::size_t k_slow = 1;
// The beginning is forgotten by then; in the product the side that is ahead slows down, by 3 % at
// most.
constexpr net::Time k_settle = seconds(4);
constexpr net::Time k_settle_phase = seconds(20);
constexpr double k_fast_frame_ms = 2;
// Every beat of frames and ticks comes round within two seconds.
constexpr net::Time k_search_window = seconds(10);

struct Case {
    SlowPeer peer;
    std::int64_t ahead = 1;  // the inventory's D
};

// Those that the inventory names.
constexpr std::array k_cases{
    Case{{200, 20, 0}, 1},   Case{{200, 20, 0}, 2},   Case{{200, 20, 0}, 3},
    Case{{200, 20, 0}, 4},   Case{{200, 20, 0}, 5},   Case{{200, 20, 100}, 1},
    Case{{200, 20, 100}, 2}, Case{{200, 20, 100}, 3}, Case{{200, 20, 100}, 4},
    Case{{200, 20, 100}, 5}, Case{{100, 40, 0}, 1},   Case{{100, 40, 0}, 2},
    Case{{100, 40, 0}, 3},   Case{{100, 20, 60}, 3},  Case{{100, 20, 60}, 5},
};

std::vector<Column> columns() {
    return {{"frame_ms", "frame ms"},
            {"tick_ms", "tick ms"},
            {"way_ms", "way ms"},
            {"ahead", "D"},
            {"delay_ticks", "delay"},
            {"speed_form", "closed form"},
            {"speed_fast", "fast"},
            {"speed_slow", "slow"},
            {"product_fast", "product fast"},
            {"product_slow", "product slow"},
            {"compared", "ticks equal"},
            {"desync", "desync"}};
}

std::vector<Cell> row_of(const Case& tested, const SlowPeer& network) {
    const auto delay = static_cast<std::uint32_t>(tested.ahead - 1);
    const PacedPair loop = run_pair(network, Asking::tick_by_tick, delay);
    const PacedPair product = run_pair(network, Asking::real_time, delay);
    return {tested.peer.frame_ms,
            tested.peer.tick_ms,
            tested.peer.way_ms,
            tested.ahead,
            std::int64_t{delay},
            Amount{speed_form(network, tested.ahead), k_speed_decimals},
            Amount{loop.fast.speed, k_speed_decimals},
            Amount{loop.slow.speed, k_speed_decimals},
            Amount{product.fast.speed, k_speed_decimals},
            Amount{product.slow.speed, k_speed_decimals},
            counted(loop.ticks_compared + product.ticks_compared),
            loop.desynced || product.desynced};
}

}  // namespace

PacedPair run_pair(const SlowPeer& peer, Asking asking, std::optional<std::uint32_t> delay_ticks,
                   net::Time window) {
    VirtualMatchOptions options;
    options.asking = asking;
    options.tick_ms = static_cast<std::uint32_t>(peer.tick_ms);
    options.delay_ticks = delay_ticks;
    options.line.delay = milliseconds(peer.way_ms);
    options.loops[k_slow].frame = milliseconds(peer.frame_ms);
    VirtualMatch match(options);
    match.run_to_start();
    const net::Time from =
        k_common_start + (asking == Asking::real_time ? k_settle_phase : k_settle);
    match.run_until(from + window);
    PacedPair pair;
    pair.fast = measure(match.log(k_fast), from, from + window, options.tick_ms);
    pair.slow = measure(match.log(k_slow), from, from + window, options.tick_ms);
    pair.ticks_compared =
        std::min(match.log(k_fast).ticks_compared, match.log(k_slow).ticks_compared);
    pair.desynced = match.log(k_fast).find<net::Desynced>() != nullptr ||
                    match.log(k_slow).find<net::Desynced>() != nullptr;
    pair.fast_delay = match.session(k_fast).pace().delay_ticks;
    pair.slow_delay = match.session(k_slow).pace().delay_ticks;
    return pair;
}

std::optional<std::uint32_t> least_delay(const SlowPeer& peer, Asking asking,
                                         std::uint32_t delays) {
    const double gap_max_ms = static_cast<double>(peer.tick_ms) + k_fast_frame_ms;
    for (std::uint32_t delay = 0; delay < delays; ++delay) {
        if (run_pair(peer, asking, delay, k_search_window).fast.worst_gap_ms <= gap_max_ms) {
            return delay;
        }
    }
    return std::nullopt;
}

Table speed_table() {
    Table table{.name = "speed",
                .title =
                    "Speed of a fast and a slow machine in lockstep; the slow one takes part "
                    "once a frame (two real sessions)",
                .columns = columns()};
    for (const Case& tested : k_cases) {
        table.rows.push_back(row_of(tested, tested.peer));
    }
    table.notes = {
        "frame: from one turn of the slow machine to its next. tick: of the game. way: of a",
        "packet, one way. Speeds are of the game, 1 is as meant.",
        "closed form: min(1, 2 D tick / (frame max(1, ceil(2 way / frame)))). D counts the inputs",
        "on their way while a side waits: the delay handed to the session and one more, since a",
        "session takes an input when a tick is due, not once it was played.",
        "fast, slow: the articles' loop, which asks for a due tick until it is played. product: as",
        "host and join play; they go on taking inputs while they wait, so that their speed is 1 at",
        "any D. ticks equal: compared by both sides, of the loop and the product together."};
    return table;
}

Table apart_table() {
    Table table{.name = "apart",
                .title =
                    "The same where the slow machine has network and ticks in a loop of their "
                    "own, every 2 ms",
                .columns = columns()};
    for (const Case& tested : k_cases) {
        SlowPeer network = tested.peer;
        network.frame_ms = k_network_ms;
        table.rows.push_back(row_of(tested, network));
    }
    table.notes = {
        "closed form: as above with 2 ms for the frame; a slow picture no longer "
        "counts, the way does."};
    return table;
}

}  // namespace tandem::tools::lab
