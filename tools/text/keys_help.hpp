// SPDX-License-Identifier: MIT
// Writes which key does what, as lines below a picture.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/game/game_info.hpp>

namespace tandem::tools {

// The lines of the game's keys_help, escaped; none if it has none. Lines that begin with "mouse:"
// are left out if there is no pointer, as in a terminal.
std::vector<std::string> keys_help_lines(const sim::GameInfo& game, bool has_pointer);

}  // namespace tandem::tools
