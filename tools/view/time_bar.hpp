// SPDX-License-Identifier: MIT
// Shows where a player stands in a recording, as a line of text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/types.hpp>
#include <tandem/tools/view/time_line.hpp>

namespace tandem::tools {

// Returns "[=A=#:>-+B-!----] tick 700 of 1400  0:20 of 0:40": ! is the divergence, > here, ~ a
// stall, : a mark, A and B the ends of a loop, # and + keyframes before and behind. If two fall
// together, the first of these stands there. `columns` is the bar's inside.
std::string time_bar_text(const TimeLine& line, TickRate rate, std::uint32_t columns);

// The meaning of the signs, at most 79 columns.
inline constexpr const char* k_time_bar_legend =
    "> here   ! diverged   : mark   ~ stall   # + keyframe   A B loop   [.:=#] busy";

// Returns the text without the bar: "tick 700 of 1400  0:20 of 0:40". For a piece of a recording it
// is, like the bar, "tick 700 of 600-900  0:20".
std::string place_text(const TimeLine& line, TickRate rate);

// Returns "[ .:=#  |] player 1": how busy the player was, the taller the sign the busier; | stands
// where it took part in nothing. The strip is as wide as the bar below it. `name` names its player.
std::string strip_text(const TimeLine& line, Slot slot, std::uint32_t columns,
                       std::string_view name);

// Returns the first of these ticks in each of so many places of a bar from `first` to `end`: a
// hostile file has millions.
std::vector<std::uint64_t> told_apart(const std::vector<std::uint64_t>& ticks, std::uint64_t first,
                                      std::uint64_t end, std::uint64_t places);

// Returns the time that so many ticks take: "0:05".
std::string clock_text(std::uint64_t ticks, TickRate rate);

}  // namespace tandem::tools
