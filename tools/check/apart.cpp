// SPDX-License-Identifier: MIT
// A report goes over a socket as bytes. Texts that never change are told by their addresses, which
// are the same in a copy.
#include <tandem/tools/check/apart.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <type_traits>

#include <unistd.h>

#include <tandem/tools/process/channel.hpp>
#include <tandem/tools/process/child.hpp>
#include <tandem/tools/process/shared_memory.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/signals.hpp>

namespace tandem::tools::check {
namespace {

using sim::ByteReader;
using sim::Bytes;
using sim::ByteView;

constexpr std::size_t k_answer_max = std::size_t{1} << 30;
// After an interrupt: more than a sound tick, a process's end and the last words take.
constexpr std::chrono::seconds k_last_words{5};

void append_words(Bytes& out, const std::string& text) {
    sim::append_block(out, sim::as_bytes(text));
}

std::string words(ByteReader& reader) {
    const ByteView bytes = reader.block(k_answer_max);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Kind>
Kind kind_from(ByteReader& reader, Kind last) {
    const std::uint8_t number = reader.u8();
    if (number > static_cast<std::uint8_t>(last)) {
        reader.fail();
    }
    return static_cast<Kind>(number);
}

void append_finding(Bytes& out, const std::optional<Finding>& finding) {
    sim::append_flag(out, finding.has_value());
    if (!finding) {
        return;
    }
    sim::append_le(out, static_cast<std::uint8_t>(finding->probe));
    sim::append_le(out, finding->seed);
    sim::append_le(out, finding->ticks_done);
    append_words(out, finding->failure);
    append_words(out, finding->answer);
    sim::append_le(out, static_cast<std::uint64_t>(finding->fields.size()));
    for (const sim::FieldDifference& field : finding->fields) {
        for (const std::string* text :
             {&field.path, &field.a, &field.b, &field.raw_a, &field.raw_b}) {
            append_words(out, *text);
        }
        sim::append_le(out, field.more);
    }
}

std::optional<Finding> finding_from(ByteReader& reader) {
    if (!reader.flag()) {
        return std::nullopt;
    }
    Finding finding;
    finding.probe = kind_from(reader, Probe::build);
    finding.seed = reader.u64();
    finding.ticks_done = reader.u64();
    finding.failure = words(reader);
    finding.answer = words(reader);
    for (std::uint64_t count = reader.u64(); count > 0 && !reader.failed(); --count) {
        sim::FieldDifference& field = finding.fields.emplace_back();
        for (std::string* text : {&field.path, &field.a, &field.b, &field.raw_a, &field.raw_b}) {
            *text = words(reader);
        }
        field.more = reader.u64();
    }
    return finding;
}

static_assert(std::is_trivially_copyable_v<sim::FaultLog>);

Bytes encode(const Report& report) {
    Bytes out;
    for (const std::uint64_t number : {report.ticks, report.sessions, report.longest_session,
                                       report.largest_setup.seed, report.largest_ticks_done}) {
        sim::append_le(out, number);
    }
    sim::append_flag(out, report.is_interrupted);
    sim::append_le(out, static_cast<std::uint64_t>(report.probes.size()));
    for (const ProbeReport& probe : report.probes) {
        sim::append_le(out, static_cast<std::uint8_t>(probe.probe));
        sim::append_le(out, probe.ticks_compared);
        append_finding(out, probe.finding);
        append_words(out, probe.not_run);
        append_words(out, probe.remark);
    }
    append_finding(out, report.finding);
    sim::append_le(out, static_cast<std::uint8_t>(report.cause_class));
    for (const std::string* text : {&report.cause, &report.reason, &report.proof}) {
        append_words(out, *text);
    }
    sim::append(out,
                ByteView(reinterpret_cast<const std::byte*>(&report.faults), sizeof report.faults));
    sim::append_flag(out, report.failure.has_value());
    if (report.failure) {
        sim::append_le(out, static_cast<std::uint8_t>(report.failure->code));
        append_words(out, report.failure->place);
        append_words(out, report.failure->message);
    }
    sim::append_block(out, report.largest_state);
    return out;
}

// What a game wrote over may be nonsense.
std::optional<Report> report_from(ByteView bytes, const Plan& plan) {
    ByteReader reader(bytes);
    Report report;
    report.ticks = reader.u64();
    report.sessions = reader.u64();
    report.longest_session = reader.u64();
    report.largest_setup = plan.setup;  // with the content of its assets
    report.largest_setup.seed = reader.u64();
    report.largest_ticks_done = reader.u64();
    report.is_interrupted = reader.flag();
    for (std::uint64_t count = reader.u64(); count > 0 && !reader.failed(); --count) {
        ProbeReport& probe = report.probes.emplace_back();
        probe.probe = kind_from(reader, Probe::build);
        probe.ticks_compared = reader.u64();
        probe.finding = finding_from(reader);
        probe.not_run = words(reader);
        probe.remark = words(reader);
    }
    report.finding = finding_from(reader);
    report.cause_class = kind_from(reader, replay::CauseClass::unknown);
    for (std::string* text : {&report.cause, &report.reason, &report.proof}) {
        *text = words(reader);
    }
    if (const ByteView faults = reader.take(sizeof report.faults); !reader.failed()) {
        std::memcpy(&report.faults, faults.data(), faults.size());
    }
    if (reader.flag()) {
        sim::Error& failure = report.failure.emplace();
        failure.code = kind_from(reader, sim::ErrorCode::internal);
        failure.place = words(reader);
        failure.message = words(reader);
    }
    const ByteView state = reader.block(k_answer_max);
    report.largest_state.assign(state.begin(), state.end());
    const bool is_sound = !reader.failed() && reader.at_end() &&
                          report.faults.places().size() <= sim::FaultLog::k_places_max;
    return is_sound ? std::optional(std::move(report)) : std::nullopt;
}

// The report of a check whose process ended so.
Report report_of_end(const Plan& plan, const CheckPlace& place, const std::string& end) {
    Report report;
    report.is_interrupted = place.is_interrupted;
    const std::uint64_t ticks = place.ticks;
    const std::uint8_t who = place.who;
    const std::string text = "its process ended by " + end;
    for (const Probe probe : plan.probes) {
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
    const ProbeInfo& info = info_of(found->probe);
    Finding finding;
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

// A signal that comes here instead of there means both: the one that reports has to know it.
int check_here(const Plan& plan, CheckPlace& place, int socket) {
    std::optional<CallWatch> watch;
    if (plan.watch) {
        watch.emplace(*plan.watch);
    }
    const SignalGuard signals;
    const pid_t parent = getppid();
    Plan own = plan;
    own.place = &place;
    own.is_interrupted = [&place] { return place.is_interrupted || pending_signal() != 0; };
    own.progress = [&place](std::uint64_t done) { place.work = done; };
    const Bytes report = encode(check_game(own));
    if (pending_signal() != 0) {
        ::kill(parent, pending_signal());
    }
    return Channel(socket).send(report) ? 0 : 1;
}

}  // namespace

Report check_game_apart(const Plan& plan) {
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
