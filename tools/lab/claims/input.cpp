// SPDX-License-Identifier: MIT
// The claims about waiting, input and stopping: C72, C73, C75, C77 and C78.
#include <algorithm>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/recording_game.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/loops/loop_stops.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

RunOptions pressed(bool is_pressed);
Finding updates_by_input(std::string_view id);
Verdict only_fails_stalls(const Finding& fails, const Finding& holds);
Finding pictures_of(std::string_view id, bool is_repaired, bool is_played);
Finding waits_in_silence();
Finding goes_on_while_waiting();
Verdict only_holds_goes_on(const Finding& fails, const Finding& holds);
Finding stops(const std::vector<LoopStop>& all);
Verdict only_holds_stops(const Finding& fails, const Finding& holds);

// Presses at each phase of every tick here, equally often: 1.01 ms apart from 1.005 ms on, so many
// that their phases go round the longest tick, 50 ms in hundredths, a whole number of times.
constexpr Flicks k_hundredth = Flicks(milliseconds(1)) / 100;
constexpr std::int64_t k_presses = 20'000;
void add_latency(Finding& finding, std::string_view id);
Finding latency_of_ticks();
Finding latency_of_frames();
Verdict is_half_a_tick_and_at_most_one(const Finding& fails, const Finding& holds);
Finding lateness(bool is_repaired);
Verdict only_fails_is_late(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList input_claims() {
    return {
        {.id = "C72",
         .articles = Article::patterns | Article::mdn,
         .sentence = "an event loop stalls without input, a game loop does not",
         .fails = "G4 on normal with ten presses in ten seconds and with none",
         .holds = "G2 on the same",
         .expected = "10 updates at 1 % busy, 0 without input | 624 at 100 %, 624",
         .run_fails = [] { return updates_by_input("G4"); },
         .run_holds = [] { return updates_by_input("G2"); },
         .judge = only_fails_stalls},
        {.id = "C73",
         .articles = Article::patterns,
         .sentence = "an idle event, or an animation, goes on while the game waits",
         .fails = "G4 without input and with ten turns",
         .holds = "G5 without input, idle at 2 Hz; G4 animated at "
                  "60 Hz with ten turns",
         .expected = "no picture but for a turn | 20 pictures, no change of state; 600 pictures, "
                     "10 changes",
         .run_fails = waits_in_silence,
         .run_holds = goes_on_while_waiting,
         .judge = only_holds_goes_on},
        {.id = "C75",
         .articles = Article::mdn,
         .sentence = "cancelling the last token stops the loop",
         .fails =
             "frames in the second after the stop, by the token of a request that has run and of a "
             "run before",
         .holds = "by the last token, from inside and outside of the callback, and twice",
         .expected = "the loop goes on | 0 frames",
         .run_fails = [] { return stops(stale_stops()); },
         .run_holds = [] { return stops(last_stops()); },
         .judge = only_holds_stops},
        {.id = "C77",
         .articles = Article::mdn,
         .sentence = "input waits for the next update, even on a fast device",
         .fails =
             "mean and longest wait in ms on fast, presses at every phase: M2 (20 Hz), L1 (25), L3 "
             "(50)",
         .holds = "L2, which updates as often as it can",
         .expected =
             "25 / 50, 20 / 40, 10 / 20 | 1 / 2, less a hundredth: no press falls on a tick "
             "itself",
         .run_fails = latency_of_ticks,
         .run_holds = latency_of_frames,
         .judge = is_half_a_tick_and_at_most_one},
        {.id = "C78",
         .articles = Article::mdn,
         .sentence = "equality should give a tick, but the code compares with >",
         .fails = "M2 as published: 60 Hz, 50 ms",
         .holds = "M2 on sim::GameLoop, which compares with >=",
         .expected = "first at 66.67 ms, each 16.67 ms late, 199 updates | 50 ms, none late, 199",
         .run_fails = [] { return lateness(false); },
         .run_holds = [] { return lateness(true); },
         .judge = only_fails_is_late},
    };
}

namespace {

RunOptions pressed(bool is_pressed) {
    RunOptions options;
    if (is_pressed) {
        options.presses = scripted_presses(options.window);
    }
    return options;
}

// ---- C72
// Values: updates with and without input, busy with it.
Finding updates_by_input(std::string_view id) {
    const LoopReport played = run_published(id, "normal", pressed(true));
    const LoopReport silent = run_published(id, "normal", pressed(false));
    return {std::string(id) + ": " + std::to_string(played.updates) + " updates, busy " +
                decimal(played.busy_percent(), 1) + " %; without input " +
                std::to_string(silent.updates),
            {static_cast<double>(played.updates), static_cast<double>(silent.updates),
             played.busy_percent()}};
}

Verdict only_fails_stalls(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {10, 0, 1}, 0) &&
                    are_near(holds.values, {624, 624, 100}, 0.1));
}

