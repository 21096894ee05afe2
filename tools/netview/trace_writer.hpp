// SPDX-License-Identifier: MIT
// Writes Chrome's trace event format, as an array of JSON objects, one a line: what Perfetto and
// chrome://tracing open. An array that nobody closed, because its writer was killed, opens too.
// Nothing is kept but what is not over yet.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netview {

// A row of the picture. The numbers of threads must differ between processes too.
struct Lane {
    std::uint64_t process = 0;
    std::uint64_t thread = 0;
};

// What a slice has to do with an arrow.
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

    // Names what a viewer shows beside the rows. Processes are shown in the order of their numbers,
    // and so are the lanes of one.
    void name_process(std::uint64_t process, const std::string& name);
    void name_lane(Lane lane, const std::string& name);

    // Something that begins now, and lasts until the lane's next slice begins, but no longer than
    // `at_most`. Times of one lane never go back: an earlier one counts as the last one.
    void slice(Lane lane, net::Time at, net::Time at_most, const std::string& name, JsonObject args,
               ArrowEnd arrow = {});
    // Something that begins, and ends when it is said to. Not in a lane with other slices.
    void begin(Lane lane, net::Time at, const std::string& name, JsonObject args);
    void end(Lane lane, net::Time at, JsonObject args = {});
    // Something that takes no time. A global one is drawn across all processes. Not in a lane with
    // slices.
    void instant(Lane lane, net::Time at, const std::string& name, JsonObject args,
                 bool is_global = false);
    // A value that holds until the next one of this name.
    void counter(std::uint64_t process, net::Time at, const std::string& name, double value);

    // Ends everything and closes the array. Nothing may be written afterwards.
    void finish(net::Time at);

private:
    struct Pending {
        Lane lane;
        net::Time at{0};
        net::Time at_most{0};
        std::string name;
        JsonObject args;
        ArrowEnd arrow;
    };
    struct LaneState {
        net::Time last{0};
        std::optional<Pending> pending;
        std::optional<Lane> open;  // a slice that has begun
    };

    LaneState& lane_at(Lane lane, net::Time& at);
    void write_pending(LaneState& state, net::Time until);
    void name(const char* what, Lane lane, const std::string& text, bool has_thread);
    void event(const char* phase, Lane lane, net::Time at, const std::string& name,
               JsonObject more);
    void object(const JsonObject& fields);
    double us_of(net::Time at);

    std::function<void(std::string_view text)> write_;
    std::optional<net::Time> origin_;
    std::map<std::uint64_t, LaneState> lanes_;  // by thread
    bool is_first_ = true;
};

}  // namespace tandem::tools::netview
