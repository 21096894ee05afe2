// SPDX-License-Identifier: MIT
// What a picture tells beside the game: who plays, which of them sits in front of it, and which key
// does what.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/game/game_info.hpp>

namespace tandem::tools {

struct PlayersShown {
    std::map<std::uint32_t, std::string> names;  // by slot; foreign texts
    std::optional<Slot> own;
};

// The lines of the game's keys_help, escaped; none where it has none.
std::vector<std::string> keys_help_lines(const sim::GameInfo& game);

}  // namespace tandem::tools
