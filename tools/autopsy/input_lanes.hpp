// SPDX-License-Identifier: MIT
// Reads the inputs of each player along two recordings: the least and the largest value of every
// field in every part of the time line, and each value around one tick.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/tools/autopsy/input_fields.hpp>
#include <tandem/tools/autopsy/tick_buckets.hpp>

namespace tandem::tools::autopsy {

// The field in the ticks of one bucket.
struct LaneBucket {
    std::uint32_t present = 0;  // ticks in which the player took part
    std::uint32_t changes = 0;  // ticks whose value is not that of the tick before
    // The bounds of a number, while the player took part; raw bits.
    std::uint64_t least = 0;
    std::uint64_t most = 0;

    friend bool operator==(const LaneBucket&, const LaneBucket&) = default;
};

// Ticks that follow each other and have the same value.
struct LaneRun {
    std::uint64_t first_tick = 0;
    bool is_present = false;  // true if the player took part
    std::uint64_t raw = 0;    // a number's
    std::string text;         // as a person reads it; empty if absent

    friend bool operator==(const LaneRun&, const LaneRun&) = default;
};

// A field of one player, as one recording has it.
struct LaneSide {
    std::vector<LaneBucket> buckets;
    std::vector<LaneRun> runs;  // those of the exact span

    friend bool operator==(const LaneSide&, const LaneSide&) = default;
};

// A field of a player.
struct InputLane {
    Slot slot;
    std::size_t field = 0;              // an index into InputLanes::fields
    std::array<LaneSide, 2> sides;      // the second is empty without a second recording
    std::vector<std::uint32_t> differ;  // ticks of each bucket in which the two sides differ
};

// The parts of the recordings that are read.
struct LanePlan {
    TickBuckets buckets;
    TickSpan exact;           // the values of its ticks are kept tick by tick
    std::vector<Slot> slots;  // the players that have strips
    std::size_t fields_max = 12;
};

struct InputLanes {
    std::vector<InputField> fields;  // those of the first recording's input schema
    std::size_t fields_left_out = 0;
    std::vector<InputLane> lanes;  // those of a player follow each other
    // Ticks of each bucket in which any input of any player differs, also of those without strips.
    std::vector<std::uint32_t> differ;
    std::vector<std::uint64_t> differ_exactly;     // such ticks of the exact span
    std::optional<std::uint64_t> first_differing;  // the first such tick
    // The errors that ended the reading of a recording.
    std::array<std::optional<sim::Error>, 2> flaws;
};

// Reads each record once. The two must have one input schema (asserted); ticks that one of them
// does not have are empty there and differ from nothing. If `progress` returns false, the rest
// stays empty. `second` may be null.
InputLanes read_input_lanes(const replay::Replay& first, const replay::Replay* second,
                            const LanePlan& plan, const replay::Progress& progress = nullptr);

}  // namespace tandem::tools::autopsy
