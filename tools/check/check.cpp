// SPDX-License-Identifier: MIT
// Sessions first, with the companions of this process; then other threads and processes repeat
// them.
#include <tandem/tools/check/check.hpp>

#include <algorithm>
#include <chrono>
#include <list>
#include <tuple>

#include <tandem/sim/schema.hpp>
#include <tandem/tools/check/companion.hpp>
#include <tandem/tools/check/remote.hpp>
#include <tandem/tools/check/surroundings.hpp>
#include <tandem/tools/check/threads.hpp>
#include <tandem/tools/clock.hpp>
#include <tandem/tools/ticks.hpp>

namespace tandem::tools::check {
namespace {

using sim::AnySimulation;
using sim::Bytes;
using sim::Error;
using sim::Result;

// Of all sessions. What does not fit is simulated again when it is needed.
constexpr std::uint64_t k_kept_state_bytes = std::uint64_t{64} << 20;
// More than the grain of time(), so that a companion in another process never sees the same time.
constexpr std::chrono::milliseconds k_later{1100};

bool is_remote(Probe probe) {
    return probe == Probe::thread || probe == Probe::process || probe == Probe::memory ||
           probe == Probe::build;
}

bool has_floating(const sim::SchemaNode& node) {
    return node.kind == sim::FieldKind::floating ||
           std::any_of(node.children.begin(), node.children.end(), has_floating);
}

// Why a probe of this process cannot run; empty: it can.
std::string obstacle(Probe probe, const sim::GameInfo& game) {
    if (probe != Probe::rounding) {
        return "";
    }
    if (has_floating(game.state_schema.root())) {
        return "the state holds floating point (Unportable), which may round as it likes";
    }
    return RoundingUpwards::is_possible() ? "" : "this processor rounds in one way only";
}

// Those of one more session.
void add_faults(const sim::FaultLog& session, sim::FaultLog& all) {
    std::uint64_t told = 0;
    for (const sim::Fault& fault : session.places()) {
        all.add(fault);
        told += fault.count;
    }
    // Its places are all taken then, and so are ours: this only counts.
    if (told < session.count()) {
        sim::Fault rest;
        rest.count = session.count() - told;
        all.add(rest);
    }
}

class Run {
public:
    explicit Run(const Plan& plan) : plan_(plan) {
        for (const Probe probe : plan.probes) {
            report_.probes.push_back({probe, 0, false, obstacle(probe, *plan.game.info), ""});
        }
    }

    Report run() {
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
        } while (!report_.finding && !is_interrupted() && wants_more());
        const auto done = steady_now();
        if (!sessions_.empty() && (report_.ticks > 0 || report_.finding)) {
            ask_other_processes(done);
        }
        report_.is_interrupted = is_interrupted();
        return std::move(report_);
    }

private:
    bool is_interrupted() const { return plan_.is_interrupted && plan_.is_interrupted(); }
    bool wants_more() const {
        return report_.sessions < plan_.seeds ||
               (plan_.seeds == 1 && plan_.goes_on && report_.ticks < plan_.ticks);
    }
    std::uint64_t ticks_of_session() const {
        return plan_.seeds == 1 ? plan_.ticks - report_.ticks : plan_.ticks;
    }
    void tell_progress(std::uint64_t done) const {
        if (plan_.progress) {
            plan_.progress(done);
        }
    }

