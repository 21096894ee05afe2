// SPDX-License-Identifier: MIT
// Within a lane times ascend, as the writer wants them; lanes follow each other.
#include <tandem/tools/autopsy/outputs.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <tandem/tools/program/evidence/marks.hpp>
#include <tandem/tools/text/mark_name.hpp>
#include <tandem/tools/text/number_text.hpp>

namespace tandem::tools::autopsy {
namespace {

using net::Time;
using netview::TraceLane;
using netview::TraceWriter;

// The lanes of a process, from the top.
enum class TraceRow : std::uint8_t { history = 1, ticks, keyframes, marks, waits };
constexpr std::uint64_t k_rows_of_process = 10;

const char* row_name(TraceRow row);

// The longest wait is a day, because a file may say anything.
constexpr std::uint64_t k_wait_ms_max = 86'400'000;

bool is_wait(const sim::Mark& mark);

class BothSidesTrace {
public:
    BothSidesTrace(TraceWriter& writer, const PageFacts& facts) : writer_(writer), facts_(facts) {}

    void write();

private:
    Time time_of(std::uint64_t tick) const;
    static TraceLane lane_of(std::uint64_t process, TraceRow row) {
        return {process, process * k_rows_of_process + static_cast<std::uint64_t>(row)};
    }
    TraceLane begin_row(std::uint64_t process, TraceRow row);
    void write_side(std::uint64_t process, const RecordingFacts& side, std::size_t index);
    void write_history(std::uint64_t process, const RecordingFacts& side);
    void write_ticks(std::uint64_t process, const RecordingFacts& side);
    void write_keyframes(std::uint64_t process, const RecordingFacts& side);

    // Writes the marks. The verdict's own moments stand with those of the first side and are drawn
    // across all.
    void write_marks(std::uint64_t process, const RecordingFacts& side);
    void write_waits(std::uint64_t process, const RecordingFacts& side);
    void write_inputs(std::uint64_t process, std::size_t index);
    // A curve needs a number; a label gives that of its value.
    static double number_of(const LaneRun& run);

