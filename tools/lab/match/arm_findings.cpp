// SPDX-License-Identifier: MIT
// Bits first: hashes of states, tick by tick or second by second.
#include <tandem/tools/lab/match/arm_findings.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/side.hpp>
#include <tandem/tools/lab/match/units.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint64_t k_ms_per_second = 1'000;

std::optional<std::uint64_t> first_difference(const SideReport& a, const SideReport& b);
double frames_a_second(const SideReport& report);
double ratio_of(const PairResult& result);
std::uint32_t distinct(const std::vector<const SideReport*>& reports);
void count_outcomes(const std::vector<PairResult>& results, ArmFindings& findings);
void add_price(const PairResult& result, ArmFindings& findings);
double input_age_ms(const std::vector<PairResult>& results);
Result<void> add_apart(const Arm& arm, const PairResult& result, ArmFindings& findings);
bool is_found_exactly(const Arm& arm, const PairResult& result);
std::uint64_t ticks_of(const Arm& arm, std::uint32_t seconds);
bool is_complete(const ArmFindings& findings);
MatchVerdict verdict_of(const ArmFindings& findings);
bool is_as_expected(const ArmFindings& findings);

}  // namespace

std::string verdict_text(MatchVerdict verdict) {
    switch (verdict) {
        case MatchVerdict::identical:
            return "identical";
        case MatchVerdict::diverged:
            return "diverged";
        case MatchVerdict::inconclusive:
            return "inconclusive";
    }
    return "unknown";
}

std::uint64_t instant_of(const Arm& arm, std::uint64_t index) {
    return arm.is_variable ? (index + 1) * k_ms_per_second : index;
}

std::optional<std::uint64_t> first_difference_of(const Arm& arm, const PairResult& result) {
    const auto index = first_difference(result.fast, result.slow);
    return index ? std::optional(instant_of(arm, *index)) : std::nullopt;
}

Result<ArmFindings> findings_of(const Arm& arm, const std::vector<PairResult>& results,
                                const Terms& terms) {
    if (results.empty()) {
        return Error{ErrorCode::bad_data, std::string(arm.name), "no pair was played"};
    }
    ArmFindings findings;
    findings.arm = &arm;
    findings.pairs = static_cast<std::uint32_t>(results.size());
    findings.delay_ms = arm.is_variable ? 0 : terms.delay_ticks * k_tick_ms;
    findings.due = results.size() * ticks_of(arm, terms.seconds);
    for (const PairResult& result : results) {
        const std::uint64_t compared =
            std::min(result.fast.hashes.size(), result.slow.hashes.size());
        if (compared == 0 || result.fast.snapshots.empty() || result.slow.snapshots.empty()) {
            return Error{ErrorCode::bad_data, std::string(arm.name),
                         "a machine ended before its first second, which shows nothing"};
        }
        findings.compared += compared;
        if (const auto instant = first_difference_of(arm, result)) {
            findings.first_difference =
                std::min(findings.first_difference.value_or(*instant), *instant);
        }
        const double ratio = ratio_of(result);
        findings.ratio = &result == &results.front() ? ratio : std::min(findings.ratio, ratio);
        findings.found_exactly +=
            arm.fault != ArmFault::none && is_found_exactly(arm, result) ? 1U : 0U;
        add_price(result, findings);
        TANDEM_TRY(add_apart(arm, result, findings));
    }
    count_outcomes(results, findings);
    findings.input_age_ms = input_age_ms(results);
    // They were read before.
    findings.fast = *outcome_of(arm, results.front().fast.snapshots.back().state);
    findings.slow = *outcome_of(arm, results.front().slow.snapshots.back().state);
    findings.agrees = !findings.first_difference;
    findings.verdict = verdict_of(findings);
    findings.is_as_expected = is_as_expected(findings);
    return findings;
}

namespace {

constexpr double k_nano = 1e9;

MatchOutcome outcome_of_world(const World& world);
MatchOutcome outcome_of_game(const VariableGame& game);
MatchOutcome outcome_of_game(const FloatGame& game);
MatchOutcome outcome_of_game(const FixedGame& game);
template <class Game>
sim::Result<MatchOutcome> read(sim::ByteView state);

}  // namespace

bool MatchOutcome::is_wall_cleared() const { return apex > k_jump_wall; }

sim::Result<MatchOutcome> outcome_of(const Arm& arm, sim::ByteView state) {
    if (arm.is_variable) {
        return read<VariableGame>(state);
    }
    return arm.id == ArmId::f_float ? read<FloatGame>(state) : read<FixedGame>(state);
}

