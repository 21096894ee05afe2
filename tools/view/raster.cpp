// SPDX-License-Identifier: MIT
// A pixel takes as much of a colour as the figure covers of it, judged by how far the pixel's
// middle lies inside of the nearest edge. That is exact for straight edges along the axes and near
// enough for all others.
#include <tandem/tools/view/raster.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/view/ground.hpp>
#include <tandem/tools/view/stroke_font.hpp>

namespace tandem::tools {
namespace {

// The strokes of the game's hairlines and of letters, in parts of a letter's height.
constexpr float k_hairline = 1.0F / 8;
constexpr float k_stroke = 1.0F / 7;
// The border of letters in the game's picture, in parts of their height.
constexpr float k_border = 1.0F / 2;
constexpr float k_thinnest = 1;  // in pixels: thinner lines would flicker
// Figures farther away than this are not drawn: floats could no longer tell pixels apart.
constexpr float k_far = 1e6F;
// A rectangle at least so wide and high ends on whole pixels: two that touch, as the walls of a map
// do, would otherwise let the ground through where their borders cross a pixel.
constexpr float k_block = 6;
// Discs of these radii take a quicker way: from the first to before the second.
constexpr float k_squares_do = 1.5F;
constexpr float k_small = 8;
// An edge that falls less than this in a pixel is level: its depth is one for a whole row.
constexpr float k_level = 1e-6F;

// A pixel's bytes in memory. (The library of emscripten 3.1.6 has no std::bit_cast.)
std::uint32_t pixel_of(Color color) {
    const std::array<std::uint8_t, 4> bytes{color.red, color.green, color.blue, 255};
    return __builtin_bit_cast(std::uint32_t, bytes);
}

// Returns a pixel of which such a share (none, all or a part) takes another colour. It has no
// branch, so that a compiler does several at a time.
std::uint32_t mixed(std::uint32_t pixel, std::uint32_t above, float coverage) {
    constexpr std::int32_t k_whole = 256;
    // Whole numbers are cut to the range, and not by std::clamp: comparing floats, or references,
    // would keep a compiler from that.
    const auto unbounded = static_cast<std::int32_t>(coverage * k_whole + 0.5F);
    const std::int32_t at_least = unbounded > 0 ? unbounded : 0;
    const std::int32_t taken = at_least < k_whole ? at_least : k_whole;
    const auto part = static_cast<std::uint32_t>(taken);
    const auto rest = static_cast<std::uint32_t>(k_whole - taken);
    // It multiplies two bytes at a time, each with a free byte above it for its product.
    constexpr std::uint32_t k_low = 0x00ff00ff;
    constexpr std::uint32_t k_high = 0xff00ff00;
    const std::uint32_t low = (pixel & k_low) * rest + (above & k_low) * part;
    const std::uint32_t high = (pixel >> 8 & k_low) * rest + (above >> 8 & k_low) * part;
    return (low >> 8 & k_low) | (high & k_high);
}

// Rounds a number up that is not negative. Without SSE 4 std::ceil is a call, which shows in small
// figures.
std::int32_t rounded_up(float value) {
    const auto down = static_cast<std::int32_t>(value);
    return down + (static_cast<float>(down) < value ? 1 : 0);
}

bool is_near(PixelPoint point) { return std::abs(point.x) < k_far && std::abs(point.y) < k_far; }

}  // namespace

Raster::Raster(std::uint32_t width, std::uint32_t height, float text_height)
    : width_(width),
      height_(height),
      text_height_(text_height),
      pixels_(std::size_t{width} * height),
      game_area_{0, 0, width, height} {
    TANDEM_ASSERT(width > 0 && height > 0 && text_height > 0);
}

void Raster::clear(Color color) {
    std::fill(pixels_.begin(), pixels_.end(), pixel_of(color));
    status_lines_.clear();
}

Raster::Box Raster::cut(float left, float top, float right, float bottom, PixelArea area) const {
    const auto within = [](float value, std::uint32_t begin, std::uint32_t size) {
        return std::clamp(value, static_cast<float>(begin), static_cast<float>(begin + size));
    };
    return {static_cast<std::int32_t>(within(left, area.left, area.width)),
            static_cast<std::int32_t>(within(top, area.top, area.height)),
            rounded_up(within(right, area.left, area.width)),
            rounded_up(within(bottom, area.top, area.height))};
}

void Raster::mix(std::int32_t x, std::int32_t y, float coverage, Color color) {
    std::uint32_t& pixel = *pixel_at(x, y);
    pixel = mixed(pixel, pixel_of(color), coverage);
}

Raster::Span Raster::middles_between(float from, float to, const Box& box) {
    const auto part = [&](float value) {
        return rounded_up(
            std::clamp(value - 0.5F, static_cast<float>(box.left), static_cast<float>(box.right)));
    };
    const Span span{part(from), part(to)};
    return {span.from, std::max(span.from, span.to)};
}

void Raster::fill_span(std::int32_t left, std::int32_t right, std::int32_t y, std::uint32_t pixel) {
    if (left < right) {
        std::fill_n(pixel_at(left, y), right - left, pixel);
    }
}

void Raster::fill(PixelArea area, Color color) {
    const float left = static_cast<float>(area.left);
    const float top = static_cast<float>(area.top);
    const Box box = cut(left, top, left + static_cast<float>(area.width),
                        top + static_cast<float>(area.height), whole());
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        fill_span(box.left, box.right, y, pixel_of(color));
    }
}

