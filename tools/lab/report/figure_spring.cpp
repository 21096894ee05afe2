// SPDX-License-Identifier: MIT
// A spring that explodes where its steps are too long.
#include <algorithm>

#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>

namespace tandem::tools::lab::report {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_length(1'000);
// Semi-implicit Euler is stable while the frequency of 25 a second times the step is below 2.
constexpr double k_limit_ms = 80;

// The greatest distance so far, by time in milliseconds.
std::vector<Point> swing(milliseconds step) {
    Spring<double> spring;
    std::vector<Point> points{{0, spring.farthest_units()}};
    for (milliseconds time = step; time <= k_length; time += step) {
        spring.step(step_of<double>(step));
        points.push_back({static_cast<double>(time.count()), spring.farthest_units()});
    }
    return points;
}

struct SpringArm {
    milliseconds step;
    Look look;
    const char* name;
    // Lines that lie on each other take turns with their marks. 0 means that every step has one.
    int first_mark_ms = 0;
    int marks_every_ms = 0;
};
constexpr SpringArm k_spring_arms[] = {
    {milliseconds(2), Look::circle, "fast, steps of 2 ms", 40, 240},
    {milliseconds(10), Look::square, "normal, steps of 10 ms", 120, 240},
    {milliseconds(40), Look::cross, "fixed tick of 40 ms, on any machine", 200, 240},
    {milliseconds(100), Look::triangle, "slow, steps of 100 ms"}};

constexpr Range k_distance{0.5, 4e6};

// Returns how far the spring gets on the machines on which it does not explode.
double bounded_swing() {
    double farthest = 0;
    for (const SpringArm& arm : k_spring_arms) {
        if (static_cast<double>(arm.step.count()) < k_limit_ms) {
            farthest = std::max(farthest, swing(arm.step).back().y);
        }
    }
    return farthest;
}

Panel swings_panel() {
    const milliseconds fixed = k_spring_arms[2].step;
    const auto slow = swing(k_spring_arms[3].step);
    Plot plot("Greatest distance of the spring from rest, over time",
              "On fast and normal, and with a fixed tick of " + std::to_string(fixed.count()) +
                  " ms, the spring stays within " + decimal(bounded_swing(), 2) +
                  ". On slow it grows " + decimal(slow.back().y / slow[slow.size() - 2].y, 2) +
                  " times as far with each frame, to " + decimal(slow.back().y, 2) +
                  " after one second.",
              {.label = "time, ms", .range = {0, 1'000}},
              {.label = "farthest from rest, units",
               .range = k_distance,
               .is_logarithmic = true,
               .ticks_max = 8});
    for (const SpringArm& arm : k_spring_arms) {
        const auto points = swing(arm.step);
        plot.line(points, arm.look);
        std::vector<Point> some;
        for (const Point& point : points) {
            const int ms = static_cast<int>(point.x);
            if (arm.marks_every_ms == 0 || ms % arm.marks_every_ms == arm.first_mark_ms) {
                some.push_back(point);
            }
        }
        plot.markers(some, arm.look);
    }
    return {"One spring on three machines", plot.svg("spring-swings")};
}

Panel steps_panel(Table& table) {
    std::vector<Point> points;
    Point last_stable;
    double farthest_stable = 0;
    for (const int step :
         {2, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100}) {
        points.push_back({static_cast<double>(step), swing(milliseconds(step)).back().y});
        table.rows.push_back({std::int64_t{step}, Amount{points.back().y, 4}});
        if (step < k_limit_ms) {
            last_stable = points.back();
            farthest_stable = std::max(farthest_stable, last_stable.y);
        }
    }
    const std::string limit = decimal(k_limit_ms, 0);
    Plot plot("Greatest distance of the spring in one second, by the length of a step",
              "Up to " + decimal(last_stable.x, 0) + " ms the spring stays within " +
                  decimal(farthest_stable, 2) + " units; from " + limit +
                  " ms on it grows the faster the longer the steps are, to " +
                  decimal(points.back().y, 2) + " units at " + decimal(points.back().x, 0) + " ms.",
              {.label = "length of a step, ms", .range = {0, 104}},
              {.label = "farthest from rest, units",
               .range = k_distance,
               .is_logarithmic = true,
               .ticks_max = 8});
    plot.upright(k_limit_ms, "");
    plot.line(points, Look::diamond);
    plot.markers(points, Look::diamond);
    plot.words({k_limit_ms, 1e6}, LabelSide::left, "unstable from " + limit + " ms");
    return {"Farthest in one second, by the length of a step", plot.svg("spring-steps")};
}

}  // namespace

Figure spring_figure() {
    Table table{.name = "spring",
                .title = "Farthest from rest in one second",
                .columns = {{"step_ms", "step ms"}, {"farthest", "farthest, units"}}};
    Figure figure{.id = "spring",
                  .title = "A spring that swings on one machine explodes on another",
                  .panels = {swings_panel(), steps_panel(table)},
                  .legend = {},
                  .caption =
                      "An undamped spring of 25 radians a second, let go one unit from "
                      "rest. Steps of 80 ms and more feed it energy: on the slow machine "
                      "it grows fourfold with every frame, past a million units in one "
                      "second.",
                  .claims = {"C24"},
                  .data = std::nullopt};
    for (const SpringArm& arm : k_spring_arms) {
        figure.legend.push_back({swatch(arm.look, true, true), arm.name});
    }
    figure.data = std::move(table);
    return figure;
}

}  // namespace tandem::tools::lab::report
