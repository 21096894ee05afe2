// SPDX-License-Identifier: MIT
// A canvas that nobody looks at: drawing on it only shows if drawing changes the game.
#pragma once

#include <tandem/sim/game/display.hpp>

namespace tandem::tools::check {

class SilentCanvas final : public Canvas {
public:
    void view(float, float, float, float) override {}
    void line(float, float, float, float, Color) override {}
    void circle(float, float, float, Color) override {}
    void fill_rectangle(float, float, float, float, Color) override {}
    void polygon(std::span<const DrawPoint>, Color) override {}
    void text(float, float, std::string_view, Color) override {}
    void status(std::string_view) override {}
};

}  // namespace tandem::tools::check