// ---- Figures ------------------------------------------------------------------------------------

// In each row a figure touches the pixels of `outer` and covers those of `inner` whole: only the
// pixels between them need a closer look.
template <class Coverage>
void Raster::draw_row(std::int32_t y, Span outer, Span inner, Color color, Coverage coverage) {
    inner.from = std::clamp(inner.from, outer.from, outer.to);
    inner.to = std::clamp(inner.to, inner.from, outer.to);
    for (std::int32_t x = outer.from; x < inner.from; ++x) {
        mix(x, y, coverage(static_cast<float>(x) + 0.5F), color);
    }
    fill_span(inner.from, inner.to, y, pixel_of(color));
    for (std::int32_t x = inner.to; x < outer.to; ++x) {
        mix(x, y, coverage(static_cast<float>(x) + 0.5F), color);
    }
}

void Raster::disc(PixelPoint center, float radius, Color color) {
    if (!is_near(center) || !(radius < k_far)) {
        return;
    }
    // A disc that is smaller than a pixel keeps a pixel's size, so that nothing is invisible.
    const float reach = std::max(radius, 0.5F);
    const float outside = reach + 0.5F;  // pixels farther away are not covered
    const Box box = cut(center.x - outside, center.y - outside, center.x + outside,
                        center.y + outside, game_area_);
    if (reach >= k_squares_do && reach < k_small) {
        small_disc(center, reach, box, color);
        return;
    }
    const float inside = reach - 0.5F;  // pixels nearer are covered whole
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        const float down = static_cast<float>(y) + 0.5F - center.y;
        const float square = down * down;
        const float most = std::sqrt(std::max(outside * outside - square, 0.0F));
        const Span outer = middles_between(center.x - most, center.x + most, box);
        Span inner{outer.to, outer.to};
        if (inside * inside > square) {
            const float sure = std::sqrt(inside * inside - square);
            inner = middles_between(center.x - sure, center.x + sure, box);
        }
        draw_row(y, outer, inner, color, [&](float x) {
            return outside - std::sqrt((x - center.x) * (x - center.x) + square);
        });
    }
}

// Draws the small discs that a crowd has by the thousand. A look at every pixel of the box costs
// less than finding the edge, and squares of distances fall almost evenly across so thin a ring: no
// root is needed.
void Raster::small_disc(PixelPoint center, float reach, const Box& box, Color color) {
    const float outside = reach + 0.5F;
    const float per_square = 1 / (2 * reach);  // the ring's outer square less its inner one
    const std::uint32_t above = pixel_of(color);
    const std::int32_t width = box.right - box.left;
    const float first = static_cast<float>(box.left) + 0.5F - center.x;
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        const float down = static_cast<float>(y) + 0.5F - center.y;
        const float middle = (outside * outside - down * down) * per_square;
        std::uint32_t* const pixels = pixel_at(box.left, y);
        for (std::int32_t i = 0; i < width; ++i) {
            const float across = first + static_cast<float>(i);
            pixels[i] = mixed(pixels[i], above, middle - across * across * per_square);
        }
    }
}

