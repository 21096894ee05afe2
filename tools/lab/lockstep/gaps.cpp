// SPDX-License-Identifier: MIT
// It measures how long the fast machine waits between two ticks for a slow one, the delay that
// hides it, and the speed of both if the slow one cannot keep up at all.
#include <tandem/tools/lab/lockstep/tables.hpp>

#include <algorithm>
#include <array>
#include <chrono>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

constexpr std::array k_lines{
    SlowPeer{200, 20, 0}, SlowPeer{200, 20, 10}, SlowPeer{200, 20, 60}, SlowPeer{200, 20, 100},
    SlowPeer{100, 20, 0}, SlowPeer{100, 20, 60}, SlowPeer{100, 40, 0},
};

std::string chosen(const PacedPair& pair) {
    return std::to_string(pair.fast_delay) + " and " + std::to_string(pair.slow_delay);
}

Cell measured_least(const SlowPeer& line, Asking asking) {
    const auto least = least_delay(line, asking);
    return least ? Cell(std::int64_t{*least}) : Cell();
}

std::vector<Cell> row_of(const SlowPeer& line) {
    const std::int64_t closed = least_delay_form(line);
    TANDEM_ASSERT(closed > 0);  // the row tells of a delay less too
    const auto enough = static_cast<std::uint32_t>(closed);
    const PacedPair short_of = run_pair(line, Asking::tick_by_tick, enough - 1);
    const PacedPair with = run_pair(line, Asking::tick_by_tick, enough);
    SlowPeer apart = line;
    apart.frame_ms = k_network_ms;
    return {line.frame_ms,
            line.tick_ms,
            line.way_ms,
            closed,
            measured_least(line, Asking::tick_by_tick),
            gap_form_ms(line, closed - 1),
            Amount{short_of.fast.worst_gap_ms, 1},
            gap_form_ms(line, closed),
            Amount{with.fast.worst_gap_ms, 1},
            measured_least(line, Asking::real_time),
            chosen(run_pair(line, Asking::real_time, std::nullopt)),
            least_delay_form(apart),
            measured_least(apart, Asking::tick_by_tick)};
}

// ---- Below the floor ----

struct Floor {
    std::string_view machine;
    std::int64_t ticks_max = 0;
};
// The session's own cap, and the articles'.
constexpr std::array k_floors{Floor{"slow", 8},   Floor{"slow", 5},   Floor{"floor", 8},
                              Floor{"floor", 10}, Floor{"choked", 8}, Floor{"choked", 10}};
constexpr std::int64_t k_floor_tick_ms = 20;
constexpr std::uint32_t k_floor_delay = 10;
constexpr net::Time k_floor_settle = seconds(10);
constexpr net::Time k_floor_window = seconds(60);

struct FloorRun {
    SideStretch fast;
    SideStretch slow;
    std::uint64_t ticks_compared = 0;
    bool desynced = false;
};

FloorRun run_floor(const Machine& machine, std::int64_t ticks_max, Asking asking) {
    const auto ns = [](Flicks time) { return std::chrono::duration_cast<net::Time>(time); };
    VirtualMatchOptions options;
    options.asking = asking;
    options.delay_ticks = k_floor_delay;
    options.line.delay = std::chrono::milliseconds(10);
    options.loops[1] = {ns(machine.render_cost), ns(machine.update_cost),
                        static_cast<std::uint32_t>(ticks_max), net::Time{0}};
    VirtualMatch match(options);
    match.run_to_start();
    const net::Time from = k_common_start + k_floor_settle;
    match.run_until(from + k_floor_window);
    return {measure(match.log(0), from, from + k_floor_window, k_floor_tick_ms),
            measure(match.log(1), from, from + k_floor_window, k_floor_tick_ms),
            std::min(match.log(0).ticks_compared, match.log(1).ticks_compared),
            match.log(0).find<net::Desynced>() != nullptr ||
                match.log(1).find<net::Desynced>() != nullptr};
}

}  // namespace

Table gaps_table() {
    Table table{.name = "gaps",
                .title =
                    "The fast machine's longest wait between two ticks, and the least delay "
                    "that hides the slow one's frames",
                .columns = {{"frame_ms", "frame ms"},
                            {"tick_ms", "tick ms"},
                            {"way_ms", "way ms"},
                            {"least_form", "least delay"},
                            {"least", "least measured"},
                            {"gap_below_form_ms", "gap ms below"},
                            {"gap_below_ms", "below measured"},
                            {"gap_form_ms", "gap ms there"},
                            {"gap_ms", "there measured"},
                            {"product_least", "product least"},
                            {"product_chosen", "product chosen"},
                            {"apart_form", "apart least"},
                            {"apart_least", "apart measured"}}};
    for (const SlowPeer& line : k_lines) {
        table.rows.push_back(row_of(line));
    }
    table.notes = {
        "frame, tick, way: as above. least delay: of inputs, in ticks, as the session is told it "
        "(D",
        "less one): ceil((frame - tick + way) / tick). gap: frame + way - delay tick, at least a",
        "tick, at that delay (there) and at one tick less (below); up to a tick more where the",
        "frame is no multiple of it, and only a bound where the match is below its full speed.",
        "measured: of the articles' loop with clocks that begin together; a delay is enough where",
        "no wait is beyond a tick and a fast frame of 2 ms. product least: the delay that tandem",
        "needs, measured; its slow side may be some ticks ahead, by which its inputs come earlier.",
        "product chosen: the delays that the fast and the slow side take by themselves (--delay",
        "auto): the one whose inputs come late, once a frame, takes the longer. apart: least delay",
        "where network and ticks of the slow machine have a loop of their own; the frame drops "
        "out."};
    return table;
}

Table floor_table() {
    Table table{.name = "floor",
                .title =
                    "A slow machine below its floor: both play at its speed (ticks of 20 ms, "
                    "delay 10, way 10 ms, one minute)",
                .columns = {{"machine", "machine"},
                            {"ticks_max", "ticks/frame max"},
                            {"speed_form", "closed form"},
                            {"speed_fast", "fast"},
                            {"speed_slow", "slow"},
                            {"age_ms", "input age ms"},
                            {"product_fast", "product fast"},
                            {"product_slow", "product slow"},
                            {"product_age_ms", "product age ms"},
                            {"compared", "ticks equal"},
                            {"desync", "desync"}}};
    for (const Floor& floor : k_floors) {
        const Machine machine = *parse_machine(std::string(floor.machine));
        const FloorRun loop = run_floor(machine, floor.ticks_max, Asking::tick_by_tick);
        const FloorRun product = run_floor(machine, floor.ticks_max, Asking::real_time);
        table.rows.push_back(
            {machine.name, floor.ticks_max,
             Amount{floor_form(machine, k_floor_tick_ms, floor.ticks_max), k_speed_decimals},
             Amount{loop.fast.speed, k_speed_decimals}, Amount{loop.slow.speed, k_speed_decimals},
             Amount{loop.fast.input_age_ms, 0}, Amount{product.fast.speed, k_speed_decimals},
             Amount{product.slow.speed, k_speed_decimals}, Amount{product.fast.input_age_ms, 0},
             counted(loop.ticks_compared + product.ticks_compared),
             loop.desynced || product.desynced});
    }
    table.notes = {
        "closed form: min(1, c tick / (c update + render)), c the ticks a frame at most. fast,",
        "slow: the speed of either side. input age: the fast side's oldest input when it was",
        "played. The product takes an input when its time comes, and its time is held where it",
        "would run away from that of the slow side."};
    return table;
}

}  // namespace tandem::tools::lab
