// SPDX-License-Identifier: MIT
// Replayed by the sound games: that a recording of a broken one does not replay is as it must be.
#include <tandem/tools/lab/match/recordings.hpp>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/match/arm_findings.hpp>
#include <tandem/tools/lab/match/fixed_game.hpp>
#include <tandem/tools/lab/match/variable_game.hpp>

namespace tandem::tools::lab::match {
namespace {

using sim::Result;

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

}  // namespace tandem::tools::lab::match
