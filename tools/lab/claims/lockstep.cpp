// SPDX-License-Identifier: MIT
// The claims about a machine that stands still while others play on: C79 and C81.
#include <chrono>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/lockstep/tables.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::seconds;

constexpr net::Time k_gap = seconds(30);
// Longer than the gap, so that the match outlives it.
constexpr std::uint32_t k_patient_ms = 60'000;
constexpr std::uint64_t k_stale_ticks = 100;

// Values: the other's wait, whether it came to a desync, ticks that both have compared.
Finding pause_in_a_match() {
    const StandstillRun run = run_standstill(k_gap, k_patient_ms);
    return {"the other waits " + decimal(run.worst_gap_ms, 0) + " ms, " +
                std::to_string(run.ticks_compared) + " ticks equal, " +
                (run.desynced ? "desync" : "no desync"),
            {run.worst_gap_ms, run.desynced ? 1.0 : 0.0, static_cast<double>(run.ticks_compared)}};
}

// Values: ticks meanwhile, run in the first frame afterwards, forgotten.
Finding pause_alone() {
    const PauseRun run = run_pause(k_gap);
    return {std::to_string(run.ticks_meanwhile) + " ticks meanwhile, " +
                std::to_string(run.ticks_forgotten) + " skipped, " +
                std::to_string(run.ticks_after) + " run",
            {static_cast<double>(run.ticks_meanwhile), static_cast<double>(run.ticks_after),
             static_cast<double>(run.ticks_forgotten)}};
}

Finding stale_or_no_peer() {
    const CatchUp stale = catch_up(k_stale_ticks);
    const CatchUp alone = catch_up_alone();
    return {"stale: " + stale.refusal + "; no peer: " + alone.refusal,
            {stale.agrees || alone.agrees ? 1.0 : 0.0,
             stale.refusal.empty() || alone.refusal.empty() ? 0.0 : 1.0}};
}

Finding fresh_snapshot() {
    const CatchUp fresh = catch_up(0);
    return {"snapshot of tick " + std::to_string(fresh.from_tick) + " and inputs to " +
                std::to_string(fresh.until_tick) + (fresh.agrees ? ": hash equal" : ": differs"),
            {fresh.agrees ? 1.0 : 0.0, fresh.refusal.empty() ? 0.0 : 1.0}};
}

}  // namespace

ClaimList lockstep_claims() {
    return {{.id = "C79",
             .articles = Article::mdn,
             .sentence = "a gap taken as a pause skips time, which is bad where others play along",
             .fails = "one side of a lockstep match stands still for 30 s",
             .holds = "a single player's pacer pauses for 30 s",
             .expected =
                 "the other side frozen 30 s, no desync | 0 ticks meanwhile, 1499 of 1500 skipped",
             .run_fails = pause_in_a_match,
             .run_holds = pause_alone,
             .judge =
                 [](const Finding& fails, const Finding& holds) {
                     // All of the gap but for the inputs that were there already; and more ticks
                     // compared than the ten seconds before it have. Alone, the 1500 ticks of the
                     // gap come to one.
                     constexpr double k_frozen_ms = 29'000;
                     constexpr double k_ticks_before = 500;
                     return shown_if(fails.values[0] >= k_frozen_ms && fails.values[1] == 0 &&
                                     fails.values[2] > k_ticks_before &&
                                     are_near(holds.values, {0, 1, 1'499}, 0));
                 }},
            {.id = "C81",
             .articles = Article::mdn,
             .sentence = "a gap can be made good from a peer, unless its state is stale or absent",
             .fails = "a snapshot 100 ticks older than it says; nobody to ask",
             .holds = "a peer's snapshot and the inputs since",
             .expected = "both refused in words | the peer's hash",
             .run_fails = stale_or_no_peer,
             .run_holds = fresh_snapshot,
             .judge = [](const Finding& fails, const Finding& holds) {
                 return shown_if(fails.values[0] == 0 && fails.values[1] == 1 &&
                                 holds.values[0] == 1 && holds.values[1] == 0);
             }}};
}

}  // namespace tandem::tools::lab
