// SPDX-License-Identifier: MIT
// The claims about gaps that are simulated and about work that is spread: C80 and C83.
#include <algorithm>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/experiments/aftermath.hpp>
#include <tandem/tools/lab/games/throttled_game.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

// ---- C80
// Values: for each loop, the ticks that it owes and the milliseconds that it needs to repay them;
// where it never does, less than none.
constexpr double k_never = -1;
void add_gap(Finding& finding, const StalledLoop& loop) {
    RunOptions options;
    options.stall = Stall{seconds(3), seconds(30)};
    options.window = seconds(50);
    const Machine normal = machine_of("normal");
    const Aftermath aftermath = run_stalled(loop, normal, options);
    const Flicks end = aftermath.report.stall_end.value();
    const std::uint64_t owed =
        updates_between(loop, normal, options, end - options.stall->length, end);
    finding.text += (finding.text.empty() ? "" : "; ") + std::string(loop.loop.id) + " " +
                    (loop.form == "published" ? "" : std::string(loop.form) + ": ") +
                    std::to_string(owed) + " ticks, ";
    const std::uint64_t at_once = aftermath.report.updates_per_frame_max;
    double cost_ms = k_never;
    if (!aftermath.caught_up_after) {
        finding.text += "never repaid";
    } else if (at_once == owed) {
        cost_ms = in_milliseconds(static_cast<std::int64_t>(at_once) * normal.update_cost);
        finding.text += "one frame of " + decimal(cost_ms, 0) + " ms of updates";
    } else {
        cost_ms = in_milliseconds(*aftermath.caught_up_after);
        finding.text += "repaid in " + decimal(cost_ms, 0) + " ms at " +
                        decimal(aftermath.speed.value_or(0), 1) + " times the speed";
    }
    finding.values.insert(finding.values.end(), {count(owed), cost_ms});
}
StalledLoop published(std::string_view id) { return {*find_loop(id), "published"}; }
StalledLoop in_form(const std::vector<StalledLoop>& all, std::string_view form) {
    return *std::find_if(all.begin(), all.end(),
                         [&](const StalledLoop& loop) { return loop.form == form; });
}
Finding gaps_simulated() {
    Finding finding;
    add_gap(finding, in_form(stalled_loops({find_loop("M2")}), "with >="));
    for (const std::string_view id : {"L4", "L3", "L1"}) {
        add_gap(finding, published(id));
    }
    return finding;
}
Finding gaps_forgotten() {
    Finding finding;
    add_gap(finding, published("G1"));
    add_gap(finding, in_form(stalled_policies(), "drop"));
    return finding;
}
Verdict only_fails_repays(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {600, 600, 750, 2'244, 1'500, 3'140, 750, 9'960}, 0.5) &&
                    are_near(holds.values, {1'875, k_never, 750, k_never}, 0));
}

// ---- C83
// Values: the shortest and the longest frame, and whether fast works at the same ticks.
Finding throttled(WorkSpread spread) {
    ThrottledGame game(spread);
    run_published("L1", "normal", {}, &game);
    ThrottledGame peer(spread);
    run_published("L1", "fast", {}, &peer);
    const double shortest = in_milliseconds(game.shortest_interval());
    const double longest = in_milliseconds(game.longest_interval());
    const bool is_same = game.ticks_with_work() == peer.ticks_with_work();
    return {"frames every " + decimal(shortest, 2) +
                (longest > shortest ? " to " + decimal(longest, 2) : "") + " ms; fast works at " +
                (is_same ? "the same" : "other") + " ticks",
            {shortest, longest, is_same ? 1.0 : 0.0}};
}
Verdict only_holds_is_constant(const Finding& fails, const Finding& holds) {
    return shown_if(are_near(fails.values, {32, 48, 1}, 0) &&
                    are_near(holds.values, {40, 40, 1}, 0));
}

}  // namespace

ClaimList gap_claims() {
    return {
        {.id = "C80",
         .articles = Article::mdn,
         .sentence = "simulating a gap is costly if it is long",
         .fails = "a gap of 30 s on normal: M2 with >=, L4, L3 and L1, which simulate it",
         .holds = "the same: G1 and sim::GameLoop with drop, which forget it",
         .expected = "M2 600 ticks in one frame of 600 ms; L4 750 in 2244 ms; L3 1500 in 3140 ms; "
                     "L1 750 in 9960 ms at 4 times the speed | never repaid",
         .run_fails = gaps_simulated,
         .run_holds = gaps_forgotten,
         .judge = only_fails_repays},
        {.id = "C83",
         .articles = Article::mdn,
         .sentence = "work that may wait should be spread",
         .fails = "L1 on normal, 8 ms more in every eighth tick (tandem::Throttle)",
         .holds = "1 ms more in every tick",
         .expected = "frames every 32 to 48 ms | every 40 ms",
         .run_fails = [] { return throttled(WorkSpread::in_one_tick); },
         .run_holds = [] { return throttled(WorkSpread::over_all_ticks); },
         .judge = only_holds_is_constant},
    };
}

}  // namespace tandem::tools::lab
