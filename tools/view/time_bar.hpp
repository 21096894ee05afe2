// SPDX-License-Identifier: MIT
// Where a player stands in a recording, as one line of text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/types.hpp>
#include <tandem/tools/view/time_line.hpp>

namespace tandem::tools {

// "[=A=#:>-+B-!----] tick 700 of 1400  0:20 of 0:40": ! is the divergence, > here, ~ a stall, : a
// mark, A and B the ends of a loop, # and + keyframes before and behind. Where two fall together,
// the first of these stands there. `columns` is the bar's inside.
std::string time_bar_text(const TimeLine& line, TickRate rate, std::uint32_t columns);

// What the signs mean, at most 79 columns.
inline constexpr const char* k_time_bar_legend =
    "> here   ! diverged   : mark   ~ stall   # + keyframe   A B loop   [.:=#] busy";

// The same without the bar: "tick 700 of 1400  0:20 of 0:40". Of a piece, as the bar is:
// "tick 700 of 600-900  0:20".
std::string place_text(const TimeLine& line, TickRate rate);

// "[ .:=#  |] player 1": how busy it was, the taller the sign the busier; | where it took part in
// nothing. As wide as the bar below it. `name` says whose it is.
std::string strip_text(const TimeLine& line, Slot slot, std::uint32_t columns,
                       std::string_view name);

// The first of these ticks in each of so many places of a bar from `first` to `end`: a hostile
// file has millions.
std::vector<std::uint64_t> told_apart(const std::vector<std::uint64_t>& ticks, std::uint64_t first,
                                      std::uint64_t end, std::uint64_t places);

// "0:05", the time that so many ticks take.
std::string clock_text(std::uint64_t ticks, TickRate rate);

}  // namespace tandem::tools
