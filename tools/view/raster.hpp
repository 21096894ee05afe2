// SPDX-License-Identifier: MIT
// A Canvas of pixels with smooth edges, for the window, the browser and picture files. It does not
// depend on a display.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tandem/sim/game/display.hpp>
#include <tandem/tools/view/players_shown.hpp>

namespace tandem::tools {

// A rectangle of whole pixels; y is downwards.
struct PixelArea {
    std::uint32_t left = 0;
    std::uint32_t top = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    bool holds(float x, float y) const {
        return x >= static_cast<float>(left) && y >= static_cast<float>(top) &&
               x < static_cast<float>(left + width) && y < static_cast<float>(top + height);
    }
};

// A place in pixels; y is downwards.
struct PixelPoint {
    float x = 0;
    float y = 0;
};

// The viewer's choices for a picture; the game has none of them.
struct RasterOptions {
    PlayersShown players{};
    std::optional<Pointer> pointer{};   // in the game's units
    float zoom = 1;                     // the camera's, about `center`
    std::optional<DrawPoint> center{};  // in the game's units; the camera's own if empty
};

class Raster final : public Canvas {
public:
    // Both sides have at least one pixel (asserted). `text_height` is the height of capital
    // letters, in pixels.
    Raster(std::uint32_t width, std::uint32_t height, float text_height);

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }
    float text_height() const { return text_height_; }
    // Row by row from the top; each pixel's four bytes in memory are red, green, blue and 255.
    std::span<const std::uint32_t> pixels() const { return pixels_; }

    // ---- For the viewer, in pixels. What is drawn is cut at the edges of the whole picture.
    // Makes the whole picture this colour, and forgets what the game wrote with status().
    void clear(Color color);
    void fill(PixelArea area, Color color);
    void draw_segment(PixelPoint from, PixelPoint to, float width, Color color);
    // Draws text whose first letter's foot is at this place; characters beyond ASCII are shown as
    // '?'. It is `times` as large as usual text.
    void draw_text(PixelPoint at, std::string_view text, Color color, float times = 1);
    // Returns the width of a text.
    float text_width(std::string_view text) const;

    // ---- The game's picture
    // Later drawings of the game go to this part of the picture and are cut at its edges.
    void show_game_in(PixelArea area, RasterOptions options);
    // These convert between pixels and the game's units, since view().
    DrawPoint to_world(PixelPoint point) const;
    PixelPoint to_pixels(DrawPoint point) const;

    void view(float left, float bottom, float right, float top) override;
    void line(float x0, float y0, float x1, float y1, Color color) override;
    void circle(float x, float y, float radius, Color color) override;
    void fill_rectangle(float left, float bottom, float right, float top, Color color) override;
    void polygon(std::span<const DrawPoint> corners, Color color) override;
    void text(float x, float y, std::string_view text, Color color) override;
    void status(std::string_view text) override;
    float pixel() const override { return 1 / scale_; }
    std::optional<Pointer> pointer() const override { return options_.pointer; }
    std::string player_name(Slot slot) const override;
    bool is_own(Slot slot) const override { return options_.players.own == slot; }

    // The lines that the game wrote with status(), in order.
    const std::vector<std::string>& status_lines() const { return status_lines_; }

private:
    struct Box {
        std::int32_t left, top, right, bottom;  // the last two are outside
    };
    // Pixels of a row, `to` outside.
    struct Span {
        std::int32_t from, to;
    };
    struct Edge {
        PixelPoint from;
        float inward_x, inward_y;  // a vector of length 1
        // Returns how far inside of the edge a place lies.
        float depth(PixelPoint place) const {
            return (place.x - from.x) * inward_x + (place.y - from.y) * inward_y;
        }
    };
    Box cut(float left, float top, float right, float bottom, PixelArea area) const;
    std::uint32_t* pixel_at(std::int32_t x, std::int32_t y) {
        return &pixels_[static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x)];
    }
    void mix(std::int32_t x, std::int32_t y, float coverage, Color color);
    void fill_span(std::int32_t left, std::int32_t right, std::int32_t y, std::uint32_t pixel);
    void small_disc(PixelPoint center, float reach, const Box& box, Color color);
    void segment(PixelPoint from, PixelPoint to, float width, Color color, PixelArea area);
    // Returns the pixels whose middles lie from `from` on and before `to`.
    static Span middles_between(float from, float to, const Box& box);
    template <class Coverage>
    void draw_row(std::int32_t y, Span outer, Span inner, Color color, Coverage coverage);
    void disc(PixelPoint center, float radius, Color color);
    void find_edges();
    float thickness() const;
    std::pair<PixelPoint, PixelPoint> farthest_corners() const;
    void fill_edges(Color color);
    // Returns the part of a row that lies at least so deep inside of all edges.
    Span span_of_depth(float depth, float y, const Box& box) const;
    struct Pen {
        float height;  // capital letters', in pixels
        float width;   // a stroke's
        Color color;
    };
    void letters(PixelPoint at, std::string_view text, Pen pen, PixelArea area);
    PixelArea whole() const { return {0, 0, width_, height_}; }

    std::uint32_t width_;
    std::uint32_t height_;
    float text_height_;
    std::vector<std::uint32_t> pixels_;
    PixelArea game_area_;
    RasterOptions options_;
    float scale_ = 1;  // pixels per unit of the world
    float left_ = 0;   // the game area's left edge, in the world
    float top_ = 0;    // its top edge
    std::vector<std::string> status_lines_;
    // The edges and corners of the polygon that is being drawn; they keep their memory.
    std::vector<PixelPoint> corners_;
    std::vector<Edge> edges_;
};

}  // namespace tandem::tools
