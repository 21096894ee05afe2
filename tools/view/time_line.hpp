// SPDX-License-Identifier: MIT
// Where a player stands in a recording and what lies along it, for every way to show it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/sim/types.hpp>

namespace tandem::tools {

struct TimeLine {
    std::uint64_t first_tick = 0;
    std::uint64_t end_tick = 0;
    std::uint64_t ticks_done = 0;
    std::optional<std::uint64_t> diverged_at;  // a tick
    std::vector<std::uint64_t> marks = {};
    std::optional<std::uint64_t> loop_from = {};
    std::optional<std::uint64_t> loop_to = {};
    std::vector<std::uint64_t> stalls = {};     // ticks before which somebody was waited for
    std::vector<std::uint64_t> keyframes = {};  // ticks done
    TickRate rate{60};
    bool is_playing = false;
    // For each player how busy it was in each part of the recording, all parts equally long:
    // 0 idle, 255 a new input in every tick, k_activity_unknown not looked at yet.
    std::vector<std::vector<std::uint16_t>> strips = {};
};

inline constexpr std::uint16_t k_activity_unknown = 0x100;

// What a person did on a time line.
struct TimeLineOrder {
    enum class Kind : std::uint8_t { toggle_play, seek };
    Kind kind = Kind::toggle_play;
    std::uint64_t tick = 0;  // of a seek, in ticks done
};

}  // namespace tandem::tools
