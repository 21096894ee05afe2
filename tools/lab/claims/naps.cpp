// SPDX-License-Identifier: MIT
// The claims about fixed frame rates, naps and vsync: C33 to C42.
#include <algorithm>
#include <optional>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/experiments/aftermath.hpp>
#include <tandem/tools/lab/experiments/nap_precision.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

double busy_of(const LoopReport& report);
Finding rate_on(std::initializer_list<std::string_view> machines);
Finding rate_on_slow();
Finding rate_on_machines_that_keep_up();
Verdict only_holds_runs_every_40_ms(const Finding& fails, const Finding& holds);
Finding on_slow_and_after_a_stall(const StalledLoop& loop);
Finding uneven_speed();
Finding even_speed();
Verdict only_holds_is_even(const Finding& fails, const Finding& holds);
Finding pictures_on_fast(std::string_view id);
Verdict holds_draws_far_more(const Finding& fails, const Finding& holds);
Finding work_of(std::string_view id);
Finding work_of_product(std::optional<TickRate> frame_rate_max);
Finding work_with_a_cap();
Verdict only_fails_works_all_the_time(const Finding& fails, const Finding& holds);
Finding nap_on_slow();
Finding nap_within_its_frame();
Finding lwjgl_nap_on_slow();
Finding lwjgl_nap_within_its_frame();
void run_unsigned_nap(Platform& game);
Finding unsigned_nap_when_late();
Finding clamped_nap_when_late();
Verdict only_fails_stands_still(const Finding& fails, const Finding& holds);

