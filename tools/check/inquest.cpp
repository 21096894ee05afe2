// SPDX-License-Identifier: MIT
// Asks first if the change comes again, then how little suffices, and then what else could explain
// it.
#include <tandem/tools/check/inquest.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <tandem/replay/explain/reduce.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/tools/check/diagnosis.hpp>

namespace tandem::tools::check {
namespace {

using Mixture = std::vector<Disturbance>;

// The number of times that a run is made again to see if it comes out the same.
constexpr int k_repeats = 4;
// The number of single ticks that are tried.
constexpr std::size_t k_ticks_tried = 12;

class Inquest {
public:
    Inquest(Origin& origin, const SessionHistory& session, const RunOutcome& plain,
            const ChangedRun& changed, const OriginHooks& hooks)
        : origin_(origin),
          session_(session),
          plain_(plain),
          mixture_(changed.disturbances),
          outcome_(changed.outcome),
          hooks_(hooks) {
        TANDEM_ASSERT(!are_equal(plain, changed.outcome));
    }

    Result<ChaosFinding> hold();

private:
    RunOutcome play(const Mixture& mixture, std::optional<std::uint64_t> state_at = {});
    bool changes(const Mixture& mixture) { return !is_gone_ && !are_equal(play(mixture), plain_); }

    void conclude(const Diagnosis& diagnosis, std::string proof);

    // Decides. First come causes that explain every change: chance, memory, a clock, a static.
    void decide();

    // Takes a disturbance that shows the cause in an earlier tick than the one that first differed:
    // the cause is then repeated with it.
    void try_earlier(const Mixture& shown_by);
    bool comes_again();

    // Only the way in which two threads meet may differ between equal runs of a game without
    // chance.
    void decide_what_does_not_repeat();

    // Leaves one of them alone if that suffices, or else as few as can be.
    void shrink_kinds();
    void try_mixture(const Mixture& mixture);
    void shrink_ticks();

    // Leaves one tick if that suffices, and tries those shortly before the difference first.
    void shrink_ticks(std::size_t index);
    std::string what_was_done() const;

    static Diagnosis diagnosis_of(DisturbanceKind probe) {
        return diagnose({{probe, 0, 0}}, Decider::unknown);
    }
    static Diagnosis diagnosis_of(Decider decider) {
        return diagnose({{DisturbanceKind::process, 0, 0}}, decider);
    }

    void decide_by_kind();

    static Diagnosis told_by(const char* reason, const char* cause) {
        return {DisturbanceKind::process, cause, replay::CauseClass::local, reason};
    }

    // Decides between two probes: a loss that a fresh object has too is a field, and else something
    // was kept from before.
    void decide_restored(const std::string& proof);

    // Tells tick and fields. Both runs are made once more, for their states.
    void report_place();

