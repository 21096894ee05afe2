// SPDX-License-Identifier: MIT
// The claims about ticks, how long they are and what is done in one: C53 to C55 and C59 to C61.
#include <algorithm>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::vector<double> updates_by_frame(std::string_view id, std::string_view machine, Flicks window);
double growth(const std::vector<double>& series);
double more(const std::vector<double>& series);
Finding updates_that_cost_more_than_a_tick();
Finding updates_that_cost_less_than_a_tick();
Verdict only_fails_spirals(const Finding& fails, const Finding& holds);
Finding choked_gap(std::string_view id);
Verdict only_fails_freezes(const Finding& fails, const Finding& holds);

struct CarGame : Game {
    void update(const Update& update) override {
        const Integer before = car.distance;
        car.step(step_of<Integer>(update.step));
        jump = std::max(jump, car.distance - before);
    }

    Car<Integer> car;
    Integer jump = 0;
};
Finding updates_and_jumps(std::initializer_list<std::string_view> ids);
Finding long_ticks();
Finding short_ticks();
Verdict holds_updates_more_and_jumps_less(const Finding& fails, const Finding& holds);
Finding lwjgl_without_skipping();
Finding lwjgl_with_skipping();
Verdict only_holds_skips_frames(const Finding& fails, const Finding& holds);

constexpr std::uint64_t k_whole = 100;
template <class Color>
struct Brightening : Game {
    void update(const Update& update) override {
        color += one_hundredth;
        if (update.number + 1 == k_whole) {
            after_hundred = color;
        }
        if (color >= white && reached == 0) {
            reached = update.number + 1;
        }
        color = std::min(color, white);
    }

