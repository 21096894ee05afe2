// SPDX-License-Identifier: MIT
// The claims about loops that catch up: C43 to C48, C53 to C56 and C59 to C61.
#include <algorithm>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/games/history.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

double ratio_of(const LoopReport& report) { return report.ratio(); }
double count(std::uint64_t value) { return static_cast<double>(value); }

Verdict only_holds_keeps_time(const Finding& fails, const Finding& holds) {
    return shown_if(all_keep_time(holds.values) && !all_keep_time(fails.values));
}

Finding updates_and_frames(std::string_view id, std::initializer_list<std::string_view> machines) {
    Finding updates;
    std::vector<double> frames;
    for (const std::string_view machine : machines) {
        const LoopReport report = run_published(id, machine);
        updates.values.push_back(count(report.updates));
        frames.push_back(count(report.frames));
    }
    updates.text = std::string(id) + ": " + decimals(updates.values, 0) + " updates, " +
                   decimals(frames, 0) + " frames";
    return updates;
}

bool all_within(const std::vector<double>& values, double least, double most) {
    return std::all_of(values.begin(), values.end(),
                       [&](double value) { return least <= value && value <= most; });
}

// ---- C43
Finding steady_flat_out() { return updates_and_frames("L0", {"fast", "normal"}); }
Finding steady_catching_up() { return updates_and_frames("L3", {"fast", "normal"}); }
Verdict only_holds_runs_50_a_second(const Finding& fails, const Finding& holds) {
    return shown_if(all_within(holds.values, 500, 500) && !all_within(fails.values, 500, 500));
}

// ---- C44
Finding identical_share(std::string_view id) {
    Finding finding = on_machines(id, {"fast", "normal"}, 1, [](const LoopReport& report) {
        return 100 * count(report.frames - report.distinct) / count(report.frames);
    });
    finding.text += " % identical";
    return finding;
}
Finding identical_without_interpolation() { return identical_share("L3"); }
Finding identical_with_interpolation() { return identical_share("L4"); }
Verdict only_fails_repeats_pictures(const Finding& fails, const Finding& holds) {
    return shown_if(all_within(holds.values, 0, 0) && all_within(fails.values, 50, 100));
}

// ---- C45: both loops allow 200 ms of game in a frame.
struct Capped {
    std::string_view id;
    std::int64_t updates_max;
};
constexpr Capped k_capped[]{{"L3", 10}, {"L4", 5}};
constexpr milliseconds k_longest_frame(200);

// On machines whose frame lasts so long at the cap, with updates of 1, 4 and 10 ms. Values: the
// ratio and the formula's, in turn.
Finding capped_speeds(std::initializer_list<int> frames_ms) {
    RunOptions options;
    options.window = seconds(200);
    Finding finding;
    std::vector<double> measured;
    for (const Capped& capped : k_capped) {
        for (const int frame_ms : frames_ms) {
            for (const int update_ms : {1, 4, 10}) {
                Machine machine;
                machine.update_cost = milliseconds(update_ms);
                machine.render_cost =
                    milliseconds(frame_ms) - capped.updates_max * machine.update_cost;
                const double formula = std::min(1.0, in_milliseconds(k_longest_frame) / frame_ms);
                measured.push_back(run_published(capped.id, machine, options).ratio());
                finding.values.insert(finding.values.end(), {measured.back(), formula});
            }
        }
    }
    const auto [least, most] = std::minmax_element(measured.begin(), measured.end());
    finding.text = std::to_string(measured.size()) + " machines: " + decimal(*least, 3) + " to " +
                   decimal(*most, 3);
    return finding;
}
Finding speeds_under_five_frames() { return capped_speeds({220, 250, 300, 400, 436}); }
Finding speeds_over_five_frames() { return capped_speeds({110, 150, 190, 200}); }
Verdict speed_drops_as_the_formula_says(const Finding& fails, const Finding& holds) {
    // A frame of 436 ms that the window's end cuts.
    constexpr double k_unfinished = 0.003;
    const auto is_formula = [&](const std::vector<double>& values, bool full_speed) {
        for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
            if (values[i] < values[i + 1] - k_unfinished ||
                values[i] > values[i + 1] + k_unfinished || (values[i + 1] == 1) != full_speed) {
                return false;
            }
        }
        return true;
    };
    return shown_if(is_formula(fails.values, false) && is_formula(holds.values, true));
}

