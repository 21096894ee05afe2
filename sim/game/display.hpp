// SPDX-License-Identifier: MIT
// The canvas that a game draws on, and helpers for drawing. Floating point is allowed here: drawing
// happens outside of every step and decides nothing.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/time/pacer.hpp>
#include <tandem/sim/types.hpp>

namespace tandem {

// The nearest float. Use it for drawing only.
template <class Raw, int fraction_bits>
float to_display(BasicFixed<Raw, fraction_bits> value) {
    return static_cast<float>(static_cast<double>(value.raw()) /
                              static_cast<double>(std::uint64_t{1} << fraction_bits));
}

// The alpha of a pace in the form that a game's draw and blend take.
inline float to_display(sim::Alpha alpha) {
    return static_cast<float>(static_cast<double>(alpha.numerator) /
                              static_cast<double>(alpha.denominator));
}

// A colour; white by default.
struct Color {
    std::uint8_t red = 255;    // from 0 to 255
    std::uint8_t green = 255;  // from 0 to 255
    std::uint8_t blue = 255;   // from 0 to 255
};

// A player's colour, out of eight that colour-blind people tell apart too, on a dark ground. From
// the ninth slot on they repeat, so show by a name or a shape too who owns a thing.
Color player_color(Slot slot);

// A corner of a polygon, in the game's own units.
struct DrawPoint {
    float x = 0;  // to the right
    float y = 0;  // up
};

// A game draws to a canvas: a terminal, a window, a browser, a picture file. Coordinates are the
// game's own units, x to the right and y up. A later drawing lies above an earlier one.
class Canvas {
public:
    virtual ~Canvas() = default;
    // The camera: sets the rectangle of the world that must be in sight. Call it first. The viewer
    // decides the scale from it and may show more on two sides.
    virtual void view(float left, float bottom, float right, float top) = 0;
    // Draws a line from one point to another, as thin as can be seen.
    virtual void line(float x0, float y0, float x1, float y1, Color color) = 0;
    // Draws a filled circle.
    virtual void circle(float x, float y, float radius, Color color) = 0;
    // Draws a filled rectangle with these four sides.
    virtual void fill_rectangle(float left, float bottom, float right, float top, Color color) = 0;
    // Draws a filled convex polygon, whose corners follow each other either way round. Fewer than
    // three corners draw nothing.
    virtual void polygon(std::span<const DrawPoint> corners, Color color) = 0;
    // Draws text that begins at (x, y), as large as text is here.
    virtual void text(float x, float y, std::string_view text, Color color) = 0;
    // Shows a line of text outside of the world, for example the score.
    virtual void status(std::string_view text) = 0;

    // The length of a pixel in the game's units since view(), so that a game can leave out details
    // that nobody would see; 0 if it is not known.
    virtual float pixel() const { return 0; }
    // The place at which the person who looks at this picture points, if anywhere.
    virtual std::optional<Pointer> pointer() const { return std::nullopt; }

    // The name that the player of this slot gave; empty if there is none. It is a foreign text, and
    // it is known to the picture alone: no step may ask for it.
    virtual std::string player_name(Slot) const { return {}; }
    // True if the person who looks at this picture plays this slot.
    virtual bool is_own(Slot) const { return false; }
};

// Draws a line of this width, in the game's units. It is here because the core's own objects hold
// no floating point.
inline void draw_wide_line(Canvas& canvas, DrawPoint from, DrawPoint to, float width, Color color) {
    const float along_x = to.x - from.x;
    const float along_y = to.y - from.y;
    const float length = std::hypot(along_x, along_y);
    if (!(length > 0)) {
        return;
    }
    const float aside_x = -along_y / length * width / 2;
    const float aside_y = along_x / length * width / 2;
    const std::array<DrawPoint, 4> corners{{{from.x + aside_x, from.y + aside_y},
                                            {to.x + aside_x, to.y + aside_y},
                                            {to.x - aside_x, to.y - aside_y},
                                            {from.x - aside_x, from.y - aside_y}}};
    canvas.polygon(corners, color);
}

// The text for a player's figure: "you", the first 12 characters of the name, or the number.
std::string label_of(const Canvas& canvas, Slot slot);
// The text for a player in a line of text, with at most 24 characters of the name: "0 ann (you)",
// "1 bob", "2".
std::string player_text(const Canvas& canvas, Slot slot);

// A value between two ticks: `previous` for alpha 0, `current` for alpha 1.
inline float blend(float previous, float current, float alpha) {
    return previous + (current - previous) * alpha;
}

namespace sim {

// The name it had in this namespace.
using tandem::blend;

namespace detail {

template <class Game>
concept HasDraw = requires(const Game& game, Canvas& canvas, float alpha) {
    game.draw(canvas, game, alpha);
};

// Calls a game's draw, if it has one. It is here and not in erase.hpp, because erase.hpp may not
// use floating point. erase.hpp includes this file, so that every source that erases a game gets
// the same code.
template <class Game>
void draw_game(const Game& game, Canvas& canvas, const Game& previous, Alpha alpha) {
    if constexpr (HasDraw<Game>) {
        game.draw(canvas, previous, to_display(alpha));
    }
}

}  // namespace detail
}  // namespace sim
}  // namespace tandem
