// SPDX-License-Identifier: MIT
// Plays the sessions first, with the companions of this process; then other threads and processes
// repeat them.
#include <tandem/tools/check/check.hpp>

#include <algorithm>
#include <chrono>
#include <list>

#include <tandem/tools/check/apart.hpp>
#include <tandem/tools/check/companion.hpp>
#include <tandem/tools/check/diagnosis.hpp>
#include <tandem/tools/check/origin.hpp>
#include <tandem/tools/check/remote.hpp>
#include <tandem/tools/check/threads.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools::check {
namespace {

using sim::AnySimulation;

// The bytes of states that all sessions keep. Other states are simulated again when they are
// needed.
constexpr std::uint64_t k_kept_state_bytes = std::uint64_t{64} << 20;
// This is more than the grain of time(), so that a companion in another process never sees the same
// time.
constexpr std::chrono::milliseconds k_later{1100};
// A session goes on after its first difference for so many ticks, or for two rounds of restoring:
// the probes that come to differ then tell the cause.
constexpr std::uint64_t k_ticks_looked_on = 60;
constexpr std::uint64_t k_rounds_looked_on = 2;

bool is_remote(DisturbanceKind probe);
void add_faults(const sim::FaultLog& session, sim::FaultLog& all);

class CheckRun {
public:
    explicit CheckRun(const CheckPlan& plan) : plan_(plan) {
        for (const DisturbanceKind probe : plan.probes) {
            const auto runs = check_disturbance(probe, *plan.game.info);
            report_.probes.push_back({probe, 0, {}, runs ? "" : runs.error().message, ""});
        }
    }

    Report run();

private:
    bool is_interrupted() const { return plan_.is_interrupted && plan_.is_interrupted(); }
    void report_what_was_not_reached();
    bool has_found() const;
    void report_progress(std::uint64_t done) const;
    void on_session(const Setup& setup) const;
    void on_ticks(std::uint64_t ticks) const;
    void on_who(std::uint8_t who) const;

    // Plays one session, up to its end or the first difference.
    Result<void> play(const Setup& setup);

    // Makes a record. Its faults are noted once here, from any simulation that is asked.
    Result<bool> make_record(sim::Tick tick, const AnySimulation& asked, Bytes& record);
    Result<void> end(const SessionHistory& history, const AnySimulation& main,
                     std::list<Companion>& companions);
    void keep_if_largest(const SessionHistory& history, const AnySimulation& main);
    std::list<Companion> make_companions() const;

    // Lets every companion take this step that has not found a difference yet.
    template <class Step>
    void follow(std::list<Companion>& companions, const SessionHistory& history,
                const AnySimulation& main, Step step) {
        for (Companion& companion : companions) {
            auto& finding = report_of(companion.probe()).finding;
            if (!finding) {
                on_who(static_cast<std::uint8_t>(companion.probe()));
                finding = (companion.*step)(history, main);
            }
        }
        on_who(CheckPlace::k_game);
    }

    ProbeReport& report_of(DisturbanceKind probe);

    // Asks the companions in other processes. If there is a finding already, they tell what kind it
    // is.
    void ask_other_processes(std::chrono::nanoseconds sessions_done);
    RemoteOutcome ask(DisturbanceKind probe, std::chrono::nanoseconds sessions_done,
                      const RemoteHooks& hooks) const;
    void find_cause();

    // Returns the evidence of runs that begin in the memory of this process before it played.
    Evidence ask_origin(const SessionHistory& session, const std::vector<ProbeDifference>& all);

    // True if the probe sees its difference at the same moment when the same ticks are played
    // again.
    bool happens_again(const SessionHistory& session, DisturbanceKind probe);

    // Lets processes play the game alone: nothing that check has done to this process takes part
    // there.
    Decider play_alone(const SessionHistory& session) const;

    // The number of times that a session is played alone. A game that draws random numbers now and
    // then would agree with itself in a few ticks.
    std::uint64_t times_alone(const SessionHistory& session) const;
    Error at(const Setup& setup, const std::string& tick, const Error& error) const;

    const CheckPlan& plan_;
    Report report_;
    std::list<SessionHistory> sessions_;
    std::optional<Origin> origin_;
    Bytes state_;  // kept for its memory
};

}  // namespace

std::uint64_t CheckPlan::work_ticks() const {
    const auto processes =
        static_cast<std::uint64_t>(std::count_if(probes.begin(), probes.end(), is_remote));
    return ticks * seeds * (1 + processes);
}