// ---- C46, C47
Finding ratio_and_frames(std::string_view id, std::string_view machine) {
    const LoopReport report = run_published(id, machine);
    return {std::string(id) + ": " + decimal(report.ratio(), 4) + ", " +
                std::to_string(report.updates) + " updates, " +
                decimal(count(report.frames) / in_seconds(report.window), 1) + " FPS, worst gap " +
                decimal(in_milliseconds(report.worst_gap), 2) + " ms",
            {report.ratio()}};
}
Finding slow_at_a_fixed_rate() { return ratio_and_frames("L1", "slow"); }
Finding slow_catching_up() {
    return joined(ratio_and_frames("L3", "slow"), ratio_and_frames("G2", "slow"));
}
Finding fifteen_frames_at_a_fixed_rate() { return ratio_and_frames("L1", "4:60"); }
Finding fifteen_frames_catching_up() { return ratio_and_frames("L4", "4:60"); }

// ---- C48
Finding state_rates_of_frames() { return updates_and_frames("L2", {"fast", "normal", "slow"}); }
Finding state_rates_of_ticks() { return updates_and_frames("L4", {"fast", "normal", "slow"}); }
Verdict only_holds_runs_25_a_second(const Finding& fails, const Finding& holds) {
    // Two ticks less where a frame of 100 ms is not finished.
    return shown_if(all_within(holds.values, 248, 250) && !all_within(fails.values, 248, 250));
}

// ---- C53
std::vector<double> updates_by_frame(std::string_view id, std::string_view machine, Flicks window) {
    RunOptions options;
    options.window = window;
    History history;
    run_published(id, machine, options, &history);
    std::vector<double> series;
    std::uint64_t before = 0;
    for (const Frame& frame : history.frames) {
        series.push_back(count(frame.updates - before));
        before = frame.updates;
    }
    return series;
}
// The last of a series over the one before.
double growth(const std::vector<double>& series) {
    return series.size() < 2 ? 0 : series[series.size() - 1] / series[series.size() - 2];
}
Finding updates_that_cost_more_than_a_tick() {
    constexpr Flicks k_window = seconds(150);  // seven frames of G2
    Finding finding{{}, updates_by_frame("G2", "choked", k_window)};
    const std::vector<double> lwjgl = updates_by_frame("W2", "choked", k_window);
    const std::vector<double> mdn = updates_by_frame("M2", "choked", k_window);
    finding.text =
        "G2: " + decimals(finding.values, 0) + " updates a frame, growing " +
        decimal(growth(finding.values), 2) + " times; W2: " + decimals(lwjgl, 0) + ", growing " +
        decimal(growth(lwjgl), 2) + " times; M2: " +
        decimals({mdn.begin(), mdn.begin() + std::min<std::ptrdiff_t>(5, std::ssize(mdn))}, 0) +
        ", ..., " + decimal(mdn.back(), 0);
    return finding;
}
Finding updates_that_cost_less_than_a_tick() {
    const std::vector<double> series = updates_by_frame("G2", "slow", seconds(10));
    const double most = *std::max_element(series.begin(), series.end());
    return {"G2: " + decimal(most, 0) + " updates a frame at most", series};
}
// Whether each of the last three frames runs over twice the updates of the one before.
Verdict only_fails_spirals(const Finding& fails, const Finding& holds) {
    const auto spirals = [](const std::vector<double>& series) {
        const std::size_t size = series.size();
        return size >= 4 && series[size - 1] > 2 * series[size - 2] &&
               series[size - 2] > 2 * series[size - 3] && series[size - 3] > 2 * series[size - 4];
    };
    return shown_if(spirals(fails.values) && !spirals(holds.values));
}

// ---- C54
Finding choked_gap(std::string_view id) {
    const LoopReport report = run_published(id, "choked");
    return {std::string(id) + ": worst gap " + decimal(in_milliseconds(report.worst_gap), 0) +
                " ms, " + decimal(in_milliseconds(report.worst_gap_at_half), 0) +
                " in the first half; speed " + decimal(report.ratio(), 3),
            {in_milliseconds(report.worst_gap), in_milliseconds(report.worst_gap_at_half)}};
}
Finding choked_without_a_cap() { return choked_gap("G2"); }
Finding choked_with_a_cap() { return choked_gap("G3"); }
Verdict only_fails_freezes(const Finding& fails, const Finding& holds) {
    const auto freezes = [](const Finding& finding) {
        return finding.values[0] > 2 * finding.values[1];
    };
    return shown_if(freezes(fails) && !freezes(holds));
}

// ---- C55: how far the car of a thousandth a millisecond jumps.
struct CarGame : Game {
    void update(const Update& update) override {
        const Integer before = car.distance;
        car.step(step_of<Integer>(update.step));
        jump = std::max(jump, car.distance - before);
    }

