// SPDX-License-Identifier: MIT
// The place of a player in a recording and the things along it, for every way to show it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <tandem/sim/types.hpp>

namespace tandem::tools {

// The parts of a recording in a player's strip, and the level of a part in which that player took
// no part.
inline constexpr std::uint32_t k_strip_columns = 480;
inline constexpr std::uint8_t k_strip_absent = 1;

// A place between two ticks is told as the number of ticks done there.
struct TimeLine {
    std::uint64_t first_tick = 0;              // ticks done at its beginning
    std::uint64_t end_tick = 0;                // ticks done at its end
    std::uint64_t ticks_done = 0;              // ticks done where the player stands
    std::optional<std::uint64_t> diverged_at;  // a tick
    std::vector<std::uint64_t> marks = {};     // ticks, in order
    std::optional<std::uint64_t> loop_from = {};
    std::optional<std::uint64_t> loop_to = {};  // both ticks done
    std::vector<std::uint64_t> stalls = {};     // ticks before which a player was waited for
    std::vector<std::uint64_t> keyframes = {};  // ticks done
    TickRate rate{60};
    bool is_playing = false;
    // Says how busy each player was in each part of the recording, all parts equally long: for each
    // slot a row of k_strip_columns levels, 0 idle or not looked at yet, 255 another input in every
    // tick, k_strip_absent if the player took part in none. It is empty if nobody looks.
    std::span<const std::uint8_t> strips = {};

    std::uint32_t strip_rows() const {
        return static_cast<std::uint32_t>(strips.size() / k_strip_columns);
    }
};

// An action of a person on a time line.
struct TimeLineOrder {
    enum class Kind : std::uint8_t { toggle_play, seek };
    Kind kind = Kind::toggle_play;
    std::uint64_t tick = 0;  // a seek's, in ticks done
};

}  // namespace tandem::tools
