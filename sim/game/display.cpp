// SPDX-License-Identifier: MIT
// How a picture names the players.
#include <tandem/sim/game/display.hpp>

#include <cstddef>

#include <tandem/sim/text.hpp>

namespace tandem {

std::string label_of(const Canvas& canvas, Slot slot) {
    constexpr std::size_t k_characters_max = 12;
    if (canvas.is_own(slot)) {
        return "you";
    }
    const std::string name = canvas.player_name(slot);
    return name.empty() ? std::to_string(slot.index)
                        : std::string(sim::first_characters(name, k_characters_max));
}

std::string player_text(const Canvas& canvas, Slot slot) {
    constexpr std::size_t k_characters_max = 24;
    const std::string name = canvas.player_name(slot);
    const std::string shown(sim::first_characters(name, k_characters_max));
    return std::to_string(slot.index) + (shown.empty() ? "" : " " + shown) +
           (canvas.is_own(slot) ? " (you)" : "");
}

}  // namespace tandem
