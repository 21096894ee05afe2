// SPDX-License-Identifier: MIT
// A player who gave no name has a number.
#include <tandem/tools/view/players_shown.hpp>

#include <tandem/sim/text.hpp>

namespace tandem::tools {

std::string strip_name(const PlayersShown& players, Slot slot) {
    const auto name = players.names.find(slot.index);
    const bool has_name = name != players.names.end() && !name->second.empty();
    const std::string number = std::to_string(slot.index);
    return (has_name ? number + " " + std::string(sim::first_characters(name->second, 24))
                     : "player " + number) +
           (players.own == slot ? " (you)" : "");
}

}  // namespace tandem::tools