namespace {

using sim::Result;

sim::AnySimulation sound_game(const Arm& arm);
Result<bool> replays(const replay::Replay& recording, const Arm& arm);

}  // namespace

Result<RecordingFindings> examine_recordings(const Arm& arm, const std::string& fast_file,
                                             const std::string& slow_file) {
    const auto fast = replay::Replay::open(fast_file);
    const auto slow = replay::Replay::open(slow_file);
    if (!fast || !slow) {
        return fast ? slow.error() : fast.error();
    }
    const auto report = replay::diff(*fast, *slow, [&arm] { return sound_game(arm); });
    const auto fast_replays = replays(*fast, arm);
    const auto slow_replays = replays(*slow, arm);
    if (!report || !fast_replays || !slow_replays) {
        return !report         ? report.error()
               : !fast_replays ? fast_replays.error()
                               : slow_replays.error();
    }
    RecordingFindings findings;
    findings.diff = replay::verdict_text(report->verdict);
    if (report->state_tick) {
        findings.states_differ_at = instant_of(arm, report->state_tick->number);
    }
    findings.is_exact_fast = *fast_replays;
    findings.is_exact_slow = *slow_replays;
    return findings;
}

namespace {

std::optional<std::uint64_t> first_difference(const SideReport& a, const SideReport& b) {
    const auto [in_a, in_b] =
        std::mismatch(a.hashes.begin(), a.hashes.end(), b.hashes.begin(), b.hashes.end());
    return in_a == a.hashes.end() && in_b == b.hashes.end()
               ? std::nullopt
               : std::optional(static_cast<std::uint64_t>(in_a - a.hashes.begin()));
}

double frames_a_second(const SideReport& report) {
    return report.played_ns == 0
               ? 0
               : static_cast<double>(report.frames) / static_cast<double>(report.played_ns);
}

double ratio_of(const PairResult& result) {
    const double slow = frames_a_second(result.slow);
    return slow > 0 ? frames_a_second(result.fast) / slow : 0;
}

std::uint32_t distinct(const std::vector<const SideReport*>& reports) {
    std::set<sim::Bytes> states;
    for (const SideReport* report : reports) {
        states.insert(report->snapshots.back().state);
    }
    return static_cast<std::uint32_t>(states.size());
}

void count_outcomes(const std::vector<PairResult>& results, ArmFindings& findings) {
    std::vector<const SideReport*> fast;
    std::vector<const SideReport*> slow;
    std::uint64_t frames_fast = 0;
    std::uint64_t frames_slow = 0;
    for (const PairResult& result : results) {
        fast.push_back(&result.fast);
        slow.push_back(&result.slow);
        frames_fast += result.fast.frames;
        frames_slow += result.slow.frames;
    }
    std::vector<const SideReport*> all = fast;
    all.insert(all.end(), slow.begin(), slow.end());
    findings.outcomes = distinct(all);
    findings.outcomes_fast = distinct(fast);
    findings.outcomes_slow = distinct(slow);
    findings.frames_fast = static_cast<std::uint32_t>(frames_fast / results.size());
    findings.frames_slow = static_cast<std::uint32_t>(frames_slow / results.size());
}

// The price of lockstep.
void add_price(const PairResult& result, ArmFindings& findings) {
    for (const SideReport* report : {&result.fast, &result.slow}) {
        findings.stalls += report->stalls;
        findings.stalled_ms += in_ms(report->stalled_ns);
        findings.replays_differing += report->replays_differing;
        findings.input_age_max_ms =
            std::max(findings.input_age_max_ms, in_ms(report->input_age_max_ns));
        findings.found_after_ms = std::max(findings.found_after_ms, in_ms(report->desync_after_ns));
    }
    findings.worst_gap_fast_ms =
        std::max(findings.worst_gap_fast_ms, in_ms(result.fast.worst_gap_ns));
    findings.worst_gap_slow_ms =
        std::max(findings.worst_gap_slow_ms, in_ms(result.slow.worst_gap_ns));
}

// On average over all runs.
double input_age_ms(const std::vector<PairResult>& results) {
    std::uint64_t sum_ns = 0;
    std::uint64_t inputs = 0;
    for (const PairResult& result : results) {
        sum_ns += result.fast.input_age_sum_ns + result.slow.input_age_sum_ns;
        inputs += result.fast.inputs_aged + result.slow.inputs_aged;
    }
    return inputs == 0 ? 0 : in_ms(sum_ns) / static_cast<double>(inputs);
}

// Adds how far the bullets of this pair ever were apart: at the end they may be together by chance.
Result<void> add_apart(const Arm& arm, const PairResult& result, ArmFindings& findings) {
    const auto& fast = result.fast.snapshots;
    const auto& slow = result.slow.snapshots;
    for (std::size_t i = 0; i < std::min(fast.size(), slow.size()); ++i) {
        const auto a = outcome_of(arm, fast[i].state);
        const auto b = outcome_of(arm, slow[i].state);
        if (!a || !b) {
            return a ? b.error() : a.error();
        }
        if (fast[i].ticks_done != slow[i].ticks_done) {
            continue;
        }
        findings.bullet_apart = std::max(findings.bullet_apart, std::fabs(a->bullet - b->bullet));
        if (a->bullet_float && b->bullet_float) {
            findings.bullet_float_apart = std::max(findings.bullet_float_apart.value_or(0),
                                                   std::fabs(*a->bullet_float - *b->bullet_float));
        }
    }
    return {};
}

// Found by the comparison of states here, and by both sessions.
bool is_found_exactly(const Arm& arm, const PairResult& result) {
    return first_difference(result.fast, result.slow) == arm.fault_tick &&
           result.fast.desync_tick == arm.fault_tick && result.slow.desync_tick == arm.fault_tick;
}

std::uint64_t ticks_of(const Arm& arm, std::uint32_t seconds) {
    return std::uint64_t{seconds} * (arm.is_variable ? 1 : k_ticks_per_second);
}

// A fault ends its match early.
bool is_complete(const ArmFindings& findings) {
    return findings.arm->fault != ArmFault::none || findings.compared == findings.due;
}

MatchVerdict verdict_of(const ArmFindings& findings) {
    if (findings.ratio < k_ratio_min) {
        return MatchVerdict::inconclusive;
    }
    if (!findings.agrees) {
        return MatchVerdict::diverged;
    }
    return is_complete(findings) ? MatchVerdict::identical : MatchVerdict::inconclusive;
}

bool is_as_expected(const ArmFindings& findings) {
    const bool is_expected =
        findings.verdict ==
        (findings.arm->expects_agreement ? MatchVerdict::identical : MatchVerdict::diverged);
    const bool is_found =
        findings.arm->fault == ArmFault::none || findings.found_exactly == findings.pairs;
    return is_expected && is_found && is_complete(findings) && findings.replays_differing == 0;
}

MatchOutcome outcome_of_world(const World& world) {
    MatchOutcome outcome;
    outcome.bullet = world.bullet.value;
    outcome.bullet_float = double{world.bullet_float.value};
    outcome.bullet_integer = static_cast<double>(world.bullet_nano) / k_nano;
    outcome.apex = world.apex.value;
    outcome.apex_integer = static_cast<double>(world.apex_nano) / k_nano;
    outcome.spring_max = world.spring_max.value;
    outcome.tap_frames = world.tap_frames;
    outcome.held = {world.held[0].value, world.held[1].value};
    outcome.shot = world.shot.value;
    outcome.shot_float = double{world.shot_float.value};
    outcome.shot_integer = static_cast<double>(world.shot_nano) / k_nano;
    outcome.shot_ms = in_ms(world.shot_ns);
    return outcome;
}

MatchOutcome outcome_of_game(const VariableGame& game) { return outcome_of_world(game.world); }

MatchOutcome outcome_of_game(const FloatGame& game) { return outcome_of_world(game.world); }

MatchOutcome outcome_of_game(const FixedGame& game) {
    MatchOutcome outcome;
    outcome.bullet = game.car.units();
    outcome.apex = game.jump.apex_units();
    outcome.spring_max = game.spring.farthest_units();
    outcome.tap_frames = game.tap_ticks;
    outcome.held = {game.walkers[0].pixels(), game.walkers[1].pixels()};
    return outcome;
}

template <class Game>
sim::Result<MatchOutcome> read(sim::ByteView state) {
    Game game;
    TANDEM_TRY(sim::read_value(state, game, k_state_bytes_max, "state"));
    return outcome_of_game(game);
}

// Returns the sound game of the arm. That a recording of a broken one does not replay is as it must
// be.
sim::AnySimulation sound_game(const Arm& arm) {
    if (arm.is_variable) {
        return sim::erase<VariableGame>();
    }
    return arm.id == ArmId::f_float ? sim::erase<FloatGame>() : sim::erase<FixedGame>();
}

Result<bool> replays(const replay::Replay& recording, const Arm& arm) {
    const auto report = replay::verify(recording, sound_game(arm));
    TANDEM_TRY(report);
    return report->verdict == replay::VerifyVerdict::same;
}

}  // namespace
}  // namespace tandem::tools::lab::match