std::uint64_t CheckPlan::ticks_of_session(std::uint64_t ticks_done) const {
    return seeds == 1 ? ticks - ticks_done : ticks;
}

bool CheckPlan::wants_more(std::uint64_t ticks_done, std::uint64_t sessions_done) const {
    return sessions_done < seeds || (seeds == 1 && goes_on && ticks_done < ticks);
}

Report check_game(const CheckPlan& plan) { return CheckRun(plan).run(); }

namespace {

bool is_remote(DisturbanceKind probe) {
    return probe == DisturbanceKind::thread || probe == DisturbanceKind::process ||
           probe == DisturbanceKind::memory || probe == DisturbanceKind::build;
}

// Adds the faults of one more session.
void add_faults(const sim::FaultLog& session, sim::FaultLog& all) {
    std::uint64_t told = 0;
    for (const sim::Fault& fault : session.places()) {
        all.add(fault);
        told += fault.count;
    }
    // If some were not told, both logs have no free place left: this only counts.
    if (told < session.count()) {
        sim::Fault rest;
        rest.count = session.count() - told;
        all.add(rest);
    }
}

Report CheckRun::run() {
    if (auto origin = Origin::start(plan_.game)) {
        origin_.emplace(std::move(origin).value());
    }
    Setup setup = plan_.setup;
    do {
        const std::uint64_t before = report_.ticks;
        if (auto played = play(setup); !played) {
            report_.failure = played.error();
            return std::move(report_);
        }
        if (report_.ticks == before) {
            break;
        }
        ++report_.sessions;
        ++setup.seed;
    } while (!has_found() && !is_interrupted() &&
             plan_.wants_more(report_.ticks, report_.sessions));
    const auto done = steady_now();
    if (!sessions_.empty() && (report_.ticks > 0 || has_found())) {
        ask_other_processes(done);
    }
    if (has_found()) {
        find_cause();
    }
    report_.is_interrupted = is_interrupted();
    if (report_.is_interrupted) {
        report_what_was_not_reached();
    }
    return std::move(report_);
}

void CheckRun::report_what_was_not_reached() {
    for (ProbeReport& probe : report_.probes) {
        if (probe.ticks_compared == 0 && !probe.finding && probe.not_run.empty()) {
            probe.not_run = "interrupted";
        }
    }
}

bool CheckRun::has_found() const {
    return std::any_of(report_.probes.begin(), report_.probes.end(),
                       [](const ProbeReport& probe) { return probe.finding.has_value(); });
}

void CheckRun::report_progress(std::uint64_t done) const {
    if (plan_.progress) {
        plan_.progress(done);
    }
}

void CheckRun::on_session(const Setup& setup) const {
    if (plan_.place != nullptr) {
        plan_.place->seed = setup.seed;
        plan_.place->is_reset = false;
    }
}

void CheckRun::on_ticks(std::uint64_t ticks) const {
    if (plan_.place != nullptr) {
        plan_.place->ticks = ticks;
        plan_.place->is_reset = true;
    }
}

void CheckRun::on_who(std::uint8_t who) const {
    if (plan_.place != nullptr) {
        plan_.place->who = who;
    }
}

Result<void> CheckRun::play(const Setup& setup) {
    on_session(setup);
    AnySimulation main = plan_.game.make();
    if (auto reset = main.reset(setup); !reset) {
        return at(setup, "", reset.error());
    }
    on_ticks(0);
    SessionHistory& history = sessions_.emplace_back(
        plan_.game, main.setup(),
        sessions_.empty() ? k_kept_state_bytes : sessions_.back().state_bytes_left());
    history.start(main);
    std::list<Companion> companions = make_companions();
    const auto asked = std::find_if(companions.begin(), companions.end(),
                                    [](const auto& each) { return each.asked() != nullptr; });
    follow(companions, history, main, &Companion::follow);
    Bytes record;
    std::uint64_t most = plan_.ticks_of_session(report_.ticks);
    bool looks_on = false;
    keep_if_largest(history, main);
    while (history.ticks() < most && !main.finished()) {
        if (has_found() && !looks_on) {
            looks_on = true;
            most = std::min(most, history.ticks() + std::max(k_ticks_looked_on,
                                                             k_rounds_looked_on * plan_.every));
        }
        const sim::Tick tick{history.ticks()};
        if (tick.number % k_ticks_between_looks == 0) {
            report_progress(report_.ticks);
            if (is_interrupted()) {
                break;
            }
        }
        const auto goes_on =
            make_record(tick, asked == companions.end() ? main : *asked->asked(), record);
        if (!goes_on && !looks_on) {
            add_faults(main.faults(), report_.faults);
            return at(setup, "tick " + std::to_string(tick.number), goes_on.error());
        }
        if (!goes_on || !*goes_on) {
            break;
        }
        const auto stepped = main.step(record);
        history.add(record, stepped, main);
        on_ticks(history.ticks());
        if (stepped) {
            ++report_.ticks;
            keep_if_largest(history, main);
        }
        follow(companions, history, main, &Companion::follow);
        if (!stepped) {
            break;
        }
    }
    return end(history, main, companions);
}

Result<bool> CheckRun::make_record(sim::Tick tick, const AnySimulation& asked, Bytes& record) {
    const sim::FaultScope scope(report_.faults, tick.number);
    return plan_.make_record(tick, asked, record);
}

Result<void> CheckRun::end(const SessionHistory& history, const AnySimulation& main,
                           std::list<Companion>& companions) {
    add_faults(main.faults(), report_.faults);
    follow(companions, history, main, &Companion::finish);
    for (const Companion& companion : companions) {
        report_of(companion.probe()).ticks_compared += companion.ticks_compared();
    }
    if (history.failure() && !has_found()) {
        return at(history.setup(), "tick " + std::to_string(history.ticks() - 1),
                  *history.failure());
    }
    report_.longest_session = std::max(report_.longest_session, history.ticks());
    return {};
}

void CheckRun::keep_if_largest(const SessionHistory& history, const AnySimulation& main) {
    // A state always has bytes: erasing a game refuses a state without any.
    if (!main.save(state_) || state_.size() <= report_.largest_state.size()) {
        return;
    }
    std::swap(state_, report_.largest_state);
    report_.largest_setup = history.setup();
    report_.largest_ticks_done = history.ticks();
}

std::list<Companion> CheckRun::make_companions() const {
    std::list<Companion> companions;
    for (const ProbeReport& probe : report_.probes) {
        if (!is_remote(probe.probe) && probe.not_run.empty()) {
            companions.emplace_back(probe.probe, plan_.game, plan_.every);
        }
    }
    return companions;
}

ProbeReport& CheckRun::report_of(DisturbanceKind probe) {
    return *std::find_if(report_.probes.begin(), report_.probes.end(),
                         [&](const ProbeReport& report) { return report.probe == probe; });
}

void CheckRun::ask_other_processes(std::chrono::nanoseconds sessions_done) {
    std::uint64_t work_done = report_.ticks;
    for (ProbeReport& probe : report_.probes) {
        if (!is_remote(probe.probe) || is_interrupted()) {
            continue;
        }
        RemoteHooks hooks;
        hooks.is_interrupted = plan_.is_interrupted;
        hooks.progress = [&](std::uint64_t ticks) { report_progress(work_done + ticks); };
        auto outcome = ask(probe.probe, sessions_done, hooks);
        probe.ticks_compared = outcome.ticks_compared;
        probe.not_run = std::move(outcome.not_run);
        probe.remark = std::move(outcome.remark);
        probe.finding = std::move(outcome.finding);
        work_done += report_.ticks;
    }
}

RemoteOutcome CheckRun::ask(DisturbanceKind probe, std::chrono::nanoseconds sessions_done,
                            const RemoteHooks& hooks) const {
    if (probe == DisturbanceKind::thread) {
        return repeat_at_once(sessions_, hooks);
    }
    sleep_until(sessions_done + k_later);
    return repeat_elsewhere(
        probe, probe == DisturbanceKind::build ? plan_.other_program : plan_.own_program, sessions_,
        hooks);
}

void CheckRun::find_cause() {
    std::vector<ProbeDifference> all;
    std::vector<DisturbanceKind> agreeing;
    for (const ProbeReport& probe : report_.probes) {
        if (probe.finding) {
            all.push_back({probe.probe, probe.finding->seed, probe.finding->ticks_done});
        } else if (probe.not_run.empty() && probe.ticks_compared > 0) {
            agreeing.push_back(probe.probe);
        }
    }
    const auto first = std::min_element(
        all.begin(), all.end(), [](const auto& a, const auto& b) { return a.seed < b.seed; });
    const auto session = std::find_if(sessions_.begin(), sessions_.end(), [&](const auto& each) {
        return each.setup().seed == first->seed;
    });
    const Evidence evidence = ask_origin(*session, all);
    // If these runs found nothing, other processes may show more.
    Decider decider = evidence.decider;
    const bool is_open = decider == Decider::unknown || decider == Decider::nothing;
    // If only this probe of several differs, it may have seen by chance something that will not
    // come again.
    const bool may_be_chance = all.size() == 1 && report_.probes.size() > 1 &&
                               all.front().probe == DisturbanceKind::memory;
    if (is_open && (needs_alone(all) || may_be_chance)) {
        decider = play_alone(*session);
    }
    Diagnosis diagnosis = diagnose(all, decider, agreeing);
    const bool is_its_own = diagnosis.cause == info_of(diagnosis.probe).cause;
    if (is_its_own && always_repeats(diagnosis.probe) &&
        !happens_again(*session, diagnosis.probe)) {
        diagnosis = not_repeated(diagnosis.probe);
    }
    report_.finding = report_of(diagnosis.probe).finding;
    report_.cause = cause_text(diagnosis, *report_.finding);
    report_.cause_class = diagnosis.cause_class;
    report_.reason = diagnosis.reason;
    report_.proof = evidence.proof.empty() ? std::string("the game, played alike, differs from ") +
                                                 info_of(diagnosis.probe).who
                                           : evidence.proof;
}

Evidence CheckRun::ask_origin(const SessionHistory& session,
                              const std::vector<ProbeDifference>& all) {
    if (!origin_ || !needs_evidence(all) || !origin_->report_session(session)) {
        return {};
    }
    EvidencePlan plan;
    plan.times = times_alone(session);
    plan.asks_for_machine = may_be_machine(all);
    OriginHooks hooks;
    hooks.is_interrupted = plan_.is_interrupted;
    return gather_evidence(*origin_, plan, hooks);
}

bool CheckRun::happens_again(const SessionHistory& session, DisturbanceKind probe) {
    const CompanionFinding& before = *report_of(probe).finding;
    AnySimulation main = plan_.game.make();
    if (before.seed != session.setup().seed || !main.reset(session.setup())) {
        return true;
    }
    SessionHistory again(plan_.game, main.setup(), 0);
    again.start(main);
    Companion companion(probe, plan_.game, plan_.every);
    auto finding = companion.follow(again, main);
    while (!finding && again.ticks() < session.ticks() && !again.failure()) {
        const auto record = session.record(again.ticks());
        const auto stepped = main.step(record);
        again.add(record, stepped, main);
        finding = companion.follow(again, main);
    }
    if (!finding) {
        finding = companion.finish(again, main);
    }
    return finding && finding->ticks_done == before.ticks_done;
}

Decider CheckRun::play_alone(const SessionHistory& session) const {
    constexpr int k_rounds = 3;
    RemoteHooks hooks;
    hooks.is_interrupted = plan_.is_interrupted;
    const std::uint64_t times = times_alone(session);
    const auto play = [&](DisturbanceKind probe) {
        return play_elsewhere(probe, plan_.own_program, session, times, hooks);
    };
    const auto first = play(DisturbanceKind::process);
    if (!first) {
        return Decider::unknown;
    }
    sleep_until(steady_now() + k_later);
    std::vector<Hashes> plain{*first};
    std::vector<Hashes> filled;
    for (int round = 0; round < k_rounds && plain.back() == *first; ++round) {
        auto later = play(DisturbanceKind::process);
        auto in_filled = play(DisturbanceKind::memory);
        if (!later || !in_filled) {
            return Decider::unknown;
        }
        plain.push_back(std::move(*later));
        filled.push_back(std::move(*in_filled));
    }
    return decider_of(plain, filled);
}

std::uint64_t CheckRun::times_alone(const SessionHistory& session) const {
    constexpr std::uint64_t k_ticks = 2000;
    constexpr std::uint64_t k_state_bytes = std::uint64_t{16} << 20;  // the most that is sent
    const std::uint64_t moments = session.ticks() + 1;
    const std::uint64_t bytes = moments * (report_.largest_state.size() + 1);
    return std::max<std::uint64_t>(1, std::min(k_ticks / moments, k_state_bytes / bytes));
}

Error CheckRun::at(const Setup& setup, const std::string& tick, const Error& error) const {
    const std::string seed =
        setup.seed == plan_.setup.seed ? "" : "seed " + std::to_string(setup.seed);
    return error.within(tick).within(seed);
}

}  // namespace
}  // namespace tandem::tools::check
