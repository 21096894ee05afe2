// SPDX-License-Identifier: MIT
// The facts of players that a picture shows: their names, and which of them sits in front of it.
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

// Returns the label of a player's strip: "0 ann (you)", "player 1". It has at most 24 characters of
// a name, as foreign as they were.
std::string strip_name(const PlayersShown& players, Slot slot);

}  // namespace tandem::tools