void Raster::segment(PixelPoint from, PixelPoint to, float width, Color color, PixelArea area) {
    if (!is_near(from) || !is_near(to) || !(width < k_far)) {
        return;
    }
    const float outside = std::max(width, k_thinnest) / 2 + 0.5F;
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float square = dx * dx + dy * dy;
    const float per_square = square > 0 ? 1 / square : 0;
    const Box box = cut(std::min(from.x, to.x) - outside, std::min(from.y, to.y) - outside,
                        std::max(from.x, to.x) + outside, std::max(from.y, to.y) + outside, area);
    // A slanted line reaches so far from its middle in a row: a long one crosses little of its box.
    const bool is_slanted = std::abs(dy) > 1;
    const float aside = is_slanted ? outside * std::sqrt(square) / std::abs(dy) : 0;
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        const float py = static_cast<float>(y) + 0.5F - from.y;
        Span outer{box.left, box.right};
        if (is_slanted) {
            const float middle = from.x + dx * py / dy;
            outer = middles_between(middle - aside, middle + aside, box);
        }
        draw_row(y, outer, {outer.to, outer.to}, color, [&](float x) {
            const float px = x - from.x;
            const float along = std::clamp((px * dx + py * dy) * per_square, 0.0F, 1.0F);
            const float across_x = px - along * dx;
            const float across_y = py - along * dy;
            return outside - std::sqrt(across_x * across_x + across_y * across_y);
        });
    }
}

void Raster::draw_segment(PixelPoint from, PixelPoint to, float width, Color color) {
    segment(from, to, width, color, whole());
}

void Raster::letters(PixelPoint at, std::string_view text, Pen pen, PixelArea area) {
    const float unit = pen.height / k_capital_height;
    const float top = at.y - pen.height;
    for (const char c : text) {
        if (at.x > static_cast<float>(area.left + area.width)) {
            return;
        }
        if (sim::continues_character(c)) {
            continue;  // a single "?" for the whole character
        }
        for (const Stroke& stroke : strokes_of(c)) {
            segment({at.x + stroke.x0 * unit, top + stroke.y0 * unit},
                    {at.x + stroke.x1 * unit, top + stroke.y1 * unit}, pen.width, pen.color, area);
        }
        at.x += k_letter_advance * unit;
    }
}

void Raster::draw_text(PixelPoint at, std::string_view text, Color color, float times) {
    const float height = text_height_ * times;
    letters(at, text, {height, height * k_stroke, color}, whole());
}

float Raster::text_width(std::string_view text) const {
    return static_cast<float>(sim::characters_of(text)) * k_letter_advance * text_height_ /
           k_capital_height;
}

// ---- The game's picture -------------------------------------------------------------------------

void Raster::show_game_in(PixelArea area, RasterOptions options) {
    TANDEM_ASSERT(options.zoom > 0);
    game_area_.left = std::min(area.left, width_);
    game_area_.top = std::min(area.top, height_);
    game_area_.width = std::min(area.width, width_ - game_area_.left);
    game_area_.height = std::min(area.height, height_ - game_area_.top);
    options_ = std::move(options);
}

void Raster::view(float left, float bottom, float right, float top) {
    const float world_width = right - left;
    const float world_height = top - bottom;
    if (!(world_width > 0) || !(world_height > 0) || !std::isfinite(world_width) ||
        !std::isfinite(world_height)) {
        return;
    }
    const auto pixels_x = static_cast<float>(std::max(game_area_.width, 1U));
    const auto pixels_y = static_cast<float>(std::max(game_area_.height, 1U));
    const float scale = std::min(pixels_x / world_width, pixels_y / world_height) * options_.zoom;
    if (!(scale > 0) || !std::isfinite(scale)) {
        return;
    }
    scale_ = scale;
    const DrawPoint middle =
        options_.center.value_or(DrawPoint{(left + right) / 2, (bottom + top) / 2});
    left_ = middle.x - pixels_x / scale_ / 2;
    top_ = middle.y + pixels_y / scale_ / 2;
}

PixelPoint Raster::to_pixels(DrawPoint point) const {
    return {static_cast<float>(game_area_.left) + (point.x - left_) * scale_,
            static_cast<float>(game_area_.top) + (top_ - point.y) * scale_};
}

DrawPoint Raster::to_world(PixelPoint point) const {
    return {left_ + (point.x - static_cast<float>(game_area_.left)) / scale_,
            top_ - (point.y - static_cast<float>(game_area_.top)) / scale_};
}

void Raster::line(float x0, float y0, float x1, float y1, Color color) {
    segment(to_pixels({x0, y0}), to_pixels({x1, y1}), text_height_ * k_hairline, color, game_area_);
}

void Raster::circle(float x, float y, float radius, Color color) {
    disc(to_pixels({x, y}), radius * scale_, color);
}

