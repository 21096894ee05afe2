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

}  // namespace tandem::tools
