// SPDX-License-Identifier: MIT
// What a picture knows of the players: their names, and which of them sits in front of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <tandem/sim/types.hpp>

namespace tandem::tools {

struct PlayersShown {
    std::map<std::uint32_t, std::string> names;  // by slot; foreign texts
    std::optional<Slot> own;
};

// Whose strip it is: "0 ann (you)", "player 1". Of a name at most 24 characters, as foreign as they
// were.
std::string strip_name(const PlayersShown& players, Slot slot);

}  // namespace tandem::tools