void Raster::fill_rectangle(float left, float bottom, float right, float top, Color color) {
    const PixelPoint from = to_pixels({left, top});
    const PixelPoint to = to_pixels({right, bottom});
    if (is_near(from) && is_near(to) && to.x - from.x >= k_block && to.y - from.y >= k_block) {
        const Box box = cut(std::round(from.x), std::round(from.y), std::round(to.x),
                            std::round(to.y), game_area_);
        for (std::int32_t y = box.top; y < box.bottom; ++y) {
            fill_span(box.left, box.right, y, pixel_of(color));
        }
        return;
    }
    const std::array<DrawPoint, 4> corners{
        {{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
    polygon(corners, color);
}

void Raster::polygon(std::span<const DrawPoint> corners, Color color) {
    if (corners.size() < 3) {
        return;
    }
    corners_.clear();
    for (const DrawPoint& corner : corners) {
        corners_.push_back(to_pixels(corner));
        if (!is_near(corners_.back())) {
            return;
        }
    }
    find_edges();
    // A figure thinner than a pixel would flicker, or not be seen at all. The camera's arithmetic
    // may make a pixel a little thinner.
    constexpr float k_rounding = 0.01F;
    if (thickness() < k_thinnest - k_rounding) {
        const auto [from, to] = farthest_corners();
        segment(from, to, k_thinnest, color, game_area_);
    } else {
        fill_edges(color);
    }
}

void Raster::find_edges() {
    float area = 0;  // twice the area; its sign tells the direction of the corners
    edges_.clear();
    for (std::size_t i = 0; i < corners_.size(); ++i) {
        const PixelPoint& a = corners_[i];
        const PixelPoint& b = corners_[(i + 1) % corners_.size()];
        const PixelPoint& first = corners_[0];
        // Places are relative to the first corner: far from the origin a small area would lose its
        // digits.
        area += (a.x - first.x) * (b.y - first.y) - (b.x - first.x) * (a.y - first.y);
        const float length = std::hypot(b.x - a.x, b.y - a.y);
        if (length > 0) {
            edges_.push_back({a, -(b.y - a.y) / length, (b.x - a.x) / length});
        }
    }
    if (area < 0) {
        for (Edge& edge : edges_) {
            edge.inward_x = -edge.inward_x;
            edge.inward_y = -edge.inward_y;
        }
    }
}

float Raster::thickness() const {
    float least = edges_.empty() ? 0 : k_far;
    for (const Edge& edge : edges_) {
        float most = 0;
        for (const PixelPoint& corner : corners_) {
            most = std::max(most, edge.depth(corner));
        }
        least = std::min(least, most);
    }
    return least;
}

std::pair<PixelPoint, PixelPoint> Raster::farthest_corners() const {
    std::pair found{corners_[0], corners_[0]};
    float most = 0;
    for (const PixelPoint& a : corners_) {
        for (const PixelPoint& b : corners_) {
            const float square = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
            if (square > most) {
                most = square;
                found = {a, b};
            }
        }
    }
    return found;
}

void Raster::fill_edges(Color color) {
    const auto [top, bottom] =
        std::minmax_element(corners_.begin(), corners_.end(),
                            [](const PixelPoint& a, const PixelPoint& b) { return a.y < b.y; });
    const Box box = cut(-k_far, top->y, k_far, bottom->y, game_area_);
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        const float middle = static_cast<float>(y) + 0.5F;
        const Span outer = span_of_depth(-0.5F, middle, box);
        const Span inner = span_of_depth(0.5F, middle, box);
        draw_row(y, outer, inner, color, [&](float x) {
            float depth = k_far;
            for (const Edge& edge : edges_) {
                depth = std::min(depth, edge.depth({x, middle}));
            }
            return depth + 0.5F;
        });
    }
}

Raster::Span Raster::span_of_depth(float depth, float y, const Box& box) const {
    float from = static_cast<float>(box.left);
    float to = static_cast<float>(box.right);
    for (const Edge& edge : edges_) {
        // Along a row the depth grows by inward_x for each pixel.
        const float missing = depth - edge.depth({0, y});
        if (std::abs(edge.inward_x) < k_level) {
            to = missing > 0 ? from - 1 : to;
        } else if (edge.inward_x > 0) {
            from = std::max(from, missing / edge.inward_x);
        } else {
            to = std::min(to, missing / edge.inward_x);
        }
    }
    return middles_between(from, to, box);
}

void Raster::text(float x, float y, std::string_view text, Color color) {
    const PixelPoint at = to_pixels({x, y});
    if (is_near(at)) {
        // The border is dark, because it may stand on figures of the letters' colour.
        letters(at, text, {text_height_, text_height_ * k_border, k_ground}, game_area_);
        letters(at, text, {text_height_, text_height_ * k_stroke, color}, game_area_);
    }
}

void Raster::status(std::string_view text) { status_lines_.push_back(escaped(text)); }

std::string Raster::player_name(Slot slot) const {
    const auto name = options_.players.names.find(slot.index);
    return name == options_.players.names.end() ? "" : name->second;
}

}  // namespace tandem::tools
