// SPDX-License-Identifier: MIT
// An update per refresh ties the game to the screen.
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>
#include <tandem/tools/lab/report/trace.hpp>

namespace tandem::tools::lab::report {
namespace {

constexpr std::uint32_t k_rates[] = {30, 60, 75, 100, 120, 144};
constexpr double k_tuned_hz = 60;  // M1's game was made for it

double speed(std::string_view loop, std::uint32_t hz) {
    Machine machine = machine_named("fast");
    machine.refresh_hz = hz;
    return run_loop(loop_named(loop), machine).ratio();
}

}  // namespace

Figure refresh_figure() {
    Table table{.name = "refresh",
                .title = "Speed of the game by refresh rate of the screen",
                .columns = {{"hz", "refresh Hz"}, {"M1", "M1 speed"}, {"M2", "M2 speed"}}};
    std::vector<Point> tied;
    std::vector<Point> separated;
    for (const std::uint32_t hz : k_rates) {
        tied.push_back({static_cast<double>(hz), speed("M1", hz)});
        separated.push_back({static_cast<double>(hz), speed("M2", hz)});
        table.rows.push_back(
            {std::int64_t{hz}, Amount{tied.back().y, 4}, Amount{separated.back().y, 4}});
    }
    constexpr Range k_shown{20, 150};
    Plot plot("Speed of the game by refresh rate of the screen",
              "M1 lies on a straight line through the origin, from a speed of " +
                  decimal(tied.front().y, 3) + " at " + decimal(tied.front().x, 0) + " Hz to " +
                  decimal(tied.back().y, 3) + " at " + decimal(tied.back().x, 0) + " Hz; M2 has " +
                  decimal(separated.front().y, 3) + " and " + decimal(separated.back().y, 3) +
                  " there.",
              {.label = "refresh rate, Hz", .range = k_shown},
              {.label = "speed of the game, 1 is as meant", .range = {0, 2.5}});
    plot.line({{k_shown.low, k_shown.low / k_tuned_hz}, {k_shown.high, k_shown.high / k_tuned_hz}},
              Look::circle);
    plot.level(1, "");
    plot.markers(tied, Look::circle);
    plot.markers(separated, Look::square);
    return {.id = "refresh",
            .title = "A game that is updated once per refresh runs as fast as the screen",
            .panels = {{"Screens from 30 to 144 Hz", plot.svg("refresh-speed")}},
            .legend = {{swatch(Look::circle, true, true),
                        "M1, one update per refresh, tuned at 60 Hz; the line is Hz / 60"},
                       {swatch(Look::square, false, true), "M2, updates separated at 20 Hz"}},
            .caption =
                "M1's game runs at half speed on a screen of 30 Hz and at 2.4 times its speed "
                "on one of 144 Hz. M2 counts ticks of its own and does not care.",
            .claims = {"C07", "C74"},
            .data = std::move(table)};
}

}  // namespace tandem::tools::lab::report
