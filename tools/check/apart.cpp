// SPDX-License-Identifier: MIT
// Sends the report over a socket as bytes. Texts that never change are told by their addresses,
// which are the same in a copy.
#include <tandem/tools/check/apart.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <type_traits>
#include <utility>

#include <unistd.h>

#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/process/message.hpp>
#include <tandem/tools/process/shared_memory.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::sim {

template <class Archive>
void serialize(Archive& ar, FieldDifference& field) {
    ar(CEREAL_NVP(field.path), CEREAL_NVP(field.a), CEREAL_NVP(field.b), CEREAL_NVP(field.raw_a),
       CEREAL_NVP(field.raw_b), CEREAL_NVP(field.more));
}

}  // namespace tandem::sim

namespace tandem::tools::check {

template <class Archive>
void serialize(Archive& ar, CompanionFinding& finding) {
    ar(CEREAL_NVP(finding.probe), CEREAL_NVP(finding.seed), CEREAL_NVP(finding.ticks_done),
       CEREAL_NVP(finding.failure), CEREAL_NVP(finding.answer), CEREAL_NVP(finding.fields));
}

template <class Archive>
void serialize(Archive& ar, ProbeReport& probe) {
    ar(CEREAL_NVP(probe.probe), CEREAL_NVP(probe.ticks_compared), CEREAL_NVP(probe.finding),
       CEREAL_NVP(probe.not_run), CEREAL_NVP(probe.remark));
}

// Holds all but the faults, which have no canonical form, and only the seed of the largest setup.
template <class Archive>
void serialize(Archive& ar, Report& report) {
    ar(CEREAL_NVP(report.ticks), CEREAL_NVP(report.sessions), CEREAL_NVP(report.longest_session),
       CEREAL_NVP(report.largest_setup.seed), CEREAL_NVP(report.largest_ticks_done),
       CEREAL_NVP(report.is_interrupted), CEREAL_NVP(report.probes), CEREAL_NVP(report.finding),
       CEREAL_NVP(report.cause_class), CEREAL_NVP(report.cause), CEREAL_NVP(report.reason),
       CEREAL_NVP(report.proof), CEREAL_NVP(report.failure), CEREAL_NVP(report.largest_state));
}

namespace {

// The time for the report after an interrupt: more than a sound tick, a process's end and the last
// words take.
constexpr std::chrono::seconds k_last_words{5};

static_assert(std::is_trivially_copyable_v<sim::FaultLog>);

// A report as it is sent.
struct ReportMessage {
    Report report{};
    std::array<std::byte, sizeof(sim::FaultLog)> faults{};

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(report), CEREAL_NVP(faults));
    }
};

Bytes encode_report(Report report) {
    ReportMessage message{std::move(report)};
    std::memcpy(message.faults.data(), &message.report.faults, message.faults.size());
    return sim::canonical_bytes(message);
}

bool is_sound_finding(const std::optional<CompanionFinding>& finding) {
    return !finding || finding->probe <= DisturbanceKind::build;
}

bool is_sound_report(const ReportMessage& message) {
    const Report& report = message.report;
    return std::all_of(report.probes.begin(), report.probes.end(),
                       [](const ProbeReport& probe) {
                           return probe.probe <= DisturbanceKind::build &&
                                  is_sound_finding(probe.finding);
                       }) &&
           is_sound_finding(report.finding) && report.cause_class <= replay::CauseClass::unknown &&
           (!report.failure || sim::is_known(report.failure->code));
}

// Reads the report. A game may have written over it, so that it may be nonsense.
std::optional<Report> report_from(ByteView bytes, const CheckPlan& plan) {
    auto message = read_message<ReportMessage>(bytes, {}, is_sound_report);
    if (!message) {
        return std::nullopt;
    }
    Report& report = message->report;
    const std::uint64_t seed = report.largest_setup.seed;
    report.largest_setup = plan.setup;  // with the content of its assets
    report.largest_setup.seed = seed;
    std::memcpy(&report.faults, message->faults.data(), message->faults.size());
    const bool is_sound = report.faults.places().size() <= sim::FaultLog::k_places_max;
    return is_sound ? std::optional(std::move(report)) : std::nullopt;
}

