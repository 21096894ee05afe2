// SPDX-License-Identifier: MIT
// Writes Chrome's trace event format, which Perfetto and chrome://tracing open: an array of JSON
// objects, one a line. An array that nobody closed, because its writer was killed, opens too. Only
// events that are not over yet, and the next piece of the file, are kept in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netview {

// A row of the picture. The numbers of threads must differ between processes too.
struct TraceLane {
    std::uint64_t process = 0;
    std::uint64_t thread = 0;
};

// The role of a slice at an arrow.
struct ArrowEnd {
    enum class Kind : std::uint8_t { none, begins, ends };
    Kind kind = Kind::none;
    std::uint64_t id = 0;
};

class TraceWriter {
public:
    // `write` gets the text in pieces of whole events.
    explicit TraceWriter(std::function<void(std::string_view text)> write)
        : write_(std::move(write)) {}

    // Names the rows that a viewer shows. Processes are shown in the order of their numbers, and so
    // are the lanes of one.
    void name_process(std::uint64_t process, const std::string& name);
    void name_lane(TraceLane lane, const std::string& name);

    // Writes a slice that begins now, and lasts until the lane's next slice begins, but no longer
    // than `at_most`. Times of one lane never go back: an earlier one counts as the last one.
    void slice(TraceLane lane, net::Time at, net::Time at_most, const std::string& name,
               JsonObject args, ArrowEnd arrow = {});
    // Begins a slice that lasts until end(). It may not be in a lane with other slices.
    void begin(TraceLane lane, net::Time at, const std::string& name, JsonObject args);
    void end(TraceLane lane, net::Time at, JsonObject args = {});
    // Writes an event that takes no time. A global one is drawn across all processes. It may not be
    // in a lane with slices.
    void instant(TraceLane lane, net::Time at, const std::string& name, JsonObject args,
                 bool is_global = false);
    // Writes a value that holds until the next one of this name.
    void counter(std::uint64_t process, net::Time at, const std::string& name, double value);

    // Ends everything and closes the array. Nothing may be written afterwards.
    void finish(net::Time at);

private:
    struct Pending {
        TraceLane lane;
        net::Time at{0};
        net::Time at_most{0};
        std::string name;
        JsonObject args;
        ArrowEnd arrow;
    };
    struct LaneState {
        net::Time last{0};
        std::optional<Pending> pending;
        std::optional<TraceLane> open;  // a slice that has begun
    };

    LaneState& lane_at(TraceLane lane, net::Time& at);
    void write_pending(LaneState& state, net::Time until);
    void name(const char* what, TraceLane lane, const std::string& text, bool has_thread);
    void event(const char* phase, TraceLane lane, net::Time at, const std::string& name,
               JsonObject more);
    void object(const JsonObject& fields);
    double us_of(net::Time at);

    std::function<void(std::string_view text)> write_;
    std::optional<net::Time> origin_;
    std::map<std::uint64_t, LaneState> lanes_;  // indexed by thread
    bool is_first_ = true;
};

// Writes a trace to a file in pieces, about one a second, so that a killed program leaves a file
// that opens, and memory is bounded.
class TraceFile {
public:
    // A piece has at least so many bytes, unless the last one is a second ago.
    static constexpr std::size_t k_piece_bytes = 64 * 1024;
    // Text that is written before keep() and does not fit into this is left out.
    static constexpr std::size_t k_early_bytes_max = std::size_t{1} << 20;

    // Reserves the name. An existing file is an error (io) without `force`.
    static sim::Result<std::unique_ptr<TraceFile>> create(const std::string& path, bool force);
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;

    TraceWriter& writer() { return writer_; }
    // Keeps the file. Without this call nothing is left behind.
    void keep() { is_kept_ = true; }
    // Writes the text that has gathered if it is time.
    void tend(net::Time now);
    // Closes the trace and the file. Returns the first error since create().
    sim::Result<void> close(net::Time now);
    const std::string& path() const { return output_->path(); }

private:
    explicit TraceFile(std::unique_ptr<replay::FileOutput> output);
    void append(std::string_view text);
    void write();

    std::unique_ptr<replay::FileOutput> output_;
    TraceWriter writer_;
    std::string piece_;
    net::Time written_at_{0};
    bool is_kept_ = false;
    std::optional<sim::Error> error_;
};

}  // namespace tandem::tools::netview