// ---- C73
// Values: pictures and changes of state that they show.
Finding pictures_of(std::string_view id, bool is_repaired, bool is_played) {
    RunOptions options = pressed(is_played);
    options.repaired = is_repaired;
    YardPlayer game;
    const LoopReport report = run_published(id, "normal", options, &game);
    return {std::to_string(report.frames) + " pictures, " + std::to_string(game.changes_seen()) +
                " changes of state",
            {static_cast<double>(report.frames), static_cast<double>(game.changes_seen())}};
}

Finding waits_in_silence() {
    return joined(pictures_of("G4", false, false), pictures_of("G4", false, true),
                  "; with ten turns ");
}

Finding goes_on_while_waiting() {
    return joined(pictures_of("G5", false, false), pictures_of("G4", true, true),
                  "; turn-based, animated, with ten turns ");
}

Verdict only_holds_goes_on(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {0, 0, 10, 10}, 0) &&
                    are_near(holds.values, {20, 0, 600, 10}, 0));
}

// ---- C75
Finding stops(const std::vector<LoopStop>& all) {
    Finding finding;
    for (const LoopStop& stop : all) {
        const std::uint64_t after = frames_after(stop);
        finding.values.push_back(static_cast<double>(after));
        finding.text +=
            (finding.text.empty() ? "" : ", ") + stop_text(stop) + " " + std::to_string(after);
    }
    return finding;
}

Verdict only_holds_stops(const Finding& fails, const Finding& holds) {
    const auto is_none = [](double frames) { return frames == 0; };
    return shown_if(std::none_of(fails.values.begin(), fails.values.end(), is_none) &&
                    std::all_of(holds.values.begin(), holds.values.end(), is_none));
}

// ---- C77

void add_latency(Finding& finding, std::string_view id) {
    RunOptions options;
    options.window = std::chrono::seconds(23);
    for (std::int64_t press = 0; press < k_presses; ++press) {
        options.presses.push_back(Flicks(std::chrono::seconds(1)) + 101 * press * k_hundredth +
                                  k_hundredth / 2);
    }
    const LoopReport report = run_published(id, "fast", options);
    const double mean = in_milliseconds(report.latency_sum) / static_cast<double>(report.presses);
    const double most = in_milliseconds(report.latency_max);
    finding.values.insert(finding.values.end(), {mean, most});
    finding.text += (finding.text.empty() ? "" : ", ") + std::string(id) + " " + decimal(mean, 2) +
                    " / " + decimal(most, 2);
}

Finding latency_of_ticks() {
    Finding finding;
    for (const std::string_view id : {"M2", "L1", "L3"}) {
        add_latency(finding, id);
    }
    return finding;
}

Finding latency_of_frames() {
    Finding finding;
    add_latency(finding, "L2");
    return finding;
}

Verdict is_half_a_tick_and_at_most_one(const Finding& fails, const Finding& holds) {
    // The phases are a hundredth of a millisecond apart.
    constexpr double k_step = 0.01;
    const auto are_latencies = [](const std::vector<double>& values,
                                  const std::vector<double>& ticks_ms) {
        bool as_expected = values.size() == 2 * ticks_ms.size();
        for (std::size_t i = 0; as_expected && i < ticks_ms.size(); ++i) {
            const double mean_error = values[2 * i] - ticks_ms[i] / 2;
            const double short_by = ticks_ms[i] - values[2 * i + 1];
            as_expected =
                -k_step < mean_error && mean_error < k_step && 0 <= short_by && short_by < k_step;
        }
        return as_expected;
    };
    return shown_if(are_latencies(fails.values, {50, 40, 20}) && are_latencies(holds.values, {2}));
}

// ---- C78
// Values: the first update's time, how late updates are at least and at most, how many there are.
Finding lateness(bool is_repaired) {
    RunOptions options;
    options.repaired = is_repaired;
    RecordingGame history;
    const LoopReport report = run_published("M2", "fast", options, &history);
    std::vector<double> late;
    for (const Update& update : history.updates) {
        const auto due = static_cast<std::int64_t>(update.number + 1) * Flicks(milliseconds(50));
        late.push_back(in_milliseconds(update.start - due));
    }
    const auto [least, most] = std::minmax_element(late.begin(), late.end());
    const double first = in_milliseconds(history.updates.front().start);
    return {"first update at " + decimal(first, 2) + " ms, each " + decimal(*least, 2) +
                (*most > *least ? " to " + decimal(*most, 2) : "") + " ms late, " +
                std::to_string(report.updates) + " updates",
            {first, *least, *most, static_cast<double>(report.updates)}};
}

Verdict only_fails_is_late(const Finding& fails, const Finding& holds) {
    constexpr double k_refresh_ms = 1'000.0 / 60;
    constexpr double k_rounding = 1e-6;
    return shown_if(
        are_near(fails.values, {4 * k_refresh_ms, k_refresh_ms, k_refresh_ms, 199}, k_rounding) &&
        are_near(holds.values, {50, 0, 0, 199}, 0));
}

}  // namespace
}  // namespace tandem::tools::lab
