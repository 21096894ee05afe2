// SPDX-License-Identifier: MIT
// Two machines move the same body with steps of their own: where it is on each, and how far apart.
#include <algorithm>
#include <cmath>
#include <limits>

#include <tandem/tools/lab/experiments/get_distance.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>

namespace tandem::tools::lab::report {
namespace {

using std::chrono::milliseconds;

// The frames of the two players of the article: fifty and five in half a second.
constexpr milliseconds k_fred(10);
constexpr milliseconds k_george(100);

template <class Advance>
std::vector<Point> track(milliseconds step, milliseconds length, Advance advance);
template <class Number>
std::vector<Point> bullet_track(milliseconds step);
std::vector<Point> car_track(milliseconds step);
std::vector<Point> walker_track(milliseconds step, bool is_latched, milliseconds until);
std::vector<Point> distances(const std::vector<Point>& a, const std::vector<Point>& b,
                             double unit = 1);
template <class Number>
std::vector<Point> bullet_distances();
Panel bullet_panel();
Panel distance_panel();
Panel car_panel();

struct WalkerArm {
    milliseconds step;
    bool is_latched;
    Look look;
    LabelSide side;  // the side of its line where its name stands
};
constexpr WalkerArm k_walkers[] = {{milliseconds(2), false, Look::circle, LabelSide::above},
                                   {milliseconds(10), false, Look::square, LabelSide::right},
                                   {milliseconds(40), true, Look::cross, LabelSide::below},
                                   {milliseconds(100), false, Look::triangle, LabelSide::below}};

// How far each of them walks until the picture ends.
constexpr milliseconds k_walk_shown(1'400);
std::vector<std::string> walked_texts();
Panel walker_panel();
Panel errors_panel(Table& table);

}  // namespace

Figure tracks_figure() {
    return {
        .id = "tracks",
        .title = "A bullet, a car and a walker drift apart",
        .panels = {bullet_panel(), distance_panel(), car_panel(), walker_panel()},
        .legend = {{swatch(Look::circle, true, false), "fast, frames of 2 ms"},
                   {swatch(Look::square, true, false), "normal or Fred, frames of 10 ms"},
                   {swatch(Look::triangle, true, true), "slow or George, frames of 100 ms"},
                   {swatch(Look::cross, true, true), "fixed tick, integers"},
                   {swatch(Look::ring, true, true), "apart in float"},
                   {swatch(Look::diamond, true, true), "apart in double"}},
        .caption =
            "Fred draws 50 pictures while George draws 5. The bullet's track is the same to the "
            "eye, but the sums of their steps are rounded differently (C16), and the car's sums "
            "drift further apart as it drives on (C13, C15). A held key does far more: it counts "
            "for as many frames as happen to see it, while a fixed tick gives every machine the "
            "same walk (C27).",
        .claims = {"C13", "C15", "C16", "C27"},
        .data = std::nullopt};
}

Figure errors_figure() {
    Table table{.name = "errors",
                .title = "get_distance: 0.001 units a millisecond for ten seconds",
                .columns = {{"fps", "FPS"}, {"distance", "distance"}, {"error", "error"}}};
    Panel panel = errors_panel(table);
    return {.id = "errors",
            .title = "More frames do not always mean more rounding",
            .panels = {std::move(panel)},
            .legend = {},
            .caption =
                "The car's distance after ten seconds misses 10 units by this much (C11, C12). "
                "From 40 to 100 frames a second the error grows, as the article says, but it "
                "follows no rule: 500 frames a second miss by less than 50 (C14, C17).",
            .claims = {"C11", "C12", "C14", "C17"},
            .data = std::move(table)};
}

namespace {

// Returns where something is at the start and after each step, by the time in milliseconds.
template <class Advance>
std::vector<Point> track(milliseconds step, milliseconds length, Advance advance) {
    std::vector<Point> points;
    for (milliseconds time{0}; time <= length; time += step) {
        points.push_back({static_cast<double>(time.count()), advance(time)});
    }
    return points;
}

template <class Number>
std::vector<Point> bullet_track(milliseconds step) {
    constexpr milliseconds k_flight(500);
    Bullet<Number> bullet{Number(k_bullet_speed), Number(0)};
    return track(step, k_flight, [&](milliseconds time) {
        if (time.count() != 0) {
            bullet.step(step_of<Number>(step));
        }
        return bullet.pixels();
    });
}

std::vector<Point> car_track(milliseconds step) {
    constexpr milliseconds k_drive(10'000);
    Car<double> car;
    return track(step, k_drive, [&](milliseconds time) {
        if (time.count() != 0) {
            car.step(step_of<double>(step));
        }
        return car.units();
    });
}

// Walks while the key is held. A variable step sees the key as it is when the frame begins, a fixed
// tick takes what a latch has seen since the tick before.
std::vector<Point> walker_track(milliseconds step, bool is_latched, milliseconds until) {
    Walker<double> walker;
    KeyLatch latch;
    return track(step, until, [&](milliseconds time) {
        const double position = walker.pixels();
        latch.update(k_hold, time);
        const bool latched = latch.extract();
        walker.step(step_of<double>(step), is_latched ? latched : k_hold.is_down(time));
        return position;
    });
}

// Returns the distance wherever both have a point, the common start left out.
std::vector<Point> distances(const std::vector<Point>& a, const std::vector<Point>& b,
                             double unit) {
    std::vector<Point> apart;
    std::size_t next = 0;
    for (const Point& point : a) {
        while (next < b.size() && b[next].x < point.x) {
            ++next;
        }
        if (point.x > 0 && next < b.size() && b[next].x == point.x) {
            apart.push_back({point.x, std::fabs(point.y - b[next].y) / unit});
        }
    }
    return apart;
}

template <class Number>
std::vector<Point> bullet_distances() {
    return distances(bullet_track<Number>(k_fred), bullet_track<Number>(k_george));
}

Panel bullet_panel() {
    const auto fred = bullet_track<double>(k_fred);
    const auto george = bullet_track<double>(k_george);
    const std::string fred_steps = std::to_string(fred.size() - 1);
    const std::string george_steps = std::to_string(george.size() - 1);
    Plot plot("Track of a bullet on two machines",
              "Both tracks are the same straight line to the eye, from " +
                  decimal(george.front().y, 0) + " to " + decimal(george.back().y, 0) + " px in " +
                  decimal(george.back().x, 0) + " ms, in " + fred_steps +
                  " steps on one machine and " + george_steps + " on the other.",
              {.label = "time, ms", .range = {0, 500}},
              {.label = "position, px", .range = {0, 1'000}});
    plot.line(fred, Look::square);
    plot.dots(fred, Look::square);
    plot.markers(george, Look::triangle);
    plot.words({350, 750}, LabelSide::left, "Fred, " + fred_steps + " steps", Look::square);
    plot.words(george[2], LabelSide::right, "George, " + george_steps + " steps", Look::triangle);
    return {"A bullet: one track to the eye …", plot.svg("tracks-bullet")};
}

Panel distance_panel() {
    const auto in_float = bullet_distances<float>();
    const auto in_double = bullet_distances<double>();
    Plot plot("Distance between the two positions of the bullet",
              "After half a second the machines are " + decimal(in_float.back().y, 6) +
                  " px apart in float and " + decimal(in_double.back().y * 1e12, 3) +
                  " million-millionths of a pixel in double; in integers they never differ.",
              {.label = "time, ms", .range = {0, 540}},
              {.label = "distance, px",
               .range = {1e-14, 1e-2},
               .is_logarithmic = true,
               .has_zero = true,
               .ticks_max = 7});
    plot.line(in_float, Look::ring);
    plot.markers(in_float, Look::ring);
    plot.line(in_double, Look::diamond);
    plot.markers(in_double, Look::diamond);
    plot.markers(bullet_distances<Integer>(), Look::cross);
    plot.words(in_float[1], LabelSide::above, "float", Look::ring);
    plot.words(in_double[1], LabelSide::above, "double", Look::diamond);
    plot.words({150, 0}, LabelSide::above, "integers: 0", Look::cross);
    return {"… and how far apart it is", plot.svg("tracks-distance")};
}

// get_distance of the article, at 40 and at 100 frames a second.
Panel car_panel() {
    constexpr double k_unit = 1e-13;
    auto apart = distances(car_track(milliseconds(10)), car_track(milliseconds(25)), k_unit);
    for (Point& point : apart) {
        point.x /= 1000;
    }
    Plot plot("Distance between the car's positions at 40 and at 100 frames a second",
              "The distance grows over ten seconds, unevenly, to " + decimal(apart.back().y, 3) +
                  " times ten to the minus 13 units.",
              {.label = "time, s", .range = {0, 10}},
              {.label = "distance, 10⁻¹³ units", .range = {0, 3}});
    plot.line(apart, Look::diamond);
    plot.words(apart.back(), LabelSide::left, decimal(apart.back().y, 4), Look::diamond);
    return {"A car for ten seconds, 25 ms against 10 ms", plot.svg("tracks-car")};
}

std::vector<std::string> walked_texts() {
    std::vector<std::string> texts;
    for (const WalkerArm& arm : k_walkers) {
        texts.push_back(decimal(walker_track(arm.step, arm.is_latched, k_walk_shown).back().y, 1));
    }
    return texts;
}

Panel walker_panel() {
    constexpr Range k_shown{960, k_walk_shown.count()};
    const std::string held = decimal(in_milliseconds(k_hold.to - k_hold.from), 0) + " ms";
    const auto walked = walked_texts();
    Plot plot("A key held for " + held + " on three machines and with a fixed tick",
              "With a variable step the fast machine walks " + walked[0] + " px, the normal one " +
                  walked[1] + " and the slow one " + walked[3] + ". With a fixed tick of " +
                  std::to_string(k_walkers[2].step.count()) + " ms every machine walks " +
                  walked[2] + ".",
              {.label = "time, ms", .range = k_shown, .ticks_max = 5},
              {.label = "walked, px", .range = {0, 30}});
    plot.strip({in_milliseconds(k_hold.from), in_milliseconds(k_hold.to)}, "key held");
    for (const WalkerArm& arm : k_walkers) {
        std::vector<Point> shown;
        for (const Point& point : walker_track(arm.step, arm.is_latched, k_walk_shown)) {
            if (point.x >= k_shown.low) {
                shown.push_back(point);
            }
        }
        plot.line(shown, arm.look);
        if (arm.step > milliseconds(10)) {
            plot.markers(shown, arm.look);
        } else if (arm.step == milliseconds(10)) {
            plot.dots(shown, arm.look);
        }
        if (arm.side != LabelSide::right) {
            plot.words({1'340, shown.back().y}, arm.side, decimal(shown.back().y, 1) + " px",
                       arm.look);
        }
    }
    return {"A key held for " + held, plot.svg("tracks-walker")};
}

Panel errors_panel(Table& table) {
    constexpr Integer k_mu = 1'000;  // thousandths of a unit
    std::vector<Point> errors;
    double fps_without = 0;  // the most that have no error
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const int fps : {1, 2, 4, 8, 10, 25, 40, 50, 100, 200, 250, 500, 1000}) {
        const auto drive = get_distance<double>(fps);
        const auto exact = get_distance<Integer>(fps);
        const double error =
            drive.distance - static_cast<double>(exact.distance) / static_cast<double>(k_mu);
        errors.push_back({static_cast<double>(fps), std::fabs(error)});
        table.rows.push_back({std::int64_t{fps}, ExactDouble{drive.distance}, ExactDouble{error}});
        if (error == 0) {
            fps_without = std::max(fps_without, errors.back().x);
        } else {
            least = std::min(least, errors.back().y);
            most = std::max(most, errors.back().y);
        }
    }
    Plot plot("Error of get_distance by frames a second",
              "No error up to " + decimal(fps_without, 0) +
                  " frames a second, then errors between " + decimal(least * 1e15, 1) +
                  " times ten to the minus 15 and " + decimal(most * 1e13, 1) +
                  " times ten to the minus 13 units that go up and down without a rule.",
              {.label = "frames a second", .range = {0.8, 1'300}, .is_logarithmic = true},
              {.label = "error after 10 s, units",
               .range = {1e-15, 1e-12},
               .is_logarithmic = true,
               .has_zero = true});
    plot.markers(errors, Look::diamond);
    return {"Rounding by frames a second", plot.svg("tracks-errors")};
}

}  // namespace
}  // namespace tandem::tools::lab::report
