// SPDX-License-Identifier: MIT
// Lets another thread step the game, and then this thread while another one steps a second game.
#include <tandem/tools/check/threads.hpp>

#include <algorithm>
#include <utility>

#include <tandem/tools/check/origin.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::check {
namespace {

// The number of meetings of the threads that suffices. If ticks are few or short, the sessions are
// played again until then; a machine with one processor or much else to do takes longer.
constexpr std::uint64_t k_meetings = 100;
constexpr std::uint64_t k_rounds_max = 500;
constexpr std::chrono::seconds k_rounds_time{3};

std::uint64_t ticks_played(const SessionHistory& session) {
    return session.ticks() - (session.failure() ? 1 : 0);
}

// The first difference of a run from the session.
std::optional<CompanionFinding> finding_of(const SessionHistory& session, const RunOutcome& run) {
    const auto failure = [&](std::uint64_t ticks_done, bool main_failed, const std::string& text) {
        const std::uint64_t last = session.ticks() > 0 ? session.ticks() - 1 : 0;
        return session.failure(DisturbanceKind::thread, std::min(ticks_done, last), main_failed,
                               text);
    };
    if (run.died_after) {
        return failure(
            *run.died_after, false,
            run.is_hung ? "its two threads did not come on and were killed" : run.failure);
    }
    const std::uint64_t moment = run.hashes.empty() ? 0 : run.hashes.size() - 1;
    const bool main_failed = session.failure() && moment >= ticks_played(session);
    if (!run.failure.empty()) {
        return main_failed ? std::nullopt : std::optional(failure(moment, false, run.failure));
    }
    if (main_failed) {
        return failure(moment, true, session.failure()->text());
    }
    return run.hashes.back() == session.hash(moment)
               ? std::nullopt
               : std::optional(session.difference(DisturbanceKind::thread, moment, run.state));
}

// The ticks that agree before this finding.
std::uint64_t ticks_before(const CompanionFinding& finding) {
    const bool is_of_a_state = finding.failure.empty() && finding.ticks_done > 0;
    return finding.ticks_done - (is_of_a_state ? 1 : 0);
}

class Repetition {
public:
    Repetition(Origin origin, const RemoteHooks& hooks)
        : origin_(std::move(origin)),
          hooks_(hooks),
          run_hooks_{hooks.is_interrupted, {}, hooks.tick_patience, hooks.now} {}

    RemoteOutcome play(const std::list<SessionHistory>& sessions) {
        for (const SessionHistory& session : sessions) {
            if (!play_first(session)) {
                return std::move(outcome_);
            }
        }
        run_hooks_.progress = {};
        const auto until = steady_now() + k_rounds_time;
        for (std::uint64_t round = 1; round < k_rounds_max; ++round) {
            for (const SessionHistory& session : sessions) {
                if (meetings_ >= k_meetings || steady_now() >= until || !send(session) ||
                    !play(session, DisturbanceKind::beside)) {
                    return std::move(outcome_);
                }
            }
        }
        return std::move(outcome_);
    }

private:
    // Plays a session in both ways. False if nothing more is to be played.
    bool play_first(const SessionHistory& session) {
        if (hooks_.progress) {
            const std::uint64_t before = outcome_.ticks_compared;
            run_hooks_.progress = [this, before](std::uint64_t ticks) {
                hooks_.progress(before + ticks);
            };
        }
        const bool goes_on = send(session) && play(session, DisturbanceKind::thread) &&
                             play(session, DisturbanceKind::beside);
        outcome_.ticks_compared += goes_on            ? ticks_played(session)
                                   : outcome_.finding ? ticks_before(*outcome_.finding)
                                                      : 0;
        return goes_on;
    }

    bool send(const SessionHistory& session) {
        const bool is_told = origin_.report_session(session);
        if (!is_told) {
            outcome_.not_run = "the session could not be told to another process";
        }
        return is_told;
    }

    // Plays one session in one way. False after a difference, or if no run could be had.
    bool play(const SessionHistory& session, DisturbanceKind kind) {
        const auto run = origin_.play({{{kind, 0, {}}}, 1, {}, true}, run_hooks_);
        if (run) {
            meetings_ += run->meetings;
            outcome_.finding = finding_of(session, *run);
        } else if (!hooks_.is_interrupted || !hooks_.is_interrupted()) {
            outcome_.finding =
                session.failure(DisturbanceKind::thread, 0, false, run.error().text());
        }
        return run && !outcome_.finding;
    }

    Origin origin_;
    const RemoteHooks& hooks_;
    OriginHooks run_hooks_;
    std::uint64_t meetings_ = 0;
    RemoteOutcome outcome_;
};

}  // namespace

RemoteOutcome repeat_at_once(const std::list<SessionHistory>& sessions, const RemoteHooks& hooks) {
    auto origin = Origin::start(sessions.front().game());
    if (!origin) {
        RemoteOutcome outcome;
        outcome.not_run = origin.error().text();
        return outcome;
    }
    return Repetition(std::move(origin).value(), hooks).play(sessions);
}

}  // namespace tandem::tools::check
