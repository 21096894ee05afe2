// SPDX-License-Identifier: MIT
// A machine stands still for two seconds: how each loop makes up for it.
#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/experiments/aftermath.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>
#include <tandem/tools/lab/report/trace.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab::report {
namespace {

struct Series {
    std::string_view loop;
    Look look;
};
constexpr Series k_series[] = {{"L1", Look::square},
                               {"L2", Look::circle},
                               {"L3", Look::triangle},
                               {"G1", Look::cross},
                               {"G3", Look::diamond}};

// How far the game is behind the clock, in milliseconds, by the time in seconds.
struct Lag {
    std::vector<Point> line;      // at the start of each update and the end of each picture
    std::vector<Point> pictures;  // at the end of each picture
};

Lag lag_of(std::string_view loop, Range shown) {
    RunOptions options;
    options.stall = k_usual_stall;
    const Trace trace = trace_loop(loop_named(loop), machine_named("normal"), options);
    Lag lag;
    const auto add = [&](Flicks time, Flicks simulated, std::vector<Point>& points) {
        if (in_seconds(time) >= shown.low && in_seconds(time) <= shown.high) {
            points.push_back({in_seconds(time), in_milliseconds(time - simulated)});
        }
    };
    Flicks simulated{};
    std::size_t next = 0;
    for (const TracedPicture& picture : trace.pictures) {
        for (; next < picture.frame.updates; ++next) {
            add(trace.updates[next].start, simulated, lag.line);
            simulated += trace.updates[next].step;
        }
        add(picture.frame.end, picture.simulated, lag.line);
        add(picture.frame.end, picture.simulated, lag.pictures);
    }
    return lag;
}

std::vector<Point> every(std::size_t nth, const std::vector<Point>& points) {
    std::vector<Point> some;
    for (std::size_t i = 0; i < points.size(); i += nth) {
        some.push_back(points[i]);
    }
    return some;
}

// Says how long each loop takes to catch up, as the section measures it.
std::string catching_up() {
    RunOptions options;
    options.stall = k_usual_stall;
    std::string text;
    for (const Series& series : k_series) {
        const StalledLoop published = stalled_loops({&loop_named(series.loop)}).front();
        const auto after = run_stalled(published, machine_named("normal"), options).caught_up_after;
        text += (text.empty() ? "" : ", ") + std::string(series.loop) + " " +
                (after ? decimal(in_milliseconds(*after), 0) + " ms" : "never");
    }
    return text;
}

// `marked`: every so manyth picture has a marker.
Panel panel_of(std::string heading, std::string_view id, Range seconds, std::size_t marked) {
    Plot plot("How far five loops are behind the clock from " + decimal(seconds.low, 2) + " to " +
                  decimal(seconds.high, 2) + " s",
              "All fall " + decimal(in_milliseconds(k_usual_stall.length), 0) +
                  " ms behind while the machine stands still. Until each has caught up: " +
                  catching_up() + ".",
              {.label = "time, s", .range = seconds},
              // A loop that updates before its time is a tick ahead.
              {.label = "game behind the clock, ms", .range = {-100, 2'200}});
    const double begin = in_seconds(k_usual_stall.at);
    const double end = in_seconds(k_usual_stall.at + k_usual_stall.length);
    if (seconds.low < begin) {
        plot.strip({begin, end}, "stands still");
    } else {
        plot.strip({seconds.low, end}, "");
    }
    for (const Series& series : k_series) {
        const Lag lag = lag_of(series.loop, seconds);
        plot.line(lag.line, series.look);
        plot.markers(every(marked, lag.pictures), series.look);
    }
    return {std::move(heading), plot.svg(id)};
}

Table stall_table() {
    auto tables = stall_section({});
    TANDEM_ASSERT(tables.has_value());
    return std::move(tables->front());
}

}  // namespace

Figure stall_figure() {
    Figure figure{.id = "stall",
                  .title = "After standing still, loops catch up at once, slowly or never",
                  .panels = {panel_of("The whole story", "stall-whole", {2.5, 6.5}, 25),
                             panel_of("The second after", "stall-after", {4.96, 5.76}, 5)},
                  .legend = {},
                  .caption =
                      "The machine normal stands still from 3 to 5 s. L2 swallows the gap in one "
                      "violent step (C29); L3 and G3 run several updates a picture until they are "
                      "back; L1 plays the game at four times its speed (C34); G1 forgets the gap "
                      "and stays behind for good.",
                  .claims = {"C29", "C34"},
                  .data = stall_table()};
    for (const Series& series : k_series) {
        const Loop& loop = loop_named(series.loop);
        figure.legend.push_back(
            {swatch(series.look, true, true), std::string(loop.id) + " " + std::string(loop.name)});
    }
    return figure;
}

}  // namespace tandem::tools::lab::report