    Color one_hundredth{};
    Color white{};
    Color color{};
    Color after_hundred{};
    std::uint64_t reached = 0;  // white, at this update
};
std::string reached_text(std::uint64_t updates);
Finding color_in_float();
Finding color_in_hundredths();
Verdict only_holds_is_white_after_a_hundred(const Finding& fails, const Finding& holds);
Finding speeds_by_tick(std::initializer_list<std::uint32_t> ticks_ms);
template <int tick_ms>
Finding speed_without_a_cap();
template <int... ticks_ms>
Finding speeds_without_a_cap();
Finding speeds_by_rendering(int max_fps_ms, int interpolated_ms);
Finding busy_on_fast(std::uint32_t ticks_a_second);
Finding ticks_too_short_or_too_few();
Finding ticks_long_and_many_enough();
Verdict only_holds_neither_chokes_nor_wastes(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList tick_claims() {
    return {
        {.id = "C53",
         .articles = Article::patterns,
         .sentence = "a tick must be longer than what its update costs, or the loop falls behind",
         .fails = "G2, W2 and M2 on choked, updates of 50 ms for ticks of 16, 33.3 and 50",
         .holds = "the same on slow, updates of 4 ms",
         .expected = "0, 3, 12, 41, 131, 413, 1293 updates a frame, growing 3.125 times; W2 1.5 "
                     "times; M2 one more a frame | 8, 4 and 3 at most",
         .run_fails = updates_that_cost_more_than_a_tick,
         .run_holds = updates_that_cost_less_than_a_tick,
         .judge = only_fails_spirals},
        {.id = "C54",
         .articles = Article::patterns,
         .sentence = "a cap on the updates of a frame slows the game instead of freezing it",
         .fails = "G2 on choked",
         .holds = "G3, 5 a frame, on choked",
         .expected = "a frame of 6600 ms, and growing; speed 16/50 at most | gaps of 300 ms, speed "
                     "80/300 = 0.267",
         .run_fails = [] { return choked_gap("G2"); },
         .run_holds = [] { return choked_gap("G3"); },
         .judge = only_fails_freezes},
        {.id = "C55",
         .articles = Article::patterns,
         .sentence = "a shorter tick costs more updates, a longer one jumps further",
         .fails = "ticks of 40 and 50 ms (L4, M2) on normal",
         .holds = "ticks of 16 and 20 ms (G2, L3) on normal",
         .expected = "250 and 199 updates of 40 and 50 thousandths | 624 and 500 of 16 and 20",
         .run_fails = long_ticks,
         .run_holds = short_ticks,
         .judge = holds_updates_more_and_jumps_less},
        {.id = "C59",
         .articles = Article::lwjgl,
         .sentence = "fixed updates with frames that may be skipped keep the speed",
         .fails = "W1 on slow",
         .holds = "W2 on slow; on fast and normal",
         .expected = "0.2 | 0.99; 299 updates, 500 frames, 300 distinct on both, busy 8 and 48 %",
         .run_fails = lwjgl_without_skipping,
         .run_holds = lwjgl_with_skipping,
         .judge = only_holds_skips_frames},
        {.id = "C60",
         .articles = Article::lwjgl,
         .sentence = "0.01 added a hundred times is not 1 in float",
         .fails = "a color += 0.01f in W2's update",
         .holds = "the same in whole hundredths",
         .expected = "0.999999344, white at update 101, 3.37 s | 100 hundredths",
         .run_fails = color_in_float,
         .run_holds = color_in_hundredths,
         .judge = only_holds_is_white_after_a_hundred},
        {.id = "C61",
         .articles = Article::witters,
         .sentence = "too many ticks a second choke slow hardware, too few waste fast hardware",
         .fails =
             "on slow, ticks below U + R/10 = 13.6 ms; R over 160 and 180 ms; without a cap (G2) "
             "ticks up to U = 4 ms; on fast, 25 a second",
         .holds = "on slow, ticks of 14 ms and more; R of 160 (L3) and 180 ms (L4); without a cap "
                  "ticks above U; on fast, 500 a second",
         .expected = "below 1, c tick / (c U + R); without a cap 0.496, 0.739, 0.957, frames "
                     "ever longer; busy 5 % | 1; without a cap 0.996, 0.997, 0.998, frames of "
                     "tick R / (tick - U) = 480, 288, 192 ms; busy 100 %",
         .run_fails = ticks_too_short_or_too_few,
         .run_holds = ticks_long_and_many_enough,
         .judge = only_holds_neither_chokes_nor_wastes},
    };
}

namespace {

// ---- C53
std::vector<double> updates_by_frame(std::string_view id, std::string_view machine, Flicks window) {
    RunOptions options;
    options.window = window;
    RecordingGame history;
    run_published(id, machine, options, &history);
    std::vector<double> series;
    std::uint64_t before = 0;
    for (const Frame& frame : history.frames) {
        series.push_back(count(frame.updates - before));
        before = frame.updates;
    }
    return series;
}

// The last of a series over the one before, and how many more it is.
double growth(const std::vector<double>& series) {
    return series.size() < 2 ? 0 : series[series.size() - 1] / series[series.size() - 2];
}

double more(const std::vector<double>& series) {
    return series.size() < 2 ? 0 : series[series.size() - 1] - series[series.size() - 2];
}

// Values: by how much the updates of G2's and W2's last frame are multiplied, how many more
// those of M2's are, and the most updates of a frame of M2.
Finding updates_that_cost_more_than_a_tick() {
    constexpr Flicks k_window = seconds(150);  // seven frames of G2
    const std::vector<double> patterns = updates_by_frame("G2", "choked", k_window);
    const std::vector<double> lwjgl = updates_by_frame("W2", "choked", k_window);
    const std::vector<double> mdn = updates_by_frame("M2", "choked", k_window);
    return {
        "G2: " + decimals(patterns, 0) + " updates a frame, growing " +
            decimal(growth(patterns), 2) + " times; W2: " + decimals(lwjgl, 0) + ", growing " +
            decimal(growth(lwjgl), 2) + " times; M2: " +
            decimals({mdn.begin(), mdn.begin() + std::min<std::ptrdiff_t>(5, std::ssize(mdn))}, 0) +
            ", ..., " + decimal(mdn.back(), 0) + ", growing by " + decimal(more(mdn), 0),
        {growth(patterns), growth(lwjgl), more(mdn), *std::max_element(mdn.begin(), mdn.end())}};
}

// Values: the most updates of a frame of G2, W2 and M2.
Finding updates_that_cost_less_than_a_tick() {
    Finding finding;
    for (const std::string_view id : {"G2", "W2", "M2"}) {
        const std::vector<double> series = updates_by_frame(id, "slow", seconds(10));
        finding.values.push_back(*std::max_element(series.begin(), series.end()));
        finding.text += (finding.text.empty() ? "" : ", ") + std::string(id) + " " +
                        decimal(finding.values.back(), 0);
    }
    finding.text += " updates a frame at most";
    return finding;
}

// An update of 50 ms over a tick of 16, 33.3 and 50 ms: a frame runs so many times the updates of
// the one before; where it is 1, what the picture takes is added.
Verdict only_fails_spirals(const Finding& fails, const Finding& holds) {
    constexpr double k_rounding = 0.01;  // to whole updates
    return shown_if(are_near(fails.values, {50.0 / 16, 50.0 / (100.0 / 3), 1, 75}, k_rounding) &&
                    are_near(holds.values, {8, 4, 3}, 0));
}

// ---- C54
// Values: worst gap, that of the first half, speed.
Finding choked_gap(std::string_view id) {
    const LoopReport report = run_published(id, "choked");
    return {std::string(id) + ": worst gap " + decimal(in_milliseconds(report.worst_gap), 0) +
                " ms, " + decimal(in_milliseconds(report.worst_gap_at_half), 0) +
                " in the first half; speed " + decimal(report.ratio(), 3),
            {in_milliseconds(report.worst_gap), in_milliseconds(report.worst_gap_at_half),
             report.ratio()}};
}

Verdict only_fails_freezes(const Finding& fails, const Finding& holds) {
    // 132 and 42 updates of 50 ms; five and a picture. The speed is tick over update, less
    // pictures.
    constexpr double k_unfinished = 0.01;
    const auto has_gaps = [](const Finding& finding, double worst, double at_half) {
        return finding.values[0] == worst && finding.values[1] == at_half;
    };
    return shown_if(has_gaps(fails, 6'600, 2'100) && has_gaps(holds, 300, 300) &&
                    are_near({fails.values[2]}, {16.0 / 50}, k_unfinished) &&
                    are_near({holds.values[2]}, {80.0 / 300}, k_unfinished));
}

// ---- C55: how far the car of a thousandth a millisecond jumps.

Finding updates_and_jumps(std::initializer_list<std::string_view> ids) {
    Finding finding;
    for (const std::string_view id : ids) {
        CarGame game;
        const LoopReport report = run_published(id, "normal", {}, &game);
        finding.text += (finding.text.empty() ? "" : "; ") +
                        decimal(in_milliseconds(report.tick), 0) +
                        " ms: " + std::to_string(report.updates) + " updates of " +
                        std::to_string(game.jump) + " thousandths";
        finding.values.insert(finding.values.end(),
                              {count(report.updates), static_cast<double>(game.jump)});
    }
    return finding;
}

Finding long_ticks() { return updates_and_jumps({"L4", "M2"}); }

Finding short_ticks() { return updates_and_jumps({"G2", "L3"}); }

Verdict holds_updates_more_and_jumps_less(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {250, 40, 199, 50}, 0) &&
                    are_near(holds.values, {624, 16, 500, 20}, 0));
}

