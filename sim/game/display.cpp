// SPDX-License-Identifier: MIT
// How a picture names the players.
#include <tandem/sim/game/display.hpp>

#include <algorithm>
#include <cstddef>

#include <tandem/sim/text.hpp>

namespace tandem {
namespace {

std::string first_characters(const std::string& text, std::size_t characters_max) {
    std::size_t characters = 0;
    const auto end = std::find_if(text.begin(), text.end(), [&](char byte) {
        characters += sim::continues_character(byte) ? 0U : 1U;
        return characters > characters_max;
    });
    return {text.begin(), end};
}

}  // namespace

std::string label_of(const Canvas& canvas, Slot slot) {
    constexpr std::size_t k_characters_max = 12;
    if (canvas.is_own(slot)) {
        return "you";
    }
    const std::string name = canvas.player_name(slot);
    return name.empty() ? std::to_string(slot.index) : first_characters(name, k_characters_max);
}

std::string player_text(const Canvas& canvas, Slot slot) {
    constexpr std::size_t k_characters_max = 24;
    const std::string name = first_characters(canvas.player_name(slot), k_characters_max);
    return std::to_string(slot.index) + (name.empty() ? "" : " " + name) +
           (canvas.is_own(slot) ? " (you)" : "");
}

}  // namespace tandem
