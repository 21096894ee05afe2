// SPDX-License-Identifier: MIT
// The claims about the speed of loops that catch up: C43 to C48 and C56.
#include <algorithm>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/compare.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Finding updates_and_frames(std::string_view id, std::initializer_list<std::string_view> machines);
bool all_within(const std::vector<double>& values, double least, double most);
Finding steady_flat_out();
Finding steady_catching_up();
Verdict only_holds_runs_50_a_second(const Finding& fails, const Finding& holds);
Finding identical_share(std::string_view id);
Verdict only_fails_repeats_most_pictures(const Finding& fails, const Finding& holds);

struct Capped {
    std::string_view id;
    std::int64_t updates_max;
};
constexpr Capped k_capped[]{{"L3", 10}, {"L4", 5}};
constexpr milliseconds k_longest_frame(200);

Finding capped_speeds(std::initializer_list<int> frames_ms);
Finding speeds_under_five_frames();
Finding speeds_over_five_frames();
Verdict speed_drops_as_the_formula_says(const Finding& fails, const Finding& holds);
Finding ratio_and_frames(std::string_view id, std::string_view machine,
                         const RunOptions& options = {}, Game* game = nullptr);
Finding slow_catching_up();
Verdict only_holds_drops_frames_alone(const Finding& fails, const Finding& holds);
Finding fifteen_frames(std::string_view id);
Verdict only_holds_keeps_its_speed(const Finding& fails, const Finding& holds);
Finding state_rates_of_frames();
Finding state_rates_of_ticks();
Verdict only_holds_runs_25_a_second(const Finding& fails, const Finding& holds);
Finding nap_on_all();
Finding catch_up_on_all();

}  // namespace

ClaimList catch_up_claims() {
    return {
        {.id = "C43",
         .articles = Article::witters,
         .sentence = "L3 runs a steady 50 updates a second, and frames as fast as possible",
         .fails = "L0, tuned to normal, on fast and normal",
         .holds = "L3 on fast and normal",
         .expected = "5000, 1000 updates | 500, 500 updates; 9500, 1055 frames: 10 s without 500 "
                     "updates, by the cost of a picture",
         .run_fails = steady_flat_out,
         .run_holds = steady_catching_up,
         .judge = only_holds_runs_50_a_second},
        {.id = "C44",
         .articles = Article::witters,
         .sentence = "frames beyond the 50 a second are pictures drawn again",
         .fails = "L3, no interpolation, on fast and normal",
         .holds = "L4, interpolation, on the same",
         .expected = "identical: 94.7 and 52.5 % | none",
         .run_fails = [] { return identical_share("L3"); },
         .run_holds = [] { return identical_share("L4"); },
         .judge = only_fails_repeats_most_pictures},
        {.id = "C45",
         .articles = Article::witters,
         .sentence = "the speed drops only below 5 frames a second",
         .fails =
             "L3 and L4 where a frame at the cap lasts over 200 ms, for updates of 1, 4 and 10 ms",
         .holds = "the same up to 200 ms",
         .expected = "c tick / (c U + R), 0.459 at 436 ms | 1",
         .run_fails = speeds_under_five_frames,
         .run_holds = speeds_over_five_frames,
         .judge = speed_drops_as_the_formula_says},
        {.id = "C46",
         .articles = Article::witters,
         .sentence = "on a slow machine the frame rate drops and the speed stays",
         .fails = "L1 on slow",
         .holds = "L3 and G2 on slow",
         .expected = "0.4 at 10 FPS | 0.996 and 0.9936 at 8.3 and 7.8 FPS, gaps of 120 and 128 ms",
         .run_fails = [] { return ratio_and_frames("L1", "slow"); },
         .run_holds = slow_catching_up,
         .judge = only_holds_drops_frames_alone},
        {.id = "C47",
         .articles = Article::witters,
         .sentence = "15 frames a second do no harm to state and input",
         .fails = "L1, updates of 4 ms and pictures of 60, a press in each second",
         .holds = "L4, the same",
         .expected = "0.625, else the same | 1, 250 updates, 15 FPS, the state of a fast machine "
                     "at each tick, all ten presses seen within a frame",
         .run_fails = [] { return fifteen_frames("L1"); },
         .run_holds = [] { return fifteen_frames("L4"); },
         .judge = only_holds_keeps_its_speed},
        {.id = "C48",
         .articles = Article::witters,
         .sentence = "the state runs at 25 a second whatever the frame rate",
         .fails = "L2, an update a frame, on fast, normal and slow",
         .holds = "L4 on fast, normal and slow",
         .expected = "5000, 1000, 100 updates | 250, 250, 248 updates with 9750, 1083, 93 frames",
         .run_fails = state_rates_of_frames,
         .run_holds = state_rates_of_ticks,
         .judge = only_holds_runs_25_a_second},
        {.id = "C56",
         .articles = Article::patterns,
         .sentence = "with rendering pulled out of the step, speed is the same on all machines",
         .fails = "G1 on fast, normal and slow",
         .holds = "G2 on the same",
         .expected = "1, 1, 0.16 | 0.9984, 0.9984, 0.9936",
         .run_fails = nap_on_all,
         .run_holds = catch_up_on_all,
         .judge = only_holds_keeps_time<1'000, 1'000, 160>},
    };
}