    // One session, up to its end or the first difference.
    Result<void> play(const Setup& setup) {
        AnySimulation main = plan_.game.make();
        if (auto reset = main.reset(setup); !reset) {
            return at(setup, "", reset.error());
        }
        History& history = sessions_.emplace_back(
            plan_.game, main.setup(),
            sessions_.empty() ? k_kept_state_bytes : sessions_.back().state_bytes_left());
        history.start(main);
        const auto companions = make_companions();
        const auto asked = std::find_if(companions.begin(), companions.end(),
                                        [](const auto& each) { return each->asked() != nullptr; });
        follow(companions, history, main, &Companion::follow);
        Bytes record;
        const std::uint64_t most = ticks_of_session();
        keep_if_largest(history, main);
        while (!report_.finding && history.ticks() < most && !main.finished()) {
            const sim::Tick tick{history.ticks()};
            if (tick.number % k_ticks_between_looks == 0) {
                tell_progress(report_.ticks);
                if (is_interrupted()) {
                    break;
                }
            }
            const auto goes_on =
                make_record(tick, asked == companions.end() ? main : *(*asked)->asked(), record);
            if (!goes_on) {
                add_faults(main.faults(), report_.faults);
                return at(setup, "tick " + std::to_string(tick.number), goes_on.error());
            }
            if (!*goes_on) {
                break;
            }
            const auto stepped = main.step(record);
            history.add(record, stepped, main);
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

    // Whichever simulation is asked, its reports on the way are told once, here.
    Result<bool> make_record(sim::Tick tick, const AnySimulation& asked, Bytes& record) {
        const sim::FaultScope scope(report_.faults, tick.number);
        return plan_.make_record(tick, asked, record);
    }

    using Companions = std::vector<std::unique_ptr<Companion>>;

    Result<void> end(const History& history, const AnySimulation& main,
                     const Companions& companions) {
        add_faults(main.faults(), report_.faults);
        if (!report_.finding) {
            follow(companions, history, main, &Companion::finish);
        }
        for (const auto& companion : companions) {
            report_of(companion->probe()).ticks_compared += companion->ticks_compared();
        }
        if (history.failure() && !report_.finding) {
            return at(history.setup(), "tick " + std::to_string(history.ticks() - 1),
                      *history.failure());
        }
        report_.longest_session = std::max(report_.longest_session, history.ticks());
        return {};
    }

    void keep_if_largest(const History& history, const AnySimulation& main) {
        if (!main.save(state_)) {
            return;
        }
        const bool is_larger = !has_largest_ || state_.size() > report_.largest_state.size();
        if (!is_larger) {
            return;
        }
        has_largest_ = true;
        std::swap(state_, report_.largest_state);
        report_.largest_setup = history.setup();
        report_.largest_ticks_done = history.ticks();
    }

    Companions make_companions() const {
        Companions companions;
        for (const ProbeReport& probe : report_.probes) {
            if (!is_remote(probe.probe) && probe.not_run.empty()) {
                companions.push_back(make_companion(probe.probe, plan_.game, plan_.every));
            }
        }
        return companions;
    }

    // All companions are asked, so that it can be said which of them see the difference.
    template <class Step>
    void follow(const Companions& companions, const History& history, const AnySimulation& main,
                Step step) {
        for (const auto& companion : companions) {
            if (auto finding = ((*companion).*step)(history, main)) {
                report_of(companion->probe()).has_found = true;
                take(std::move(*finding));
            }
        }
    }

    ProbeReport& report_of(Probe probe) {
        return *std::find_if(report_.probes.begin(), report_.probes.end(),
                             [&](const ProbeReport& report) { return report.probe == probe; });
    }

    // Where there is a finding already, they tell what kind it is.
    void ask_other_processes(std::chrono::nanoseconds sessions_done) {
        std::uint64_t work_done = report_.ticks;
        for (ProbeReport& probe : report_.probes) {
            if (!is_remote(probe.probe) || is_interrupted()) {
                continue;
            }
            RemoteHooks hooks;
            hooks.is_interrupted = plan_.is_interrupted;
            hooks.progress = [&](std::uint64_t ticks) { tell_progress(work_done + ticks); };
            auto outcome = ask(probe.probe, sessions_done, hooks);
            probe.ticks_compared = outcome.ticks_compared;
            probe.not_run = std::move(outcome.not_run);
            probe.remark = std::move(outcome.remark);
            if (outcome.finding) {
                probe.has_found = true;
                take(std::move(*outcome.finding));
            }
            work_done += report_.ticks;
        }
    }

    RemoteOutcome ask(Probe probe, std::chrono::nanoseconds sessions_done,
                      const RemoteHooks& hooks) const {
        if (probe == Probe::thread) {
            return repeat_at_once(sessions_, hooks);
        }
        sleep_until(sessions_done + k_later);
        return repeat_elsewhere(probe,
                                probe == Probe::build ? plan_.other_program : plan_.own_program,
                                sessions_, hooks);
    }

    // The first difference of all, by seed, tick and probe.
    void take(Finding finding) {
        const auto place = [](const Finding& each) {
            return std::tuple(each.seed, each.ticks_done, each.probe);
        };
        if (!report_.finding || place(finding) < place(*report_.finding)) {
            report_.finding = std::move(finding);
        }
    }

    Error at(const Setup& setup, const std::string& tick, Error error) const {
        const std::string seed =
            setup.seed == plan_.setup.seed ? "" : "seed " + std::to_string(setup.seed);
        for (const std::string& place : {tick, seed}) {
            if (!place.empty()) {
                error.place = place + (error.place.empty() ? "" : ", " + error.place);
            }
        }
        return error;
    }

    const Plan& plan_;
    Report report_;
    std::list<History> sessions_;
    Bytes state_;  // kept for its memory
    bool has_largest_ = false;
};

}  // namespace

std::uint64_t Plan::work_ticks() const {
    const auto processes =
        static_cast<std::uint64_t>(std::count_if(probes.begin(), probes.end(), is_remote));
    return ticks * seeds * (1 + processes);
}

Report check_game(const Plan& plan) { return Run(plan).run(); }

}  // namespace tandem::tools::check
