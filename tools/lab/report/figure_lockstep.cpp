// SPDX-License-Identifier: MIT
// The price of lockstep: speed and waits of a match between a fast and a slow machine.
#include <algorithm>
#include <iterator>

#include <tandem/tools/lab/lockstep/tables.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>

namespace tandem::tools::lab::report {
namespace {

struct Pair {
    SlowPeer peer;
    Look look;
};
// These pairs are among those that the inventory names.
constexpr Pair k_pairs[] = {{{200, 20, 0}, Look::circle},
                            {{100, 20, 0}, Look::square},
                            {{100, 40, 0}, Look::triangle},
                            {{100, 16, 60}, Look::diamond}};
constexpr std::int64_t k_ahead_max = 8;
constexpr std::int64_t k_delay_max = 12;

std::string name_of(const SlowPeer& peer) {
    const std::string way =
        peer.way_ms == 0 ? "no latency" : std::to_string(peer.way_ms) + " ms of latency";
    return "pictures of " + std::to_string(peer.frame_ms) + " ms, ticks of " +
           std::to_string(peer.tick_ms) + " ms, " + way;
}

// A session takes an input when its tick is due and not once it was played: one more is on its way.
PacedPair run_ahead(const SlowPeer& peer, std::int64_t ahead, Asking asking) {
    return run_pair(peer, asking, static_cast<std::uint32_t>(ahead - 1));
}

// Returns the inputs on their way with which each pair has its full speed, "5, 3, 2 and 7".
std::string full_speed_from() {
    std::string text;
    for (std::size_t i = 0; i < std::size(k_pairs); ++i) {
        std::int64_t ahead = 1;
        while (speed_form(k_pairs[i].peer, ahead) < 1) {
            ++ahead;
        }
        const bool is_last = i + 1 == std::size(k_pairs);
        text += i == 0 ? "" : is_last ? " and " : ", ";
        text += std::to_string(ahead);
    }
    return text;
}

// Returns the speeds of the first pair as tandem itself plays it.
std::vector<Point> product_speeds() {
    std::vector<Point> speeds;
    for (std::int64_t ahead = 1; ahead <= 4; ++ahead) {
        const PacedPair run = run_ahead(k_pairs[0].peer, ahead, Asking::real_time);
        speeds.push_back({static_cast<double>(ahead), run.fast.speed});
    }
    return speeds;
}

Panel speed_panel(Table& table) {
    const std::vector<Point> product = product_speeds();
    const auto slowest = std::min_element(product.begin(), product.end(),
                                          [](const Point& a, const Point& b) { return a.y < b.y; });
    Plot plot("Speed of both machines by the inputs on their way",
              "Measured points lie on the closed forms: the speed grows in proportion to the "
              "inputs on their way and is full from " +
                  full_speed_from() + " of them on. As tandem itself plays it is at least " +
                  decimal(slowest->y, 3) + " with any number.",
              {.label = "inputs on their way (D), ticks", .range = {0.5, 8.5}, .ticks_max = 8},
              {.label = "speed, 1 is as meant", .range = {0, 1.1}});
    for (const Pair& pair : k_pairs) {
        std::vector<Point> form;
        std::vector<Point> measured;
        for (std::int64_t ahead = 1; ahead <= k_ahead_max; ++ahead) {
            const PacedPair run = run_ahead(pair.peer, ahead, Asking::tick_by_tick);
            form.push_back({static_cast<double>(ahead), speed_form(pair.peer, ahead)});
            measured.push_back({static_cast<double>(ahead), run.fast.speed});
            table.rows.push_back({pair.peer.frame_ms, pair.peer.tick_ms, pair.peer.way_ms, ahead,
                                  Amount{form.back().y, 3}, Amount{run.fast.speed, 3},
                                  Amount{run.slow.speed, 3},
                                  static_cast<std::int64_t>(run.ticks_compared), run.desynced});
        }
        plot.line(form, pair.look);
        plot.markers(measured, pair.look);
    }
    plot.markers(product, Look::cross);
    return {"Speed of both by inputs on their way", plot.svg("lockstep-speed")};
}

Panel wait_panel() {
    const SlowPeer& peer = k_pairs[0].peer;
    Plot plot("Longest wait of the fast machine by its input delay",
              "The more ticks of delay, the shorter the fast machine waits, from " +
                  std::to_string(gap_form_ms(peer, 0)) + " ms down to a tick of " +
                  std::to_string(peer.tick_ms) + " ms at " +
                  std::to_string(least_delay_form(peer)) + " ticks of delay.",
              {.label = "input delay, ticks", .range = {0, 12.5}, .ticks_max = 8},
              {.label = "longest wait, ms", .range = {0, 230}});
    std::vector<Point> form;
    std::vector<Point> measured;
    for (std::int64_t delay = 0; delay <= k_delay_max; ++delay) {
        const auto at = static_cast<double>(delay);
        form.push_back({at, static_cast<double>(gap_form_ms(peer, delay))});
        const PacedPair run =
            run_pair(peer, Asking::tick_by_tick, static_cast<std::uint32_t>(delay));
        measured.push_back({at, run.fast.worst_gap_ms});
    }
    plot.level(static_cast<double>(peer.tick_ms), "");
    plot.words({1, static_cast<double>(peer.tick_ms)}, LabelSide::above, "one tick");
    plot.line(form, Look::circle);
    plot.markers(measured, Look::circle);
    return {"Longest wait of the fast one by input delay", plot.svg("lockstep-wait")};
}

}  // namespace

Figure lockstep_figure() {
    Table table{.name = "lockstep",
                .title = "A fast and a slow machine in lockstep, measured and by the closed form",
                .columns = {{"frame_ms", "frame ms"},
                            {"tick_ms", "tick ms"},
                            {"way_ms", "way ms"},
                            {"ahead", "D"},
                            {"speed_form", "closed form"},
                            {"speed_fast", "fast"},
                            {"speed_slow", "slow"},
                            {"compared", "ticks equal"},
                            {"desync", "desync"}}};
    Panel speed = speed_panel(table);
    Figure figure{
        .id = "lockstep-rate",
        .title = "In lockstep the slow machine sets the pace, until enough inputs are on their way",
        .panels = {std::move(speed), wait_panel()},
        .legend = {},
        .caption =
            "Marks are measured between two real sessions on a simulated network, lines are the "
            "closed forms. A loop that waits for each tick runs at min(1, 2·D·tick / round trip) "
            "on both sides, where a round trip is twice the latency, rounded up to whole pictures "
            "of the slow machine, one at least; tandem's own host and join go on taking inputs "
            "while they wait and keep full speed. Delay buys the fast machine shorter waits, and "
            "no pair ever desynced.",
        .claims = {},
        .data = std::move(table)};
    for (const Pair& pair : k_pairs) {
        figure.legend.push_back({swatch(pair.look, true, true), name_of(pair.peer)});
    }
    figure.legend.push_back({swatch(Look::cross, false, true), "the first pair as tandem plays"});
    return figure;
}

}  // namespace tandem::tools::lab::report