    TraceWriter& writer_;
    const PageFacts& facts_;
};

}  // namespace

void write_both_sides(TraceWriter& writer, const PageFacts& facts) {
    BothSidesTrace(writer, facts).write();
}

namespace {

const char* row_name(TraceRow row) {
    switch (row) {
        case TraceRow::history:
            return "history";
        case TraceRow::ticks:
            return "ticks";
        case TraceRow::keyframes:
            return "keyframes";
        case TraceRow::marks:
            return "marks";
        case TraceRow::waits:
            return "waited for, in real time";
    }
    return "";
}

bool is_wait(const sim::Mark& mark) {
    return mark.kind == sim::MarkKind::stall || mark.kind == sim::MarkKind::pause;
}

void BothSidesTrace::write() {
    // The writer counts from the first time that it is told.
    const bool second_is_first =
        facts_.has_second() && facts_.sides[1].span.first < facts_.sides[0].span.first;
    for (std::size_t i = 0; i < facts_.sides.size(); ++i) {
        const std::size_t index = second_is_first ? 1 - i : i;
        write_side(index + 1, facts_.sides[index], index);
    }
    writer_.finish(time_of(facts_.buckets.span().end));
}

Time BothSidesTrace::time_of(std::uint64_t tick) const {
    const std::uint64_t begin = tick - facts_.buckets.span().first;
    const double seconds = static_cast<double>(begin) * facts_.rate.seconds / facts_.rate.ticks;
    return std::chrono::duration_cast<Time>(std::chrono::duration<double>(seconds));
}

TraceLane BothSidesTrace::begin_row(std::uint64_t process, TraceRow row) {
    const TraceLane lane = lane_of(process, row);
    writer_.name_lane(lane, row_name(row));
    return lane;
}

void BothSidesTrace::write_side(std::uint64_t process, const RecordingFacts& side,
                                std::size_t index) {
    writer_.name_process(process, (index == 0 ? "first: " : "second: ") + side.name);
    write_history(process, side);
    write_ticks(process, side);
    write_keyframes(process, side);
    write_marks(process, side);
    write_waits(process, side);
    write_inputs(process, index);
}

void BothSidesTrace::write_history(std::uint64_t process, const RecordingFacts& side) {
    const TraceLane lane = begin_row(process, TraceRow::history);
    const auto parted = facts_.chain.parted_at;
    const bool parts = parted && *parted < side.span.end;
    writer_.begin(lane, time_of(side.span.first),
                  parts && *parted <= side.span.first ? "differs" : "equal", {});
    if (parts && *parted > side.span.first) {
        writer_.begin(lane, time_of(*parted), "differs", {{"tick", *parted}});
    }
    writer_.end(lane, time_of(side.span.end));
}

void BothSidesTrace::write_ticks(std::uint64_t process, const RecordingFacts& side) {
    const TraceLane lane = begin_row(process, TraceRow::ticks);
    const std::uint64_t middle = facts_.verdict.tick.value_or(side.span.first);
    const std::uint64_t begin = middle - std::min(middle, k_ticks_traced / 2);
    const TickSpan traced{std::max(begin, side.span.first),
                          std::min(begin + k_ticks_traced, side.span.end)};
    const auto parted = facts_.chain.parted_at;
    for (std::uint64_t tick = traced.first; tick < traced.end; ++tick) {
        writer_.slice(lane, time_of(tick), time_of(tick + 1) - time_of(tick),
                      "tick " + std::to_string(tick),
                      {{"history", parted && tick >= *parted ? "differs" : "equal"}});
    }
}

void BothSidesTrace::write_keyframes(std::uint64_t process, const RecordingFacts& side) {
    const TraceLane lane = begin_row(process, TraceRow::keyframes);
    for (const std::uint64_t ticks_done : side.keyframes) {
        writer_.instant(lane, time_of(ticks_done), "keyframe", {{"ticks_done", ticks_done}});
    }
}

void BothSidesTrace::write_marks(std::uint64_t process, const RecordingFacts& side) {
    const TraceLane lane = begin_row(process, TraceRow::marks);
    struct Moment {
        std::uint64_t tick;
        std::string name;
        JsonObject args;
        bool is_global;
    };
    std::vector<Moment> moments;
    for (const sim::Mark& mark : side.marks) {
        if (!is_wait(mark)) {
            moments.push_back(
                {mark.tick.number, mark_name(mark.kind), {{"text", mark_text(mark)}}, false});
        }
    }
    const AutopsyVerdict& verdict = facts_.verdict;
    if (process == 1 && verdict.is_bad && verdict.tick) {
        moments.push_back({*verdict.tick,
                           "first bad tick " + std::to_string(*verdict.tick),
                           {{"verdict", verdict.sentence}},
                           true});
    }
    if (process == 1 && verdict.healed_tick) {
        moments.push_back({*verdict.healed_tick,
                           "healed by tick " + std::to_string(*verdict.healed_tick),
                           {},
                           true});
    }
    std::stable_sort(moments.begin(), moments.end(),
                     [](const Moment& a, const Moment& b) { return a.tick < b.tick; });
    for (Moment& moment : moments) {
        writer_.instant(lane, time_of(std::max(moment.tick, facts_.buckets.span().first)),
                        moment.name, std::move(moment.args), moment.is_global);
    }
}

void BothSidesTrace::write_waits(std::uint64_t process, const RecordingFacts& side) {
    const TraceLane lane = begin_row(process, TraceRow::waits);
    for (const sim::Mark& mark : side.marks) {
        if (is_wait(mark)) {
            writer_.slice(lane, time_of(mark.tick.number),
                          std::chrono::milliseconds(std::min(mark.value, k_wait_ms_max)),
                          mark_name(mark.kind), {{"text", mark_text(mark)}});
        }
    }
}

void BothSidesTrace::write_inputs(std::uint64_t process, std::size_t index) {
    for (const InputLane& lane : facts_.inputs.lanes) {
        const InputField& field = facts_.inputs.fields[lane.field];
        if (!field.is_number) {
            continue;
        }
        for (const LaneRun& run : lane.sides.at(index).runs) {
            if (run.is_present) {
                writer_.counter(process, time_of(run.first_tick),
                                facts_.player_name(lane.slot) + ", " + field.path, number_of(run));
            }
        }
    }
}

double BothSidesTrace::number_of(const LaneRun& run) {
    char* end = nullptr;
    const double number = std::strtod(run.text.c_str(), &end);
    return end != run.text.c_str() ? number : static_cast<double>(run.raw);
}

}  // namespace
}  // namespace tandem::tools::autopsy