    Car<Integer> car;
    Integer jump = 0;
};
Finding updates_and_jumps(std::initializer_list<std::string_view> ids) {
    Finding finding;
    for (const std::string_view id : ids) {
        CarGame game;
        const LoopReport report = run_published(id, "normal", {}, &game);
        finding.text += (finding.text.empty() ? "" : "; ") +
                        decimal(in_milliseconds(report.tick), 0) +
                        " ms: " + std::to_string(report.updates) + " updates of " +
                        std::to_string(game.jump) + " mu";
        finding.values.insert(finding.values.end(),
                              {count(report.updates), static_cast<double>(game.jump)});
    }
    return finding;
}
Finding long_ticks() { return updates_and_jumps({"L4", "M2"}); }
Finding short_ticks() { return updates_and_jumps({"G2", "L3"}); }
Verdict holds_updates_more_and_jumps_less(const Finding& fails, const Finding& holds) {
    return shown_if(holds.values[0] > fails.values[0] && holds.values[2] > fails.values[2] &&
                    holds.values[1] < fails.values[1] && holds.values[3] < fails.values[3]);
}

// ---- C56
Finding nap_on_slow() { return on_machines("G1", {"slow"}, 4, ratio_of); }
Finding catch_up_on_slow() { return on_machines("G2", {"slow"}, 4, ratio_of); }

// ---- C59
Finding lwjgl_without_skipping() { return on_machines("W1", {"slow"}, 4, ratio_of); }
Finding lwjgl_with_skipping() {
    Finding finding = on_machines("W2", {"slow"}, 4, ratio_of);
    const LoopReport fast = run_published("W2", "fast");
    const LoopReport normal = run_published("W2", "normal");
    finding.text += "; fast and normal: " + std::to_string(fast.updates) + " updates, " +
                    std::to_string(fast.frames) + " frames, " + std::to_string(fast.distinct) +
                    " distinct, busy " + decimal(fast.busy_percent(), 1) + " and " +
                    decimal(normal.busy_percent(), 1) + " %";
    return finding;
}

// ---- C60
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
    return shown_if(holds.values[0] == 1 && holds.values[1] == 100 && fails.values[0] < 1 &&
                    fails.values[1] > 100);
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
Finding ticks_too_short() {
    const LoopReport fast = run_published("L1", "fast");
    Finding finding = joined(speeds_by_tick({5, 10, 12, 13}), speeds_by_rendering(170, 190));
    finding.text += "; too low, L1 on fast: busy " + decimal(fast.busy_percent(), 1) + " %";
    return finding;
}
Finding ticks_long_enough() {
    return joined(speeds_by_tick({14, 16, 20, 40}), speeds_by_rendering(160, 180));
}
Verdict all_of_holds_and_none_of_fails_keep_time(const Finding& fails, const Finding& holds) {
    return shown_if(all_keep_time(holds.values) &&
                    std::none_of(fails.values.begin(), fails.values.end(), keeps_time));
}

ClaimList claims_of_speed() {
    return {
        {.id = "C43",
         .sentence = "L3 runs a steady 50 updates a second, and frames as fast as possible",
         .fails = "L0, tuned to normal, on fast and normal",
         .holds = "L3 on fast and normal",
         .expected = "5000, 1000 updates | 500, 500 updates; 9500, 1055 frames, (T - N U) / R",
         .run_fails = steady_flat_out,
         .run_holds = steady_catching_up,
         .judge = only_holds_runs_50_a_second},
        {.id = "C44",
         .sentence = "frames beyond the 50 a second are pictures drawn again",
         .fails = "L3, no interpolation, on fast and normal",
         .holds = "L4, interpolation, on the same",
         .expected = "identical: 94.7 and 52.5 % | none",
         .run_fails = identical_without_interpolation,
         .run_holds = identical_with_interpolation,
         .judge = only_fails_repeats_pictures},
        {.id = "C45",
         .sentence = "the speed drops only below 5 frames a second",
         .fails =
             "L3 and L4 where a frame at the cap lasts over 200 ms, for updates of 1, 4 and 10 ms",
         .holds = "the same up to 200 ms",
         .expected = "c tick / (c U + R), 0.459 at 436 ms | 1",
         .run_fails = speeds_under_five_frames,
         .run_holds = speeds_over_five_frames,
         .judge = speed_drops_as_the_formula_says},
        {.id = "C46",
         .sentence = "on a slow machine the frame rate drops and the speed stays",
         .fails = "L1 on slow",
         .holds = "L3 and G2 on slow",
         .expected = "0.4 | 0.996 and 0.9936, gaps of 120 and 128 ms",
         .run_fails = slow_at_a_fixed_rate,
         .run_holds = slow_catching_up,
         .judge = only_holds_keeps_time},
        {.id = "C47",
         .sentence = "15 frames a second do no harm to state and input",
         .fails = "L1, updates of 4 ms and pictures of 60",
         .holds = "L4, the same",
         .expected = "0.625 | 1, 250 updates, 15 FPS",
         .run_fails = fifteen_frames_at_a_fixed_rate,
         .run_holds = fifteen_frames_catching_up,
         .judge = only_holds_keeps_time},
        {.id = "C48",
         .sentence = "the state runs at 25 a second whatever the frame rate",
         .fails = "L2, an update a frame, on fast, normal and slow",
         .holds = "L4 on fast, normal and slow",
         .expected = "5000, 1000, 100 updates | 250, 250, 248 updates with 9750, 1083, 93 frames",
         .run_fails = state_rates_of_frames,
         .run_holds = state_rates_of_ticks,
         .judge = only_holds_runs_25_a_second},
        {.id = "C56",
         .sentence = "with rendering pulled out of the step, speed is the same on all machines",
         .fails = "G1 on slow",
         .holds = "G2 on slow",
         .expected = "0.16 | 0.9936",
         .run_fails = nap_on_slow,
         .run_holds = catch_up_on_slow,
         .judge = only_holds_keeps_time},
    };
}

