// SPDX-License-Identifier: MIT
// What each player gave as input along two recordings: the least and the largest value of every
// field in every part of the time line, and each value around one tick.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/tools/autopsy/input_fields.hpp>
#include <tandem/tools/autopsy/tick_buckets.hpp>

namespace tandem::tools::autopsy {

// The field in the ticks of one bucket.
struct LaneBucket {
    std::uint32_t present = 0;  // ticks in which the player took part
    std::uint32_t changes = 0;  // ticks whose value is not that of the tick before
    // Of a number, where the player took part; raw bits.
    std::uint64_t least = 0;
    std::uint64_t most = 0;

    friend bool operator==(const LaneBucket&, const LaneBucket&) = default;
};

// Ticks that follow each other and have one value.
struct LaneRun {
    std::uint64_t first_tick = 0;
    bool is_present = false;  // whether the player took part
    std::uint64_t raw = 0;    // of a number
    std::string text;         // as a person reads it; empty where absent

    friend bool operator==(const LaneRun&, const LaneRun&) = default;
};

// A field of one player, as one recording has it.
struct LaneSide {
    std::vector<LaneBucket> buckets;
    std::vector<LaneRun> runs;  // of the exact span

    friend bool operator==(const LaneSide&, const LaneSide&) = default;
};

// A field of one player.
struct InputLane {
    Slot slot;
    std::size_t field = 0;              // of InputLanes::fields
    std::array<LaneSide, 2> sides;      // the second is empty where there is no second recording
    std::vector<std::uint32_t> differ;  // ticks of each bucket in which the two sides differ
};

// What is read of the recordings.
struct LanePlan {
    TickBuckets buckets;
    TickSpan exact;           // whose values are kept tick by tick
    std::vector<Slot> slots;  // the players that have strips
    std::size_t fields_max = 12;
};

struct InputLanes {
    std::vector<InputField> fields;  // of the first recording's input schema
    std::size_t fields_left_out = 0;
    std::vector<InputLane> lanes;  // those of a player follow each other
    // Ticks of each bucket in which any input of anybody differs, also of those without strips.
    std::vector<std::uint32_t> differ;
    std::vector<std::uint64_t> differ_exactly;     // ticks of the exact span that have such
    std::optional<std::uint64_t> first_differing;  // tick
    // Where a recording could not be read further.
    std::array<std::optional<sim::Error>, 2> flaws;
};

// Reads each record once. The two must have one input schema (asserted); ticks that one of them
// does not have are empty there and differ from nothing. Where `progress` returns false the rest
// stays empty. `second` may be null.
InputLanes read_input_lanes(const replay::Replay& first, const replay::Replay* second,
                            const LanePlan& plan, const replay::Progress& progress = nullptr);

}  // namespace tandem::tools::autopsy
