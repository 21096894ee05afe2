// SPDX-License-Identifier: MIT
// Alpha: where between two ticks a picture stands, as each loop computes it.
#include <algorithm>

#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>
#include <tandem/tools/lab/report/trace.hpp>

namespace tandem::tools::lab::report {
namespace {

constexpr double k_height = 170;

// Returns the alphas of the pictures in that time, in seconds.
std::vector<Point> alphas(const Trace& trace, Range shown) {
    std::vector<Point> points;
    for (const TracedPicture& picture : trace.pictures) {
        const double time = in_seconds(picture.begin);
        if (picture.frame.blend && time >= shown.low && time <= shown.high) {
            points.push_back({time, picture.frame.blend->value()});
        }
    }
    return points;
}

bool is_lower(const Point& a, const Point& b) { return a.y < b.y; }

Panel steady_panel(std::string_view id, Look look) {
    constexpr Range k_shown{0, 0.25};
    const Loop& loop = loop_named(id);
    const auto points = alphas(trace_loop(loop, machine_named("normal")), k_shown);
    const auto [least, most] = std::minmax_element(points.begin(), points.end(), is_lower);
    const std::string name = std::string(id) + " " + std::string(loop.name);
    Plot plot("Alpha of each picture of " + name + " on the machine normal",
              "A saw: alpha climbs from tick to tick and falls back at each, between " +
                  decimal(least->y, 3) + " and " + decimal(most->y, 3) +
                  " in the first quarter of a second.",
              {.label = "time, s", .range = k_shown},
              {.label = "alpha, ticks", .range = {0, 1}, .ticks_max = 5}, k_height);
    plot.line(points, look);
    plot.markers(points, look);
    return {name, plot.svg("alpha-" + std::string(id))};
}

Panel stalled_panel() {
    constexpr Range k_shown{2.8, 5.6};
    const Loop& loop = loop_named("L4");
    RunOptions options;
    options.stall = k_usual_stall;
    const Trace published = trace_loop(loop, machine_named("normal"), options);
    options.repaired = true;
    const Trace repaired = trace_loop(loop, machine_named("normal"), options);
    const std::string most = decimal(published.report.blend_max.value_or(0), 2);
    Plot plot("Alpha of L4 on the machine normal, standing still from 3 to 5 s",
              "As published alpha stays at most 1 until the stall, leaps to " + most +
                  " with the first picture after it and comes down as the loop catches up. "
                  "Repaired it never exceeds 1.",
              {.label = "time, s", .range = k_shown}, {.label = "alpha, ticks", .range = {0, 50}},
              k_height);
    plot.strip({in_seconds(k_usual_stall.at), in_seconds(k_usual_stall.at + k_usual_stall.length)},
               "stands still");
    const auto points = alphas(published, k_shown);
    plot.dots(points, Look::circle);
    plot.dots(alphas(repaired, k_shown), Look::diamond);
    plot.words({4.95, 36}, LabelSide::left, "published, up to " + most, Look::circle);
    plot.words({5.35, 1}, LabelSide::above, "repaired", Look::diamond);
    return {"L4 around a stall of 2 s", plot.svg("alpha-stall")};
}

}  // namespace

Figure alpha_figure() {
    return {.id = "alpha",
            .title = "Alpha runs from 0 to 1 between two ticks, until a loop falls behind",
            .panels = {steady_panel("L4", Look::circle), steady_panel("G2", Look::square),
                       steady_panel("M2", Look::triangle), stalled_panel()},
            .legend = {},
            .caption =
                "Each mark is a picture, drawn that far past the last tick (C58). As published, L4 "
                "reaches 1 and never 0, G2 reaches 0 and never 1, M2 reaches 1 at every third "
                "picture. After a stall nothing clamps L4's alpha, and a car would be drawn dozens "
                "of ticks ahead of where it is (C52).",
            .claims = {"C52", "C58"},
            .data = std::nullopt};
}

}  // namespace tandem::tools::lab::report
