// SPDX-License-Identifier: MIT
// A jump that clears a wall or does not, by the length of its steps.
#include <algorithm>

#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>

namespace tandem::tools::lab::report {
namespace {

using std::chrono::milliseconds;

// v0 = 10 units/s and g = 20 units/s^2: the true apex is v0^2 / 2g.
constexpr double k_speed = 10;
constexpr double k_gravity = 20;
constexpr double k_true_apex = k_speed * k_speed / (2 * k_gravity);

struct JumpTrack {
    std::vector<Point> track;  // height in units by time in milliseconds
    double apex = 0;
};

JumpTrack fly(milliseconds step, Euler euler = Euler::semi_implicit) {
    Jump<double> jump;
    jump.leave_ground();
    JumpTrack flight{.track = {{0, 0}}, .apex = 0};
    for (milliseconds time = step; jump.is_in_air; time += step) {
        jump.step(step_of<double>(step), euler);
        flight.track.push_back({static_cast<double>(time.count()), jump.height_units()});
    }
    flight.apex = jump.apex_units();
    return flight;
}

// The look of a machine's steps here.
struct JumpArm {
    milliseconds step;
    Look look;
    const char* name;
};
constexpr JumpArm k_jump_arms[] = {{milliseconds(2), Look::circle, "fast, steps of 2 ms"},
                                   {milliseconds(10), Look::square, "normal, steps of 10 ms"},
                                   {milliseconds(100), Look::triangle, "slow, steps of 100 ms"}};

std::string wall_text() { return decimal(k_jump_wall, 2); }

Panel flights_panel() {
    std::vector<std::string> apexes;
    for (const JumpArm& arm : k_jump_arms) {
        apexes.push_back(decimal(fly(arm.step).apex, 2));
    }
    Plot plot(
        "Height of the jump over time on three machines",
        "On fast and normal the jump rises above the wall of " + wall_text() + " units, to " +
            apexes[0] + " and " + apexes[1] + "; on slow it stops at " + apexes[2] + ", below it.",
        {.label = "time, ms", .range = {0, 1'000}}, {.label = "height, units", .range = {0, 2.75}});
    plot.level(k_jump_wall, "wall, " + wall_text());
    for (const JumpArm& arm : k_jump_arms) {
        const JumpTrack flight = fly(arm.step);
        plot.line(flight.track, arm.look);
        if (arm.step > milliseconds(2)) {
            std::vector<Point> some;
            const std::size_t every = arm.step >= milliseconds(100) ? 1 : 10;
            for (std::size_t i = 0; i < flight.track.size(); i += every) {
                some.push_back(flight.track[i]);
            }
            plot.markers(some, arm.look);
        }
    }
    return {"One jump on three machines", plot.svg("jump-flights")};
}

// v0^2 / 2g minus v0 dt / 2, or plus for the other Euler, where v0 / (g dt) is whole.
std::vector<Point> closed_form(double sign, Range ms) {
    const auto apex = [&](double step_ms) { return k_true_apex + sign * k_speed * step_ms / 2000; };
    return {{ms.low, apex(ms.low)}, {ms.high, apex(ms.high)}};
}

Panel apex_panel(Table& table) {
    constexpr Range k_shown{0, 130};
    std::vector<Point> semi_implicit;
    std::vector<Point> forward;
    for (const int step : {2, 5, 10, 20, 25, 40, 50, 100, 125}) {
        const double at = step;
        semi_implicit.push_back({at, fly(milliseconds(step)).apex});
        forward.push_back({at, fly(milliseconds(step), Euler::forward).apex});
        table.rows.push_back({std::int64_t{step}, Amount{semi_implicit.back().y, 6},
                              Amount{forward.back().y, 6}, semi_implicit.back().y > k_jump_wall});
    }
    constexpr double k_low_step_ms = 2000 * (k_true_apex - k_jump_wall) / k_speed;
    Plot plot("Apex of the jump by the length of a step",
              "With the velocity first, apexes fall on a line from " + decimal(k_true_apex, 1) +
                  " units at no step to " + decimal(semi_implicit.back().y, 1) + " at " +
                  decimal(semi_implicit.back().x, 0) + " ms and go below the wall of " +
                  wall_text() + " beyond " + decimal(k_low_step_ms, 0) +
                  " ms. With the position first they rise to " + decimal(forward.back().y, 1) +
                  " instead.",
              {.label = "length of a step, ms", .range = k_shown},
              {.label = "apex, units", .range = {1.8, 3.2}});
    plot.level(k_jump_wall, "wall, " + wall_text());
    plot.line(closed_form(-1, k_shown), Look::diamond);
    plot.markers(semi_implicit, Look::diamond);
    plot.line(closed_form(1, k_shown), Look::ring);
    plot.markers(forward, Look::ring);
    return {"Apex by the length of a step", plot.svg("jump-apex")};
}

}  // namespace

Figure jump_figure() {
    Table table{.name = "apex",
                .title = "Apex of the jump, in units",
                .columns = {{"step_ms", "step ms"},
                            {"apex", "velocity first"},
                            {"apex_forward", "position first"},
                            {"passes", "first clears 2.2"}}};
    Figure figure{.id = "jump",
                  .title = "Who can jump the wall depends on the frame rate",
                  .panels = {flights_panel(), apex_panel(table)},
                  .legend = {},
                  .caption =
                      "The same jump falls short on the slow machine, because long steps lower its "
                      "apex; another common way to write the step errs to the other side. Marks "
                      "are measured, lines are the closed form v²/2g ∓ v·dt/2, which holds where "
                      "the way up is a whole number of steps (not at 40 ms).",
                  .claims = {"C22"},
                  .data = std::nullopt};
    for (const JumpArm& arm : k_jump_arms) {
        figure.legend.push_back({swatch(arm.look, true, true), arm.name});
    }
    figure.legend.push_back(
        {swatch(Look::diamond, true, true), "velocity first (semi-implicit Euler)"});
    figure.legend.push_back({swatch(Look::ring, true, true), "position first (explicit Euler)"});
    figure.data = std::move(table);
    return figure;
}

}  // namespace tandem::tools::lab::report
