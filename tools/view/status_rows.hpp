// SPDX-License-Identifier: MIT
// Lays out a game's status in rows of text, so that the picture beside them keeps its size.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <tandem/tools/view/players_shown.hpp>

namespace tandem::tools {

// The room that the status took in the pictures so far, so that the next one need not find it out.
struct StatusRoom {
    std::size_t rows = 1;
    std::size_t name_characters = 24;  // so many of each name are shown
};
// The next number is tried if names of the present one take a row more.
inline constexpr std::size_t k_fewer_name_characters[] = {12, 8, 5};

// Returns as many parts in a row as fit, so that none is cut in its middle. The last rows are full:
// the first part, most often a headline, stands alone rather than one player below all others.
// There is at least one row.
std::vector<std::string> status_rows(const std::vector<std::string>& parts, std::size_t columns);

// Returns the players with a full stop at the end of each name that was longer than that.
PlayersShown with_short_names(PlayersShown players, std::size_t characters);

}  // namespace tandem::tools
