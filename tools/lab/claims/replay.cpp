// SPDX-License-Identifier: MIT
// The claims about recordings and determinism: C01 to C07.
#include <algorithm>
#include <string>

#include <tandem/tools/lab/claims/arms.hpp>
#include <tandem/tools/lab/claims/lists.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::uint64_t k_assertion_plays = 100;

std::string of(std::uint64_t part, std::uint64_t whole);

struct KeysElsewhere {
    Comparison sum;
    bool first_is_first_other_step = true;
};

KeysElsewhere keys_elsewhere();
Finding keys_on_other_machines();
bool differ_from_another_step_on(const Finding& finding);
Finding ticks_on_all_machines();
Finding film();

Finding wall_clock();
Finding seed_in_header();

Finding uneven(const UnevenRuns& runs);
template <Unevenness unevenness>
Finding variable_twice();
template <Unevenness unevenness>
Finding fixed_five_times();
Finding noisy_matches();
Verdict one_history_against_several(const Finding& fails, const Finding& holds);

Finding assertion(const AssertionPlays& plays);

Finding refresh_pair(std::string_view loop);
Verdict same_speed_on_both(const Finding& fails, const Finding& holds);

}  // namespace

ClaimList replay_claims() {
    return {{.id = "C01",
             .articles = Article::witters,
             .sentence = "with a constant tick a replay is simple: the inputs suffice",
             .fails = "variable step, keys stored by frame, played on four other machines",
             .holds = "fixed tick, keys stored by tick, played on five machines",
             .expected = "differs from the first frame of another length on | 0 differing ticks",
             .run_fails = keys_on_other_machines,
             .run_holds = ticks_on_all_machines,
             .judge =
                 [](const Finding& fails, const Finding& holds) {
                     return shown_if(differ_from_another_step_on(fails) && holds.values[0] == 0 &&
                                     holds.values[1] > 0);
                 }},
            {.id = "C02",
             .articles = Article::witters,
             .sentence = "... provided that no random values are used",
             .fails = "random numbers seeded by the clock on the wall, which nobody recorded",
             .holds = "random numbers in the state, their seed in the file's header",
             .expected = "diverges at the first draw, tick 63 | 0 differing ticks",
             .run_fails = wall_clock,
             .run_holds = seed_in_header,
             .judge =
                 [](const Finding& fails, const Finding& holds) {
                     return shown_if(fails.values[0] > 0 &&
                                     fails.values[1] == Yard::k_gust_ticks - 1 &&
                                     holds.values[0] == 0 && holds.values[1] > 0);
                 }},
            {.id = "C03",
             .articles = Article::witters,
             .sentence = "instead of inputs every frame's state may be stored, like film",
             .fails = "variable step, keys stored by frame",
             .holds = "variable step, every state stored",
             .expected = "differs | exact, but far more bytes than inputs, which alone "
                         "take 3 a tick, as runs 5/16",
             .run_fails = keys_on_other_machines,
             .run_holds = film,
             .judge =
                 [](const Finding& fails, const Finding& holds) {
                     constexpr double k_far_more = 10;
                     // Presence and a byte of keys for each of two; with a count of two bytes, keys
                     // that are held for 16 ticks and now and then for longer.
                     constexpr double k_alone = 3;
                     constexpr double k_in_runs = 5.0 / 16;
                     return shown_if(
                         differ_from_another_step_on(fails) && holds.values[0] == 0 &&
                         holds.values[1] > 0 && holds.values[2] > k_far_more &&
                         are_near({holds.values[3], holds.values[4]}, {k_alone, k_in_runs}, 0.02));
                 }},
            {.id = "C04",
             .articles = Article::patterns,
             .sentence = "a deterministic game gives exactly the same output for the same input",
             .fails = "variable step on one uneven machine, twice",
             .holds = "fixed tick on one uneven machine, five times",
             .expected = "2 distinct of 2 | 1 distinct of 5",
             .run_fails = variable_twice<Unevenness::drawn>,
             .run_holds = fixed_five_times<Unevenness::drawn>,
             .judge = one_history_against_several,
             .real = Arms{variable_twice<Unevenness::real>, fixed_five_times<Unevenness::real>,
                          one_history_against_several, std::chrono::seconds(7)}},
            {.id = "C05",
             .articles = Article::patterns,
             .sentence = "what is not deterministic comes in from network, clock and timers",
             .fails = "variable step on an uneven clock",
             .holds = "lockstep over uneven clocks and bad lines",
             .expected = "2 distinct | the same states whatever the noise",
             .run_fails = variable_twice<Unevenness::drawn>,
             .run_holds = noisy_matches,
             .judge = one_history_against_several},
            {.id = "C06",
             .articles = Article::patterns,
             .sentence = "an input that once triggered a bug always does",
             .fails = "variable step, the same keys by time, 100 times",
             .holds = "a recording that trips an assertion, 100 times",
             .expected = "at several frames | 100 of 100 at one tick",
             .run_fails = [] { return assertion(play_variable_assertion(k_assertion_plays)); },
             .run_holds = [] { return assertion(play_assertion(k_assertion_plays)); },
             .judge =
                 [](const Finding& fails, const Finding& holds) {
                     return shown_if(fails.values[0] > 0 && fails.values[1] > 1 &&
                                     are_near(holds.values, {count(k_assertion_plays), 1}, 0));
                 }},
            {.id = "C07",
             .articles = Article::mdn,
             .sentence = "all players update what is not cosmetic at one constant rate",
             .fails = "an update per refresh (M1) on 30 and 144 Hz",
             .holds = "ticks of their own (M2) on 30 and 144 Hz",
             .expected = "speed 0.5 and 2.4 | equal states at equal ticks",
             .run_fails = [] { return refresh_pair("M1"); },
             .run_holds = [] { return refresh_pair("M2"); },
             .judge = same_speed_on_both}};
}