constexpr int k_waits = 1'000;
Finding overshoot_finding(const char* what, const Overshoots& overshoots);
Finding real_sleeps();
Finding real_spins();
Verdict sleep_is_off_by_a_tenth_of_a_second(const Finding& fails, const Finding& holds);
Finding pacing_finding(const char* what, const PacingPrecision& precision);
Finding paced_by_sleeps();
Finding paced_by_naps();
Verdict naps_drift_less_than_a_sleep(const Finding& fails, const Finding& holds);
Finding frames_without_a_wait();
Finding frames_with_vsync();
Verdict only_holds_is_the_same_everywhere(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList nap_claims() {
    return {
        {.id = "C33",
         .articles = Article::witters,
         .sentence = "L1 runs exactly 25 updates a second, if the machine keeps up",
         .fails = "L1 on slow, which does not",
         .holds = "L1 on fast and normal",
         .expected = "fewer | 250 in 10 s, worst gap 40 ms, on both",
         .run_fails = rate_on_slow,
         .run_holds = rate_on_machines_that_keep_up,
         .judge = only_holds_runs_every_40_ms},
        {.id = "C34",
         .articles = Article::witters,
         .sentence =
             "with a fixed frame rate a slow machine plays slowly, or now slowly, now too fast",
         .fails = "L1 on slow, and on normal with a stall of 2 s",
         .holds = "sim::GameLoop at 25 ticks a second, pausing, on both",
         .expected = "slow 0.4; after the stall 10 updates in 100 ms, 4 times the speed for 630 "
                     "ms, 0 s behind for good | even, and the stall's 2 s behind for good",
         .run_fails = uneven_speed,
         .run_holds = even_speed,
         .judge = only_holds_is_even},
        {.id = "C35",
         .articles = Article::witters,
         .sentence = "a fast machine wastes what it could draw",
         .fails = "L1 on fast, 25 FPS",
         .holds = "L0 on fast, flat out",
         .expected = "250 pictures, busy 5 % | 5000 pictures, busy 100 %",
         .run_fails = [] { return pictures_on_fast("L1"); },
         .run_holds = [] { return pictures_on_fast("L0"); },
         .judge = holds_draws_far_more},
        {.id = "C36",
         .articles = Article::witters | Article::patterns,
         .sentence = "a capped frame rate saves power",
         .fails = "L3 and sim::GameLoop (25 ticks a second, drawn in between) on normal, as many "
                  "frames as they can",
         .holds = "L1 and G1 on normal, capped; sim::GameLoop capped at 50 frames a second "
                  "(frame_rate_max)",
         .expected = "busy 100 and 100 % | 25, 62.5 and 47.5 %",
         .run_fails = [] { return joined(work_of("L3"), work_of_product(std::nullopt)); },
         .run_holds = work_with_a_cap,
         .judge = only_fails_works_all_the_time},
        {.id = "C37",
         .articles = Article::patterns,
         .sentence =
             "napping to the frame's end works below 16 ms of work, and slows the game above",
         .fails = "G1 on slow, 100 ms of work",
         .holds = "G1 on fast and normal",
         .expected = "0.16 | 1 and 1",
         .run_fails = nap_on_slow,
         .run_holds = nap_within_its_frame,
         .judge = only_holds_keeps_time<160>},
        {.id = "C38",
         .articles = Article::patterns,
         .sentence = "a frame that is late asks for a negative nap",
         .fails = "G1 on slow, its nap taken as unsigned milliseconds",
         .holds = "G1 on slow, a negative nap taken for none",
         .expected = "sleeps 49.7 days | asks for -84 ms and goes on at once",
         .run_fails = unsigned_nap_when_late,
         .run_holds = clamped_nap_when_late,
         .judge = only_fails_stands_still},
        {.id = "C39",
         .articles = Article::lwjgl,
         .sentence = "LWJGL's nap assumes that the work fits its 20 ms",
         .fails = "W1 on slow, 100 ms of work",
         .holds = "W1 on fast and normal",
         .expected = "0.2 | 1 and 1",
         .run_fails = lwjgl_nap_on_slow,
         .run_holds = lwjgl_nap_within_its_frame,
         .judge = only_holds_keeps_time<200>},
        {.id = "C40",
         .articles = Article::lwjgl,
         .sentence = "sleep is imprecise by as much as a tenth of a second",
         .fails = "1000 sleeps of 1 ms",
         .holds = "1000 times 1 ms spent spinning",
         .expected = "median +0.06, p99 +0.08, max +3.9 ms on one machine | less",
         .why_not_testable =
             "it is the operating system's affair; tandem lab claims --real measures it",
         .real = Arms{real_sleeps, real_spins, sleep_is_off_by_a_tenth_of_a_second,
                      std::chrono::seconds(2)}},
        {.id = "C41",
         .articles = Article::lwjgl,
         .sentence = "naps of 1 ms keep time better than one long sleep",
         .fails = "W1, one sleep a frame, 4.3 ms of work, 4 s at 50 FPS; W1 repaired, absolute "
                  "deadlines",
         .holds = "W2, naps of 1 ms, the same work",
         .expected = "refuted: 49.81 FPS, drift 15 ms, and 49.99 FPS, drift 0.6 ms, on one machine "
                     "| 47.6 to 50 FPS, there 49.29, drift 57 ms",
         .why_not_testable =
             "a sleep in virtual time is exact by construction, so that no naps could keep better "
             "time; tandem lab claims --real measures it",
         .real = Arms{paced_by_sleeps, paced_by_naps, naps_drift_less_than_a_sleep,
                      std::chrono::seconds(12)}},
        {.id = "C42",
         .articles = Article::lwjgl,
         .sentence = "vsync gives a constant rate without naps, and swap interval 2 halves it",
         .fails = "G2, which waits for nothing, on fast and normal",
         .holds = "W3 on fast and normal; with swap interval 2 on normal",
         .expected = "9376, 1041 | 600, 600; 300",
         .run_fails = frames_without_a_wait,
         .run_holds = frames_with_vsync,
         .judge = only_holds_is_the_same_everywhere},
    };
}

namespace {

double busy_of(const LoopReport& report) { return report.busy_percent(); }

// ---- C33
// Values: updates and worst gap, machine by machine.
Finding rate_on(std::initializer_list<std::string_view> machines) {
    Finding finding;
    for (const std::string_view machine : machines) {
        const LoopReport report = run_published("L1", machine);
        finding.text += (finding.text.empty() ? "" : "; ") + std::string(machine) + " " +
                        std::to_string(report.updates) + " updates, worst gap " +
                        decimal(in_milliseconds(report.worst_gap), 2) + " ms";
        finding.values.insert(finding.values.end(),
                              {count(report.updates), in_milliseconds(report.worst_gap)});
    }
    return finding;
}

Finding rate_on_slow() { return rate_on({"slow"}); }

Finding rate_on_machines_that_keep_up() { return rate_on({"fast", "normal"}); }

Verdict only_holds_runs_every_40_ms(const Finding& fails, const Finding& holds) {
    constexpr double k_updates = 250;
    constexpr double k_gap_ms = 40;
    return shown_if(are_near(holds.values, {k_updates, k_gap_ms, k_updates, k_gap_ms}, 0) &&
                    0 < fails.values[0] && fails.values[0] < k_updates &&
                    fails.values[1] > k_gap_ms);
}

// ---- C34
// Values: the speed on slow; on normal the speed in the 100 ms after the stall, and by how many
// seconds the game is behind at the window's end, for good.
Finding on_slow_and_after_a_stall(const StalledLoop& loop) {
    const Aftermath slow = run_stalled(loop, machine_of("slow"), {});
    const Aftermath stalled = run_stalled(loop, machine_of("normal"), with_stall());
    const double speed = count(stalled.updates_in_100_ms) * in_milliseconds(loop.loop.tick) / 100;
    const double behind = in_seconds(stalled.report.window - stalled.report.simulated);
    Finding finding{"slow " + decimal(slow.report.ratio(), 4) + "; after the stall " +
                        std::to_string(stalled.updates_in_100_ms) + " updates in 100 ms",
                    {slow.report.ratio(), speed, behind}};
    if (stalled.caught_up_after && stalled.speed) {
        finding.text += ", " + decimal(*stalled.speed, 2) + " times the speed for " +
                        decimal(in_milliseconds(*stalled.caught_up_after), 0) + " ms";
    }
    finding.text += ", " + decimal(behind, 2) + " s behind for good";
    return finding;
}

Finding uneven_speed() { return on_slow_and_after_a_stall({*find_loop("L1"), "published", 1}); }

Finding even_speed() {
    const auto policies = stalled_policies();
    return on_slow_and_after_a_stall(
        *std::find_if(policies.begin(), policies.end(),
                      [](const StalledLoop& loop) { return loop.form == "pause"; }));
}

// At a fixed frame rate the game is slow on slow, and after the stall much too fast until it has
// made up for it. Even it is neither, at the price of the stall's time.
Verdict only_holds_is_even(const Finding& fails, const Finding& holds) {
    constexpr double k_much_too_fast = 2;
    constexpr double k_slow = 0.4;
    constexpr double k_ticks = 0.08;  // two that are not yet due at the window's end
    const double stall = in_seconds(with_stall().stall->length);
    const auto is_behind_by = [](const Finding& finding, double behind_s) {
        return behind_s <= finding.values[2] && finding.values[2] <= behind_s + k_ticks;
    };
    const bool is_uneven =
        fails.values[0] == k_slow && fails.values[1] > k_much_too_fast && is_behind_by(fails, 0);
    const bool is_even = keeps_time(holds.values[0]) && 0 < holds.values[1] &&
                         holds.values[1] < k_much_too_fast && is_behind_by(holds, stall);
    return shown_if(is_uneven && is_even);
}

// ---- C35
// Values: pictures, and how busy the machine is.
Finding pictures_on_fast(std::string_view id) {
    const LoopReport report = run_published(id, "fast");
    return {std::string(id) + ": " + std::to_string(report.frames) + " pictures, busy " +
                decimal(report.busy_percent(), 1) + " %",
            {count(report.frames), report.busy_percent()}};
}

Verdict holds_draws_far_more(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {250, 5}, 1e-9) &&
                    are_near(holds.values, {5'000, 100}, 1e-9));
}

// ---- C36
Finding work_of(std::string_view id) {
    Finding finding = on_machines(id, {"normal"}, 1, busy_of);
    finding.text += " %";
    return finding;
}

// The product drawing in between, with and without its power cap.
Finding work_of_product(std::optional<TickRate> frame_rate_max) {
    const LoopReport report = run_product(
        machine_of("normal"),
        {.tick_rate = TickRate(25), .frame_rate_max = frame_rate_max, .interpolates = true});
    return {"sim::GameLoop: " + decimal(busy_of(report), 1) + " %", {busy_of(report)}};
}

Finding work_with_a_cap() {
    return joined(joined(work_of("L1"), work_of("G1")), work_of_product(TickRate(50)));
}

Verdict only_fails_works_all_the_time(const Finding& fails, const Finding& holds) {
    // 25 frames of 10 ms a second; one in 16 ms; 50 pictures of 9 ms and 25 ticks of 1.
    return shown_if(are_near(fails.values, {100, 100}, 0) &&
                    are_near(holds.values, {25, 62.5, 47.5}, 0.1));
}

// ---- C37, C39
Finding nap_on_slow() { return on_machines("G1", {"slow"}, 4, ratio_of); }

Finding nap_within_its_frame() { return on_machines("G1", {"fast", "normal"}, 4, ratio_of); }

Finding lwjgl_nap_on_slow() { return on_machines("W1", {"slow"}, 4, ratio_of); }

Finding lwjgl_nap_within_its_frame() { return on_machines("W1", {"fast", "normal"}, 4, ratio_of); }

// ---- C38
// Values: updates; days slept, or the least nap asked for and how often.
// The nap as a Sleep of unsigned milliseconds takes it.
void run_unsigned_nap(Platform& game) {
    constexpr milliseconds k_frame(16);
    while (game.is_running()) {
        const Flicks start = game.now();
        game.update(k_frame);
        game.render();
        const auto asked = std::chrono::floor<milliseconds>(start + k_frame - game.now());
        game.sleep(milliseconds(static_cast<std::uint32_t>(asked.count())));
    }
}

Finding unsigned_nap_when_late() {
    VirtualTime time;
    Game nobody;
    const Machine slow = machine_of("slow");
    Platform platform(slow, time, std::chrono::seconds(10), nobody);
    run_unsigned_nap(platform);
    constexpr double k_seconds_per_day = 86'400;
    const std::uint64_t updates = platform.report().updates;
    const double days = in_seconds(time.now()) / k_seconds_per_day;
    return {"sleeps for " + decimal(days, 1) + " days; " + std::to_string(updates) +
                (updates == 1 ? " update" : " updates") + " in 10 s",
            {count(updates), days}};
}

Finding clamped_nap_when_late() {
    const LoopReport report = run_published("G1", "slow");
    return {"asks for " + decimal(-in_milliseconds(report.late_max), 0) + " ms in " +
                std::to_string(report.late_frames) + " frames and goes on at once; " +
                std::to_string(report.updates) + " updates in 10 s",
            {count(report.updates), -in_milliseconds(report.late_max), count(report.late_frames)}};
}

Verdict only_fails_stands_still(const Finding& fails, const Finding& holds) {
    constexpr double k_two_to_32_ms_in_days = 49.71;
    return shown_if(are_near(fails.values, {1, k_two_to_32_ms_in_days}, 0.01) &&
                    are_near(holds.values, {100, -84, 100}, 0));
}

// ---- C40, on the real clock alone

Finding overshoot_finding(const char* what, const Overshoots& overshoots) {
    return {std::string(what) + ": median +" + decimal(overshoots.median_ms, 3) + ", p99 +" +
                decimal(overshoots.p99_ms, 3) + ", max +" + decimal(overshoots.max_ms, 3) + " ms",
            {overshoots.median_ms, overshoots.max_ms}};
}

Finding real_sleeps() { return overshoot_finding("slept", measure_sleeps(k_waits)); }

Finding real_spins() { return overshoot_finding("spun", measure_spins(k_waits)); }

// Values: median and maximum, for "as much as" is said of the worst. Sleep must be the less
// precise of the two, or nothing was measured; and where spinning is as far off, it was not the
// sleep.
Verdict sleep_is_off_by_a_tenth_of_a_second(const Finding& fails, const Finding& holds) {
    constexpr double k_tenth_ms = 100;
    if (fails.values[0] <= holds.values[0] || holds.values[1] >= k_tenth_ms) {
        return Verdict::not_testable;
    }
    return shown_if(fails.values[1] >= k_tenth_ms);
}

// ---- C41, on the real clock alone
Finding pacing_finding(const char* what, const PacingPrecision& precision) {
    return {std::string(what) + " " + decimal(precision.frames_per_second, 2) + " FPS, drift " +
                decimal(precision.drift_ms, 1) + " ms, longest period " +
                decimal(precision.period_max_ms, 2) + " ms",
            {precision.drift_ms}};
}

Finding paced_by_sleeps() {
    return joined(
        pacing_finding("one sleep", measure_pacing(Pacing::one_sleep, true)),
        pacing_finding("absolute deadlines", measure_pacing(Pacing::absolute_deadlines, true)));
}

Finding paced_by_naps() { return pacing_finding("naps", measure_pacing(Pacing::naps, true)); }

// Against the better of the two sleeps: a sleep that starts anew in each frame adds up its own
// errors. What a frame in four seconds makes is noise.
Verdict naps_drift_less_than_a_sleep(const Finding& fails, const Finding& holds) {
    constexpr double k_margin_ms = 20;
    const double sleep = *std::min_element(fails.values.begin(), fails.values.end());
    const double naps = *std::max_element(holds.values.begin(), holds.values.end());
    if (sleep - k_margin_ms <= naps && naps <= sleep + k_margin_ms) {
        return Verdict::not_testable;
    }
    return shown_if(naps < sleep);
}

// ---- C42
Finding frames_without_a_wait() {
    return on_machines("G2", {"fast", "normal"}, 0,
                       [](const LoopReport& report) { return report.frames; });
}

Finding frames_with_vsync() {
    Finding finding = on_machines("W3", {"fast", "normal"}, 0,
                                  [](const LoopReport& report) { return report.frames; });
    const Loop every_other{.id = "W3",
                           .name = "swap interval 2",
                           .constants = {},
                           .counts_updates = true,
                           .published = run_lwjgl_vsync_every_other};
    const LoopReport report = run_loop(every_other, machine_of("normal"));
    finding.text += "; swap interval 2: " + std::to_string(report.frames);
    finding.values.push_back(count(report.frames));
    return finding;
}

Verdict only_holds_is_the_same_everywhere(const Finding& fails, const Finding& holds) {
    constexpr double k_refreshes = 600;  // in ten seconds
    return shown_if(are_near(holds.values, {k_refreshes, k_refreshes, k_refreshes / 2}, 0) &&
                    are_near(fails.values, {9'376, 1'041}, 0));
}

}  // namespace
}  // namespace tandem::tools::lab
