// SPDX-License-Identifier: MIT
// Which key does what, as lines for a terminal.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/game/game_info.hpp>

namespace tandem::tools {

// The lines of the game's keys_help, escaped; none if it has none.
std::vector<std::string> keys_help_lines(const sim::GameInfo& game);

}  // namespace tandem::tools