// ---- C59
Finding lwjgl_without_skipping() { return on_machines("W1", {"slow"}, 4, ratio_of); }

Finding lwjgl_with_skipping() {
    Finding finding = on_machines("W2", {"slow"}, 4, ratio_of);
    for (const std::string_view machine : {"fast", "normal"}) {
        const LoopReport report = run_published("W2", machine);
        finding.text += "; " + std::string(machine) + ": " + std::to_string(report.updates) +
                        " updates, " + std::to_string(report.frames) + " frames, " +
                        std::to_string(report.distinct) + " distinct, busy " +
                        decimal(report.busy_percent(), 1) + " %";
        finding.values.insert(finding.values.end(),
                              {count(report.updates), count(report.frames), count(report.distinct),
                               report.busy_percent()});
    }
    return finding;
}

// The speed stays on slow, where frames are skipped; elsewhere none is.
Verdict only_holds_skips_frames(const Finding& fails, const Finding& holds) {
    constexpr double k_busy = 0.05;
    return shown_if(are_near(fails.values, {0.2}, 1e-9) &&
                    are_near(holds.values, {0.99, 299, 500, 300, 8, 299, 500, 300, 48}, k_busy) &&
                    keeps_time(holds.values[0]));
}

// ---- C60

std::string reached_text(std::uint64_t updates) {
    const Flicks tick = find_loop("W2")->tick;
    return "white at update " + std::to_string(updates) + ", " +
           decimal(in_seconds(static_cast<std::int64_t>(updates) * tick), 2) + " s";
}

Finding color_in_float() {
    Brightening<float> game;
    game.one_hundredth = 0.01F;
    game.white = 1.0F;
    run_published("W2", "fast", {}, &game);
    const auto color = static_cast<double>(game.after_hundred);
    return {"100 updates: " + decimal(color, 9) + "; " + reached_text(game.reached),
            {color, count(game.reached)}};
}

Finding color_in_hundredths() {
    Brightening<Integer> game;
    game.one_hundredth = 1;
    game.white = static_cast<Integer>(k_whole);
    run_published("W2", "fast", {}, &game);
    const double color = static_cast<double>(game.after_hundred) / count(k_whole);
    return {"100 updates: " + std::to_string(game.after_hundred) + " hundredths; " +
                reached_text(game.reached),
            {color, count(game.reached)}};
}

Verdict only_holds_is_white_after_a_hundred(const Finding& fails, const Finding& holds) {
    constexpr double k_nine_digits = 0.5e-9;
    return shown_if(are_near(fails.values, {0.999999344, 101}, k_nine_digits) &&
                    are_near(holds.values, {1, 100}, 0));
}