// The report of a check whose process has ended in this way.
Report report_of_end(const CheckPlan& plan, const CheckPlace& place, const std::string& end) {
    Report report;
    report.is_interrupted = place.is_interrupted;
    const std::uint64_t ticks = place.ticks;
    const std::uint8_t who = place.who;
    const std::string text = "its process ended by " + end;
    for (const DisturbanceKind probe : plan.probes) {
        report.probes.push_back({probe, 0, {}, "the process of the check had ended", ""});
    }
    const auto found = std::find_if(
        report.probes.begin(), report.probes.end(),
        [&](const ProbeReport& each) { return static_cast<std::uint8_t>(each.probe) == who; });
    if (report.is_interrupted) {
        return report;
    }
    if (found == report.probes.end()) {
        const std::string seed =
            place.seed == plan.setup.seed ? "" : "seed " + std::to_string(place.seed);
        report.failure =
            sim::Error{sim::ErrorCode::step_failed,
                       place.is_reset ? "tick " + std::to_string(ticks) : "reset", text}
                .within(seed);
        return report;
    }
    const DisturbanceInfo& info = info_of(found->probe);
    CompanionFinding finding;
    finding.probe = found->probe;
    finding.seed = place.seed;
    finding.ticks_done = ticks > 0 ? ticks - 1 : 0;
    finding.failure = std::string("only ") + info.who + " failed: " + text;
    found->finding = finding;
    found->not_run.clear();
    report.ticks = ticks;
    report.sessions = 1;
    report.cause = info.cause;
    report.cause_class = info.cause_class;
    report.reason = info.reason;
    report.proof = std::string("the game by itself came that far, and ") + info.who + " did not";
    report.finding = std::move(finding);
    return report;
}

// Makes the check in the copy. A signal that comes here instead of there is for both processes: the
// one that reports has to know it.
int check_here(const CheckPlan& plan, CheckPlace& place, int socket) {
    std::optional<CallWatch> watch;
    if (plan.watch) {
        watch.emplace(*plan.watch);
    }
    const SignalGuard signals;
    const pid_t parent = getppid();
    CheckPlan own = plan;
    own.place = &place;
    own.is_interrupted = [&place] { return place.is_interrupted || pending_signal() != 0; };
    own.progress = [&place](std::uint64_t done) { place.work = done; };
    const Bytes report = encode_report(check_game(own));
    if (pending_signal() != 0) {
        ::kill(parent, pending_signal());
    }
    return Channel(socket).send(report) ? 0 : 1;
}

}  // namespace

Report check_game_apart(const CheckPlan& plan) {
    const SharedValue<CheckPlace> place;
    if (place.get() == nullptr) {
        return check_game(plan);
    }
    auto child = Child::start([&](int socket) { return check_here(plan, *place.get(), socket); });
    if (!child) {
        return check_game(plan);
    }
    std::optional<std::chrono::nanoseconds> interrupted_at;
    const auto gives_up = [&] {
        if (plan.progress) {
            plan.progress(place->work);
        }
        if (!interrupted_at && plan.is_interrupted && plan.is_interrupted()) {
            interrupted_at = steady_now();
            place->is_interrupted = true;
        }
        return interrupted_at && steady_now() > *interrupted_at + k_last_words;
    };
    Bytes message;
    if (child->channel(gives_up).receive(message)) {
        if (auto report = report_from(message, plan)) {
            return std::move(*report);
        }
    }
    const auto end = child->wait_for_end();
    return report_of_end(plan, *place.get(), end.value_or("being killed"));
}

}  // namespace tandem::tools::check