namespace {

// Values: the updates on each machine, then the frames.
Finding updates_and_frames(std::string_view id, std::initializer_list<std::string_view> machines) {
    Finding finding;
    std::vector<double> frames;
    for (const std::string_view machine : machines) {
        const LoopReport report = run_published(id, machine);
        finding.values.push_back(count(report.updates));
        frames.push_back(count(report.frames));
    }
    finding.text = std::string(id) + ": " + decimals(finding.values, 0) + " updates, " +
                   decimals(frames, 0) + " frames";
    finding.values.insert(finding.values.end(), frames.begin(), frames.end());
    return finding;
}

bool all_within(const std::vector<double>& values, double least, double most) {
    return std::all_of(values.begin(), values.end(),
                       [&](double value) { return least <= value && value <= most; });
}

// ---- C43
Finding steady_flat_out() { return updates_and_frames("L0", {"fast", "normal"}); }

Finding steady_catching_up() { return updates_and_frames("L3", {"fast", "normal"}); }

Verdict only_holds_runs_50_a_second(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(holds.values, {500, 500, 9'500, 1'055}, 0) &&
                    are_near(fails.values, {5'000, 1'000, 5'000, 1'000}, 0));
}

// ---- C44
Finding identical_share(std::string_view id) {
    Finding finding = on_machines(id, {"fast", "normal"}, 1, [](const LoopReport& report) {
        return 100 * count(report.frames - report.distinct) / count(report.frames);
    });
    finding.text += " % identical";
    return finding;
}

Verdict only_fails_repeats_most_pictures(const Finding& fails, const Finding& holds) {
    return shown_if(all_within(holds.values, 0, 0) && all_within(fails.values, 50, 100));
}

// ---- C45: both loops allow 200 ms of game in a frame.

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
// Values: speed, frames a second, worst gap.
Finding ratio_and_frames(std::string_view id, std::string_view machine, const RunOptions& options,
                         Game* game) {
    const LoopReport report = run_published(id, machine, options, game);
    const double fps = count(report.frames) / in_seconds(report.window);
    return {std::string(id) + ": " + decimal(report.ratio(), 4) + ", " +
                std::to_string(report.updates) + " updates, " + decimal(fps, 1) +
                " FPS, worst gap " + decimal(in_milliseconds(report.worst_gap), 2) + " ms",
            {report.ratio(), fps, in_milliseconds(report.worst_gap)}};
}

Finding slow_catching_up() {
    return joined(ratio_and_frames("L3", "slow"), ratio_and_frames("G2", "slow"));
}

Verdict only_holds_drops_frames_alone(const Finding& fails, const Finding& holds) {
    // Ten updates and a picture, 120 ms; eight and one, 128 ms.
    return shown_if(are_near(fails.values, {0.4, 10, 100}, 1e-9) &&
                    are_near(holds.values, {0.996, 8.3, 120, 0.9936, 7.8, 128}, 1e-9));
}

// Values besides: whether the state is that of a fast machine at every tick, presses of ten that
// the game has seen, and how long one waited at most.
Finding fifteen_frames(std::string_view id) {
    RunOptions options;
    options.presses = scripted_presses(options.window);
    YardPlayer fast;
    run_published(id, "fast", options, &fast);
    YardPlayer game;
    Finding finding = ratio_and_frames(id, "4:60", options, &game);
    const LoopReport report = run_published(id, "4:60", options);
    const bool same = same_states({fast.hashes(), game.hashes()}).same;
    const double latency = in_milliseconds(report.latency_max);
    finding.text += std::string(", ") + (same ? "the same" : "another") +
                    " state as on fast at each tick, " + std::to_string(report.presses) +
                    " presses seen after " + decimal(latency, 1) + " ms at most";
    finding.values.insert(finding.values.end(), {same ? 1.0 : 0.0, count(report.presses), latency});
    return finding;
}

// No harm: the speed stays, the state is what it would be, and no press waits for more than a
// frame. In the other arm the speed goes, and nothing else.
Verdict only_holds_keeps_its_speed(const Finding& fails, const Finding& holds) {
    const auto is_unharmed = [](const Finding& finding, double fps, double gap_ms) {
        return are_near({finding.values[1]}, {fps}, 0.1) && finding.values[2] == gap_ms &&
               finding.values[3] == 1 && finding.values[4] == 10 && 0 <= finding.values[5] &&
               finding.values[5] <= gap_ms;
    };
    return shown_if(keeps_time(holds.values[0]) && is_unharmed(holds, 15, 68) &&
                    are_near({fails.values[0]}, {40.0 / 64}, 0.005) &&
                    is_unharmed(fails, 1'000.0 / 64, 64));
}

// ---- C48
Finding state_rates_of_frames() { return updates_and_frames("L2", {"fast", "normal", "slow"}); }

Finding state_rates_of_ticks() { return updates_and_frames("L4", {"fast", "normal", "slow"}); }

Verdict only_holds_runs_25_a_second(const Finding& fails, const Finding& holds) {
    // Two ticks less where a frame of 100 ms is not finished.
    return shown_if(are_near(holds.values, {250, 250, 248, 9'750, 1'083, 93}, 0) &&
                    are_near(fails.values, {5'000, 1'000, 100, 5'000, 1'000, 100}, 0));
}

// ---- C56
Finding nap_on_all() { return on_machines("G1", {"fast", "normal", "slow"}, 4, ratio_of); }

Finding catch_up_on_all() { return on_machines("G2", {"fast", "normal", "slow"}, 4, ratio_of); }

}  // namespace
}  // namespace tandem::tools::lab
