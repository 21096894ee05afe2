// SPDX-License-Identifier: MIT
// Where a player stands in a recording and what lies along it, for every way to show it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tandem/sim/types.hpp>

namespace tandem::tools {

// Parts of a recording in a player's strip, and the level of one in which that player took no part.
inline constexpr std::uint32_t k_strip_columns = 480;
inline constexpr std::uint8_t k_strip_absent = 1;

// A place between two ticks is told as how many ticks are done there.
struct TimeLine {
    std::uint64_t first_tick = 0;              // ticks done where it begins
    std::uint64_t end_tick = 0;                // and where it ends
    std::uint64_t ticks_done = 0;              // where the player stands
    std::optional<std::uint64_t> diverged_at;  // a tick
    std::vector<std::uint64_t> marks = {};     // ticks, in order
    std::optional<std::uint64_t> loop_from = {};
    std::optional<std::uint64_t> loop_to = {};  // both ticks done
    std::vector<std::uint64_t> stalls = {};     // ticks before which somebody was waited for
    std::vector<std::uint64_t> keyframes = {};  // ticks done
    TickRate rate{60};
    bool is_playing = false;
    // How busy each player was in each part of the recording, all parts equally long: for each slot
    // a row of k_strip_columns levels, 0 idle or not looked at yet, 255 another input in every
    // tick, k_strip_absent where it took part in none. Empty where nobody looks.
    std::span<const std::uint8_t> strips = {};

    std::uint32_t strip_rows() const {
        return static_cast<std::uint32_t>(strips.size() / k_strip_columns);
    }
};

// What a person did on a time line.
struct TimeLineOrder {
    enum class Kind : std::uint8_t { toggle_play, seek };
    Kind kind = Kind::toggle_play;
    std::uint64_t tick = 0;  // of a seek, in ticks done
};

}  // namespace tandem::tools
