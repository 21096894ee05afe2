// SPDX-License-Identifier: MIT
// Where a player stands in a recording, as one line of text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/types.hpp>

namespace tandem::tools {

struct TimeBar {
    std::uint64_t first_tick = 0;
    std::uint64_t end_tick = 0;
    std::uint64_t ticks_done = 0;
    std::optional<std::uint64_t> diverged_at;  // a tick
    std::vector<std::uint64_t> marks = {};
    std::optional<std::uint64_t> loop_from = {};
    std::optional<std::uint64_t> loop_to = {};
};

// "[=A==:>--B-!----] tick 700 of 1400  0:20 of 0:40": > is here, ! the divergence, : a mark, A and
// B the ends of a loop. Where two fall together, the first of these stands there, but that ! goes
// before all. `columns` is the bar's inside.
std::string time_bar_text(const TimeBar& bar, TickRate rate, std::uint32_t columns);

}  // namespace tandem::tools