ClaimList claims_of_ticks() {
    return {
        {.id = "C53",
         .sentence = "a tick must be longer than what its update costs, or the loop falls behind",
         .fails = "G2, W2 and M2 on choked, updates of 50 ms for ticks of 16, 33.3 and 50",
         .holds = "G2 on slow, updates of 4 ms",
         .expected = "0, 3, 12, 41, 131, 413, 1293 updates a frame, growing 3.125 times; W2 1.5 "
                     "times; M2 one "
                     "more a frame | 8 at most",
         .run_fails = updates_that_cost_more_than_a_tick,
         .run_holds = updates_that_cost_less_than_a_tick,
         .judge = only_fails_spirals},
        {.id = "C54",
         .sentence = "a cap on the updates of a frame slows the game instead of freezing it",
         .fails = "G2 on choked",
         .holds = "G3, 5 a frame, on choked",
         .expected = "a frame of 6600 ms, and growing | gaps of 300 ms, speed 80/300 = 0.267",
         .run_fails = choked_without_a_cap,
         .run_holds = choked_with_a_cap,
         .judge = only_fails_freezes},
        {.id = "C55",
         .sentence = "a shorter tick costs more updates, a longer one jumps further",
         .fails = "ticks of 40 and 50 ms (L4, M2) on normal",
         .holds = "ticks of 16 and 20 ms (G2, L3) on normal",
         .expected = "250 and 199 updates of 40 and 50 mu | 624 and 500 of 16 and 20 mu",
         .run_fails = long_ticks,
         .run_holds = short_ticks,
         .judge = holds_updates_more_and_jumps_less},
        {.id = "C59",
         .sentence = "fixed updates with frames that may be skipped keep the speed",
         .fails = "W1 on slow",
         .holds = "W2 on slow; on fast and normal",
         .expected = "0.2 | 0.99; 299 updates, 500 frames, 300 distinct, busy 8 and 48 %",
         .run_fails = lwjgl_without_skipping,
         .run_holds = lwjgl_with_skipping,
         .judge = only_holds_keeps_time},
        {.id = "C60",
         .sentence = "0.01 added a hundred times is not 1 in float",
         .fails = "a color += 0.01f in W2's update",
         .holds = "the same in whole hundredths",
         .expected = "0.999999344, white at update 101, 3.37 s | 100 hundredths",
         .run_fails = color_in_float,
         .run_holds = color_in_hundredths,
         .judge = only_holds_is_white_after_a_hundred},
        {.id = "C61",
         .sentence = "too many ticks a second choke slow hardware, too few waste fast hardware",
         .fails =
             "on slow, ticks below U + R/10 = 13.6 ms; R over 160 and 180 ms; 25 ticks on fast",
         .holds = "on slow, ticks of 14 ms and more; R of 160 (L3) and 180 ms (L4)",
         .expected = "below 1, c tick / (c U + R); busy 5 % | 1",
         .run_fails = ticks_too_short,
         .run_holds = ticks_long_enough,
         .judge = all_of_holds_and_none_of_fails_keep_time},
    };
}

}  // namespace

ClaimList catch_up_claims() {
    ClaimList all = claims_of_speed();
    const ClaimList others = claims_of_ticks();
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

}  // namespace tandem::tools::lab