    Origin& origin_;
    const SessionHistory& session_;
    const RunOutcome& plain_;
    Mixture mixture_;
    RunOutcome outcome_;  // outcome of the mixture
    const OriginHooks& hooks_;
    bool is_gone_ = false;
    ChaosFinding finding_;
};

}  // namespace

std::uint64_t moment_of_difference(const RunOutcome& a, const RunOutcome& b) {
    const auto [in_a, in_b] =
        std::mismatch(a.hashes.begin(), a.hashes.end(), b.hashes.begin(), b.hashes.end());
    static_cast<void>(in_b);
    return static_cast<std::uint64_t>(in_a - a.hashes.begin());
}

Result<ChaosFinding> hold_inquest(Origin& origin, const SessionHistory& session,
                                  const RunOutcome& plain, const ChangedRun& changed,
                                  const OriginHooks& hooks) {
    return Inquest(origin, session, plain, changed, hooks).hold();
}

namespace {

Result<ChaosFinding> Inquest::hold() {
    decide();
    if (is_gone_) {
        return sim::Error{sim::ErrorCode::io, "", "the process from which runs begin is gone"};
    }
    report_place();
    finding_.disturbances = mixture_;
    return std::move(finding_);
}

RunOutcome Inquest::play(const Mixture& mixture, std::optional<std::uint64_t> state_at) {
    auto run = origin_.play({mixture, 1, state_at}, hooks_);
    is_gone_ = is_gone_ || !run;
    return run ? std::move(run).value() : RunOutcome{};
}

void Inquest::conclude(const Diagnosis& diagnosis, std::string proof) {
    finding_.cause_class = diagnosis.cause_class;
    finding_.reason = diagnosis.reason;
    finding_.cause = diagnosis.cause;
    finding_.proof = std::move(proof);
}

void Inquest::decide() {
    EvidencePlan plan;
    plan.rounds = k_repeats;
    const Evidence evidence = gather_evidence(origin_, plan, hooks_);
    is_gone_ = evidence.decider == Decider::unknown;
    if (is_gone_) {
        return;
    }
    if (evidence.decider == Decider::chance) {
        // The game then differs without any disturbance.
        mixture_.clear();
        conclude(diagnosis_of(evidence.decider), evidence.proof);
        return;
    }
    shrink_kinds();
    const bool repeats = comes_again();
    if (repeats) {
        shrink_ticks();
    }
    if (evidence.decider != Decider::nothing) {
        try_earlier(evidence.shown_by);
        conclude(diagnosis_of(evidence.decider), evidence.proof);
    } else if (repeats) {
        decide_by_kind();
    } else {
        decide_what_does_not_repeat();
    }
}

void Inquest::try_earlier(const Mixture& shown_by) {
    for (const Disturbance& each : shown_by) {
        RunOutcome run = play({each});
        if (!is_gone_ && !are_equal(run, plain_) &&
            moment_of_difference(plain_, run) <= moment_of_difference(plain_, outcome_)) {
            mixture_ = {each};
            outcome_ = std::move(run);
            shrink_ticks();
            return;
        }
    }
}

bool Inquest::comes_again() {
    for (int round = 1; round < k_repeats; ++round) {
        if (!are_equal(play(mixture_), outcome_)) {
            return false;
        }
    }
    return true;
}

void Inquest::decide_what_does_not_repeat() {
    const bool has_threads =
        std::any_of(mixture_.begin(), mixture_.end(),
                    [](const Disturbance& each) { return each.kind == DisturbanceKind::beside; });
    if (has_threads) {
        conclude(diagnosis_of(DisturbanceKind::thread),
                 "it " + what_was_done() + ", and came out differently each time");
        return;
    }
    if (mixture_.size() == 1 && mixture_.front().kind == DisturbanceKind::later) {
        conclude(diagnosis_of(Decider::clock),
                 "runs at the same time agree, and those over a second later do not");
        return;
    }
    conclude(not_repeated(DisturbanceKind::process),
             "it " + what_was_done() +
                 ": once it came out differently and then not in the same way again, while "
                 "runs with nothing changed always agreed");
}

void Inquest::shrink_kinds() {
    if (mixture_.size() <= 1) {
        return;
    }
    for (const Disturbance& each : Mixture(mixture_)) {
        if (changes({each})) {
            try_mixture({each});
            return;
        }
    }
    // The last ones are left out first. None of them suffices alone, as was just seen.
    const Mixture from_the_last(mixture_.rbegin(), mixture_.rend());
    replay::reduce(from_the_last, [this](const Mixture& kept) {
        const Mixture fewer(kept.rbegin(), kept.rend());
        const bool suffices = fewer.size() > 1 && changes(fewer);
        if (suffices) {
            try_mixture(fewer);
        }
        return suffices;
    });
}

void Inquest::try_mixture(const Mixture& mixture) {
    mixture_ = mixture;
    // A change that comes and goes is told as it was seen.
    if (RunOutcome again = play(mixture_); !are_equal(again, plain_)) {
        outcome_ = std::move(again);
    }
}

void Inquest::shrink_ticks() {
    for (std::size_t index = 0; index < mixture_.size(); ++index) {
        const DisturbanceInfo& info = info_of(mixture_[index].kind);
        if (info.has_ticks && mixture_[index].kind != DisturbanceKind::later) {
            shrink_ticks(index);
        }
    }
}

void Inquest::shrink_ticks(std::size_t index) {
    const std::uint64_t end = moment_of_difference(plain_, outcome_);
    std::vector<std::uint64_t> before;
    for (std::uint64_t tick = end; tick-- > 0 && before.size() < k_ticks_tried;) {
        if (mixture_[index].ticks.has(tick)) {
            before.push_back(tick);
        }
    }
    for (const std::uint64_t tick : before) {
        Mixture single = mixture_;
        single[index].ticks = {ChosenTicks::Way::listed, 0, {tick}};
        if (changes(single)) {
            try_mixture(single);
            return;
        }
    }
}

std::string Inquest::what_was_done() const {
    std::string text;
    for (const Disturbance& each : mixture_) {
        text += (text.empty() ? "" : ", and ") + std::string(info_of(each.kind).what);
    }
    return text;
}

void Inquest::decide_by_kind() {
    const std::string proof = "it " + what_was_done() +
                              ", and came out differently, in the same way each time; runs "
                              "with nothing changed agree";
    if (mixture_.size() > 1) {
        conclude(not_repeated(DisturbanceKind::process), proof + "; no part of that suffices");
        finding_.cause_class = replay::CauseClass::local;
        return;
    }
    const DisturbanceKind kind = mixture_.front().kind;
    switch (kind) {
        case DisturbanceKind::later:
        case DisturbanceKind::again:
            return conclude(diagnosis_of(Decider::clock), proof);
        case DisturbanceKind::neighbour:
            return conclude(diagnosis_of(Decider::neighbour), proof);
        case DisturbanceKind::used:
        case DisturbanceKind::late:
            return decide_restored(proof);
        case DisturbanceKind::flush:
            return conclude(diagnosis_of(DisturbanceKind::rounding), proof);
        case DisturbanceKind::locale:
            return conclude(told_by("locale",
                                    "numbers are written or read as the process's locale has "
                                    "it: std::to_string, streams, printf or strtod in step; "
                                    "use std::to_chars and from_chars"),
                            proof);
        case DisturbanceKind::environment:
            return conclude(told_by("environment",
                                    "a variable, the time zone or the folder of the process "
                                    "takes part; take it from setup and inputs"),
                            proof);
        case DisturbanceKind::pattern:
        case DisturbanceKind::heap:
            // Two patterns and several layouts were compared before, and made no difference.
            return conclude(diagnosis_of(DisturbanceKind::memory), proof);
        case DisturbanceKind::beside:
            return conclude(diagnosis_of(DisturbanceKind::thread), proof);
        case DisturbanceKind::save:
        case DisturbanceKind::restore:
        case DisturbanceKind::copy:
        case DisturbanceKind::reset:
        case DisturbanceKind::observe:
        case DisturbanceKind::rounding:
        case DisturbanceKind::thread:
        case DisturbanceKind::process:
        case DisturbanceKind::memory:
        case DisturbanceKind::build:
            return conclude(diagnosis_of(kind), proof);
    }
}

void Inquest::decide_restored(const std::string& proof) {
    Disturbance fresh = mixture_.front();
    fresh.kind = DisturbanceKind::restore;
    conclude(diagnosis_of(changes({fresh}) ? DisturbanceKind::restore : DisturbanceKind::used),
             proof);
}

void Inquest::report_place() {
    finding_.seed = session_.setup().seed;
    const std::uint64_t moment = moment_of_difference(plain_, outcome_);
    finding_.ticks_done = moment;
    const bool is_failure = moment == plain_.hashes.size() || moment == outcome_.hashes.size();
    if (is_failure) {
        const bool plain_failed = moment == plain_.hashes.size() && !plain_.failure.empty();
        finding_.failure = plain_failed ? "only the plain run failed: " + plain_.failure
                                        : "only the disturbed run failed: " + outcome_.failure;
        finding_.ticks_done = moment > 0 ? moment - 1 : 0;
        return;
    }
    // A change by chance may not come at once, so we repeat until it does so again.
    RunOutcome ours = play({}, moment);
    RunOutcome theirs = play(mixture_, moment);
    for (int round = 0; round < k_repeats && ours.state == theirs.state; ++round) {
        theirs = play(mixture_, moment);
    }
    finding_.fields =
        differing_fields(session_.game().info->state_schema, ours.state, theirs.state);
}

}  // namespace
}  // namespace tandem::tools::check