namespace {

std::string of(std::uint64_t part, std::uint64_t whole) {
    return std::to_string(part) + " of " + std::to_string(whole);
}

// ---- C01, C03 ----

// Recorded on normal, played on the four machines with other frames.
KeysElsewhere keys_elsewhere() {
    const Machine normal = *parse_machine("normal");
    KeysElsewhere all;
    for (const Machine& machine : known_machines()) {
        if (machine.name == normal.name) {
            continue;
        }
        const VariableReplay run = replay_keys_only(normal, machine);
        all.sum.compared += run.comparison.compared;
        all.sum.differing += run.comparison.differing;
        all.first_is_first_other_step =
            all.first_is_first_other_step && run.comparison.first == run.first_other_step;
    }
    return all;
}

Finding keys_on_other_machines() {
    const KeysElsewhere run = keys_elsewhere();
    return {of(run.sum.differing, run.sum.compared) + " frames differ" +
                (run.first_is_first_other_step ? ", from the first of another length on" : ""),
            {count(run.sum.differing), count(run.sum.compared),
             run.first_is_first_other_step ? 1.0 : 0.0}};
}

bool differ_from_another_step_on(const Finding& finding) {
    return finding.values.size() == 3 && 0 < finding.values[0] &&
           finding.values[0] < finding.values[1] && finding.values[2] == 1;
}

Finding ticks_on_all_machines() {
    Comparison sum;
    for (const Machine& machine : known_machines()) {
        const Comparison run = replay_ticks(machine);
        sum.compared += run.compared;
        sum.differing += run.differing;
    }
    return {of(sum.differing, sum.compared) + " ticks differ",
            {count(sum.differing), count(sum.compared)}};
}

Finding film() {
    const Comparison run = replay_film();
    const FileBytes bytes = yard_file_bytes();
    return {of(run.differing, run.compared) + " frames differ; " + decimal(bytes.film, 0) +
                " bytes a tick against " + decimal(bytes.inputs, 1) +
                " of inputs, coded; not coded they take " + decimal(bytes.inputs_alone, 1) +
                ", as runs of equal ticks " + decimal(bytes.inputs_in_runs, 2),
            {count(run.differing), count(run.compared), bytes.film / bytes.inputs,
             bytes.inputs_alone, bytes.inputs_in_runs}};
}

// ---- C02 ----

// Values: ticks that differ, and the first of them.
Finding wall_clock() {
    const Comparison run = replay_wall_clock();
    return {run.first ? "differs from tick " + std::to_string(*run.first) + " on, the first draw"
                      : "no difference",
            {count(run.differing), run.first ? count(*run.first) : -1}};
}

// Values: ticks that differ, of how many.
Finding seed_in_header() {
    const Comparison run = replay_seed();
    return {of(run.differing, run.compared) + " ticks differ",
            {count(run.differing), count(run.compared)}};
}

// ---- C04, C05 ----

Finding uneven(const UnevenRuns& runs) {
    return {std::to_string(runs.hashes.size()) + " distinct of " +
                std::to_string(runs.distances.size()),
            {count(runs.hashes.size()), count(runs.distances.size())}};
}

template <Unevenness unevenness>
Finding variable_twice() {
    return uneven(run_variable_uneven(2, unevenness));
}

template <Unevenness unevenness>
Finding fixed_five_times() {
    return uneven(run_fixed_uneven(5, unevenness));
}

Finding noisy_matches() {
    std::uint64_t compared = 0;
    std::size_t distinct = 0;
    for (const NoisyMatch& match : run_noisy_matches()) {
        compared += match.compared;
        distinct = std::max(distinct, match.distinct);
    }
    return {std::to_string(distinct) + " distinct in " + std::to_string(compared) +
                " ticks under jitter, loss and reordering",
            {count(distinct), count(compared)}};
}

Verdict one_history_against_several(const Finding& fails, const Finding& holds) {
    return shown_if(fails.values[0] >= 2 && fails.values[1] >= fails.values[0] &&
                    holds.values[0] == 1 && holds.values[1] >= 2);
}

// ---- C06 ----

Finding assertion(const AssertionPlays& plays) {
    return {"fails in " + of(plays.failed, k_assertion_plays) + " plays, at " +
                std::to_string(plays.at.size()) + (plays.at.size() == 1 ? " place" : " places"),
            {count(plays.failed), count(plays.at.size())}};
}

// ---- C07 ----

Finding refresh_pair(std::string_view loop) {
    const RefreshRun run = run_refresh_pair(loop);
    return {"speed " + decimal(run.ratios[0], 4) + " and " + decimal(run.ratios[1], 4) + ", " +
                of(run.ticks.differing, run.ticks.compared) + " ticks differ",
            {run.ratios[0], run.ratios[1], count(run.ticks.differing), count(run.ticks.compared)}};
}

Verdict same_speed_on_both(const Finding& fails, const Finding& holds) {
    // The ticks themselves are the same, in the other arm too: only their rate is not.
    const auto same_ticks = [](const Finding& finding) {
        return finding.values[2] == 0 && finding.values[3] > 0;
    };
    return shown_if(are_near({fails.values[0], fails.values[1]}, {0.5, 2.4}, 1e-9) &&
                    same_ticks(fails) && keeps_time(holds.values[0]) &&
                    holds.values[1] == holds.values[0] && same_ticks(holds));
}

}  // namespace
}  // namespace tandem::tools::lab
