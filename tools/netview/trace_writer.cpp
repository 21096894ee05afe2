// SPDX-License-Identifier: MIT
// The fields of each event have the names of "Trace Event Format" (Google, 2016). Times are in
// microseconds since the first one.
#include <tandem/tools/netview/trace_writer.hpp>

#include <algorithm>
#include <utility>

#include <tandem/tools/system/file.hpp>

namespace tandem::tools::netview {
namespace {

using net::Time;

// Viewers cut times off at whole nanoseconds, and drop a slice that then overlaps the one before.
constexpr Time k_rounding{1};

double us_between(Time begin, Time end) {
    return static_cast<double>((end - begin).count()) / 1'000;
}

}  // namespace

double TraceWriter::us_of(Time at) {
    origin_ = origin_.value_or(at);
    return us_between(*origin_, std::max(at, *origin_));
}

void TraceWriter::object(const JsonObject& fields) {
    std::string text = is_first_ ? "[\n" : ",\n";
    is_first_ = false;
    text += json_line(fields);
    write_(text);
}

void TraceWriter::name(const char* what, TraceLane lane, const std::string& text, bool has_thread) {
    JsonObject fields{{"name", what}, {"ph", "M"}, {"pid", lane.process}};
    if (has_thread) {
        fields.emplace_back("tid", lane.thread);
    }
    JsonObject order = fields;
    order[0].second = has_thread ? "thread_sort_index" : "process_sort_index";
    fields.emplace_back("args", JsonObject{{"name", text}});
    order.emplace_back("args", JsonObject{{"sort_index", has_thread ? lane.thread : lane.process}});
    object(fields);
    object(order);
}

void TraceWriter::name_process(std::uint64_t process, const std::string& name) {
    this->name("process_name", {process, 0}, name, false);
}

void TraceWriter::name_lane(TraceLane lane, const std::string& name) {
    this->name("thread_name", lane, name, true);
}

TraceWriter::LaneState& TraceWriter::lane_at(TraceLane lane, Time& at) {
    origin_ = origin_.value_or(at);
    LaneState& state = lanes_[lane.thread];
    at = std::max({at, state.last, *origin_});
    state.last = at;
    return state;
}

void TraceWriter::event(const char* phase, TraceLane lane, Time at, const std::string& name,
                        JsonObject more) {
    JsonObject fields{{"name", name},
                      {"ph", phase},
                      {"pid", lane.process},
                      {"tid", lane.thread},
                      {"ts", us_of(at)}};
    for (auto& field : more) {
        fields.push_back(std::move(field));
    }
    object(fields);
}

void TraceWriter::write_pending(LaneState& state, Time until) {
    if (!state.pending) {
        return;
    }
    Pending slice = *std::exchange(state.pending, std::nullopt);
    const Time lasts = std::clamp(until - slice.at - k_rounding, Time{0}, slice.at_most);
    event("X", slice.lane, slice.at, slice.name,
          {{"dur", us_between(Time{0}, lasts)}, {"args", std::move(slice.args)}});
    if (slice.arrow.kind != ArrowEnd::Kind::none) {
        const bool begins = slice.arrow.kind == ArrowEnd::Kind::begins;
        JsonObject arrow{{"cat", "packet"}, {"id", slice.arrow.id}};
        if (!begins) {
            arrow.emplace_back("bp", "e");  // the arrow ends at the slice around it, not at the
                                            // next one
        }
        event(begins ? "s" : "f", slice.lane, slice.at, "packet", std::move(arrow));
    }
}

void TraceWriter::slice(TraceLane lane, Time at, Time at_most, const std::string& name,
                        JsonObject args, ArrowEnd arrow) {
    LaneState& state = lane_at(lane, at);
    write_pending(state, at);
    state.pending = Pending{lane, at, at_most, name, std::move(args), arrow};
}

void TraceWriter::begin(TraceLane lane, Time at, const std::string& name, JsonObject args) {
    LaneState& state = lane_at(lane, at);
    end(lane, at);
    state.open = lane;
    event("B", lane, at, name, {{"args", std::move(args)}});
}

void TraceWriter::end(TraceLane lane, Time at, JsonObject args) {
    LaneState& state = lane_at(lane, at);
    if (std::exchange(state.open, std::nullopt)) {
        event("E", lane, at, "", {{"args", std::move(args)}});
    }
}

void TraceWriter::instant(TraceLane lane, Time at, const std::string& name, JsonObject args,
                          bool is_global) {
    lane_at(lane, at);
    event("i", lane, at, name, {{"s", is_global ? "g" : "t"}, {"args", std::move(args)}});
}

void TraceWriter::counter(std::uint64_t process, Time at, const std::string& name, double value) {
    object({{"name", name},
            {"ph", "C"},
            {"pid", process},
            {"ts", us_of(at)},
            {"args", JsonObject{{"value", value}}}});
}

void TraceWriter::finish(Time at) {
    for (auto& [thread, state] : lanes_) {
        const Time last = std::max(at, state.last);
        write_pending(state, last);
        if (const auto lane = std::exchange(state.open, std::nullopt)) {
            event("E", *lane, last, "", {});
        }
    }
    write_(is_first_ ? "[\n]\n" : "\n]\n");
}

sim::Result<std::unique_ptr<TraceFile>> TraceFile::create(const std::string& path, bool force) {
    auto output = create_output(path, {.force = force, .sync = replay::FileSync::none});
    TANDEM_TRY(output);
    return std::unique_ptr<TraceFile>(new TraceFile(*std::move(output)));
}

TraceFile::TraceFile(std::unique_ptr<replay::FileOutput> output)
    : output_(std::move(output)), writer_([this](std::string_view text) { append(text); }) {}

void TraceFile::append(std::string_view text) {
    if (error_ || (!is_kept_ && piece_.size() + text.size() > k_early_bytes_max)) {
        return;
    }
    piece_ += text;
    if (is_kept_ && piece_.size() >= k_piece_bytes) {
        write();
    }
}

void TraceFile::write() {
    auto written = output_->append(sim::as_bytes(piece_));
    piece_.clear();
    if (written) {
        written = output_->flush();
    }
    if (!written) {
        error_ = written.error();
    }
}

void TraceFile::tend(net::Time now) {
    if (is_kept_ && !error_ && now - written_at_ >= std::chrono::seconds(1)) {
        written_at_ = now;
        write();
    }
}

sim::Result<void> TraceFile::close(net::Time now) {
    if (is_kept_) {
        writer_.finish(now);
        if (!error_) {
            write();
        }
    }
    auto closed = output_->close();
    return error_ ? sim::Result<void>(*error_) : closed;
}

}  // namespace tandem::tools::netview
