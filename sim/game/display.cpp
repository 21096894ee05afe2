// SPDX-License-Identifier: MIT
// Gives the players colours and names in a picture.
#include <tandem/sim/game/display.hpp>

#include <array>
#include <cstddef>

#include <tandem/sim/text.hpp>

namespace tandem {

Color player_color(Slot slot) {
    // Okabe and Ito, "Color Universal Design" (2008), with its black as white and its blue lighter,
    // so that both stand out from a dark ground.
    constexpr std::array<Color, 8> k_colors{{{86, 180, 233},
                                             {230, 159, 0},
                                             {0, 178, 130},
                                             {240, 228, 66},
                                             {213, 94, 0},
                                             {204, 121, 167},
                                             {245, 245, 245},
                                             {90, 130, 235}}};
    return k_colors[slot.index % k_colors.size()];
}

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