// ---- C61
// sim::GameLoop on slow, ten ticks of so many milliseconds in a frame at most.
Finding speeds_by_tick(std::initializer_list<std::uint32_t> ticks_ms) {
    constexpr std::uint32_t k_ms_per_second = 1'000;
    Finding finding;
    for (const std::uint32_t tick : ticks_ms) {
        RunOptions options;
        options.window = seconds(100);
        const LoopReport report = run_product(
            machine_of("slow"),
            {.tick_rate = TickRate(k_ms_per_second, tick), .debt_policy = sim::DebtPolicy::keep},
            options);
        finding.values.push_back(report.ratio());
        finding.text += (finding.text.empty() ? "" : ", ") + std::to_string(tick) + " ms " +
                        decimal(report.ratio(), 3);
    }
    return finding;
}

// G2 on slow, without a cap. Values: the speed, the longest frame of the first half in
// milliseconds and that of all, for each tick.
template <int tick_ms>
Finding speed_without_a_cap() {
    const Loop loop{
        .id = "G2",
        .name = "another MS_PER_UPDATE",
        .constants = {},
        .tick = milliseconds(tick_ms),
        .counts_updates = true,
        .published = [](Platform& game) { run_catch_up_by(game, milliseconds(tick_ms)); }};
    RunOptions options;
    options.window = seconds(100);
    const LoopReport report = run_loop(loop, machine_of("slow"), options);
    const double at_half = in_milliseconds(report.worst_gap_at_half);
    const double at_end = in_milliseconds(report.worst_gap);
    return {std::to_string(tick_ms) + " ms " + decimal(report.ratio(), 3) + ", frames of " +
                decimal(at_half, 0) + (at_end > at_half ? ", later " + decimal(at_end, 0) : "") +
                " ms",
            {report.ratio(), at_half, at_end}};
}

template <int... ticks_ms>
Finding speeds_without_a_cap() {
    Finding finding;
    for (const Finding& one : {speed_without_a_cap<ticks_ms>()...}) {
        finding = finding.values.empty() ? one : joined(finding, one);
    }
    finding.text = "G2: " + finding.text;
    return finding;
}

// L3 and L4 with an update of 4 ms and so much rendering.
Finding speeds_by_rendering(int max_fps_ms, int interpolated_ms) {
    RunOptions options;
    options.window = seconds(100);
    const std::string first = "4:" + std::to_string(max_fps_ms);
    const std::string second = "4:" + std::to_string(interpolated_ms);
    const double max_fps = run_published("L3", first, options).ratio();
    const double interpolated = run_published("L4", second, options).ratio();
    return {"L3 on " + first + " " + decimal(max_fps, 3) + ", L4 on " + second + " " +
                decimal(interpolated, 3),
            {max_fps, interpolated}};
}

// sim::GameLoop on fast, which needs 2 ms for a tick and its picture.
Finding busy_on_fast(std::uint32_t ticks_a_second) {
    const double busy =
        run_product(machine_of("fast"), {.tick_rate = TickRate(ticks_a_second)}).busy_percent();
    return {"fast, " + std::to_string(ticks_a_second) + " ticks a second: busy " +
                decimal(busy, 1) + " %",
            {busy}};
}

// Values: four ratios by tick, two by rendering, nine without a cap, and how busy fast is.
Finding ticks_too_short_or_too_few() {
    const Finding capped = joined(speeds_by_tick({5, 10, 12, 13}), speeds_by_rendering(170, 190));
    return joined(joined(capped, speeds_without_a_cap<2, 3, 4>()), busy_on_fast(25));
}

Finding ticks_long_and_many_enough() {
    const Finding capped = joined(speeds_by_tick({14, 16, 20, 40}), speeds_by_rendering(160, 180));
    return joined(joined(capped, speeds_without_a_cap<5, 6, 8>()), busy_on_fast(500));
}

// With a cap c tick / (c U + R): ten ticks of 4 ms and a picture of 96; a frame of 210 ms for 200.
// Without one, where a tick is no longer than U, a frame runs U / tick times the updates of the one
// before and those of a picture, and the speed is on its way to tick / U. Above U frames settle at
// tick R / (tick - U).
Verdict only_holds_neither_chokes_nor_wastes(const Finding& fails, const Finding& holds) {
    constexpr double k_unfinished = 0.003;
    constexpr double k_busy = 0.5;
    const auto split = [](const Finding& finding) {
        return std::vector<double>(finding.values.begin(), finding.values.end() - 1);
    };
    return shown_if(
        are_near(split(fails),
                 {50.0 / 136, 100.0 / 136, 120.0 / 136, 130.0 / 136, 200.0 / 210, 200.0 / 210,
                  0.4957, 24'480, 49'056, 0.7392, 11'808, 21'216, 0.9568, 2'976, 4'320},
                 k_unfinished) &&
        are_near(split(holds),
                 {1, 1, 1, 1, 1, 1, 0.9956, 480, 480, 0.9974, 288, 288, 0.9984, 192, 192},
                 k_unfinished) &&
        are_near({fails.values.back(), holds.values.back()}, {5, 100}, k_busy));
}

}  // namespace
}  // namespace tandem::tools::lab
