// SPDX-License-Identifier: MIT
// A pixel takes as much of a colour as the figure covers of it, judged by how far the pixel's
// middle lies inside of the nearest edge. That is exact for straight edges along the axes and near
// enough for all others.
#include <tandem/tools/view/raster.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/text.hpp>
#include <tandem/tools/text/escaped.hpp>
#include <tandem/tools/view/stroke_font.hpp>

namespace tandem::tools {
namespace {

// The game's hairlines and the strokes of letters, in parts of a letter's height.
constexpr float k_hairline = 1.0F / 8;
constexpr float k_stroke = 1.0F / 7;
constexpr float k_thinnest = 1;  // in pixels: thinner lines would flicker
// Figures farther away than this are not drawn: floats could no longer tell pixels apart.
constexpr float k_far = 1e6F;

// A pixel's bytes in memory. (The library of emscripten 3.1.6 has no std::bit_cast.)
using Four = std::array<std::uint8_t, 4>;

std::uint32_t packed(Color color) {
    const Four bytes{color.red, color.green, color.blue, 255};
    return __builtin_bit_cast(std::uint32_t, bytes);
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
    std::fill(pixels_.begin(), pixels_.end(), packed(color));
    status_lines_.clear();
}

Raster::Box Raster::cut(float left, float top, float right, float bottom, PixelArea area) const {
    const auto part = [](float value, std::uint32_t begin, std::uint32_t size) {
        return static_cast<std::int32_t>(
            std::clamp(value, static_cast<float>(begin), static_cast<float>(begin + size)));
    };
    return {part(std::floor(left), area.left, area.width),
            part(std::floor(top), area.top, area.height),
            part(std::ceil(right), area.left, area.width),
            part(std::ceil(bottom), area.top, area.height)};
}

void Raster::mix(std::int32_t x, std::int32_t y, float coverage, Color color) {
    constexpr std::int32_t k_whole = 256;
    const auto part = static_cast<std::int32_t>(std::lround(coverage * k_whole));
    if (part <= 0) {
        return;
    }
    std::uint32_t& pixel =
        pixels_[static_cast<std::size_t>(y) * width_ + static_cast<std::size_t>(x)];
    if (part >= k_whole) {
        pixel = packed(color);
        return;
    }
    const auto below = __builtin_bit_cast(Four, pixel);
    const auto mixed = [&](std::uint8_t old, std::uint8_t added) {
        return static_cast<std::uint8_t>(old + (added - old) * part / k_whole);
    };
    pixel = packed(
        {mixed(below[0], color.red), mixed(below[1], color.green), mixed(below[2], color.blue)});
}

void Raster::fill_span(std::int32_t left, std::int32_t right, std::int32_t y, std::uint32_t pixel) {
    const auto row = pixels_.begin() + static_cast<std::ptrdiff_t>(y) * width_;
    std::fill(row + left, row + right, pixel);
}

void Raster::fill(PixelArea area, Color color) {
    const Box box = cut(static_cast<float>(area.left), static_cast<float>(area.top),
                        static_cast<float>(area.left + area.width),
                        static_cast<float>(area.top + area.height), whole());
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        fill_span(box.left, std::max(box.left, box.right), y, packed(color));
    }
}

// ---- Figures ------------------------------------------------------------------------------------

void Raster::disc(PixelPoint center, float radius, Color color) {
    if (!is_near(center) || !(radius < k_far)) {
        return;
    }
    // A disc that is smaller than a pixel keeps a pixel's size, so that nothing is invisible.
    const float reach = std::max(radius, 0.5F);
    const Box box = cut(center.x - reach - 1, center.y - reach - 1, center.x + reach + 1,
                        center.y + reach + 1, game_area_);
    const std::uint32_t pixel = packed(color);
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        const float down = static_cast<float>(y) + 0.5F - center.y;
        // The middle of each row is inside without any doubt.
        const float sure = reach - 0.5F;
        const float half = sure > std::abs(down) ? std::sqrt(sure * sure - down * down) : 0;
        const Box inside = cut(center.x - half + 0.5F, 0, center.x + half - 1, 0, game_area_);
        const std::int32_t from = half > 1 ? std::max(box.left, inside.left) : box.right;
        const std::int32_t to = half > 1 ? std::max(from, inside.right) : box.right;
        for (std::int32_t x = box.left; x < box.right; ++x) {
            if (x == from && to > from) {
                fill_span(from, to, y, pixel);
                x = to - 1;
                continue;
            }
            const float across = static_cast<float>(x) + 0.5F - center.x;
            const float distance = std::sqrt(across * across + down * down);
            mix(x, y, std::clamp(reach - distance + 0.5F, 0.0F, 1.0F), color);
        }
    }
}

void Raster::segment(PixelPoint from, PixelPoint to, float width, Color color, PixelArea area) {
    if (!is_near(from) || !is_near(to)) {
        return;
    }
    const float reach = std::max(width, k_thinnest) / 2;
    const float dx = to.x - from.x;
    const float dy = to.y - from.y;
    const float square = dx * dx + dy * dy;
    const Box box =
        cut(std::min(from.x, to.x) - reach - 1, std::min(from.y, to.y) - reach - 1,
            std::max(from.x, to.x) + reach + 1, std::max(from.y, to.y) + reach + 1, area);
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        const float py = static_cast<float>(y) + 0.5F - from.y;
        // Only the part of a row that can be near: a long slanted line crosses few of its box.
        float first = static_cast<float>(box.left);
        float last = static_cast<float>(box.right);
        if (std::abs(dy) > 1) {
            const float aside = (reach + 1) * std::sqrt(square) / std::abs(dy);
            const float middle = from.x + dx * py / dy;
            const float over = std::abs(dx / dy) * (reach + 1);
            first = std::max(first, middle - aside - over);
            last = std::min(last, middle + aside + over + 1);
        }
        for (auto x = static_cast<std::int32_t>(first); x < static_cast<std::int32_t>(last); ++x) {
            const float px = static_cast<float>(x) + 0.5F - from.x;
            const float along =
                square > 0 ? std::clamp((px * dx + py * dy) / square, 0.0F, 1.0F) : 0;
            const float distance = std::hypot(px - along * dx, py - along * dy);
            mix(x, y, std::clamp(reach - distance + 0.5F, 0.0F, 1.0F), color);
        }
    }
}

void Raster::draw_segment(PixelPoint from, PixelPoint to, float width, Color color) {
    segment(from, to, width, color, whole());
}

void Raster::letters(PixelPoint at, std::string_view text, Color color, PixelArea area) {
    const float unit = text_height_ / k_capital_height;
    const float top = at.y - text_height_;
    for (const char c : text) {
        if (sim::continues_character(c)) {
            continue;  // one "?" for the whole character
        }
        for (const Stroke& stroke : strokes_of(c)) {
            segment({at.x + stroke.x0 * unit, top + stroke.y0 * unit},
                    {at.x + stroke.x1 * unit, top + stroke.y1 * unit}, text_height_ * k_stroke,
                    color, area);
        }
        at.x += k_letter_advance * unit;
    }
}

void Raster::draw_text(PixelPoint at, std::string_view text, Color color) {
    letters(at, text, color, whole());
}

float Raster::text_width(std::string_view text) const {
    return static_cast<float>(sim::characters_of(text)) * k_letter_advance * text_height_ /
           k_capital_height;
}

// ---- The game's picture -------------------------------------------------------------------------

void Raster::show_game_in(PixelArea area, RasterOptions options) {
    game_area_ = area;
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
    scale_ = std::min(pixels_x / world_width, pixels_y / world_height) * options_.zoom;
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
    const std::array<DrawPoint, 4> corners{
        {{left, top}, {right, top}, {right, bottom}, {left, bottom}}};
    polygon(corners, color);
}

void Raster::polygon(std::span<const DrawPoint> corners, Color color) {
    if (corners.size() < 3) {
        return;
    }
    struct Edge {
        PixelPoint from;
        float inward_x, inward_y;  // of length 1
    };
    std::vector<PixelPoint> points;
    float area = 0;  // twice, by its sign which way round
    PixelPoint least{k_far, k_far};
    PixelPoint most{-k_far, -k_far};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        points.push_back(to_pixels(corners[i]));
        if (!is_near(points[i])) {
            return;
        }
        least = {std::min(least.x, points[i].x), std::min(least.y, points[i].y)};
        most = {std::max(most.x, points[i].x), std::max(most.y, points[i].y)};
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PixelPoint& a = points[i];
        const PixelPoint& b = points[(i + 1) % points.size()];
        area += a.x * b.y - b.x * a.y;
    }
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PixelPoint& a = points[i];
        const PixelPoint& b = points[(i + 1) % points.size()];
        const float length = std::hypot(b.x - a.x, b.y - a.y);
        if (length > 0) {
            const float side = area > 0 ? 1.0F : -1.0F;
            edges.push_back({a, -(b.y - a.y) / length * side, (b.x - a.x) / length * side});
        }
    }
    const Box box = cut(least.x, least.y, most.x, most.y, game_area_);
    for (std::int32_t y = box.top; y < box.bottom; ++y) {
        for (std::int32_t x = box.left; x < box.right; ++x) {
            float inside = 1;
            for (const Edge& edge : edges) {
                const float depth = (static_cast<float>(x) + 0.5F - edge.from.x) * edge.inward_x +
                                    (static_cast<float>(y) + 0.5F - edge.from.y) * edge.inward_y;
                inside = std::min(inside, depth + 0.5F);
            }
            mix(x, y, std::clamp(inside, 0.0F, 1.0F), color);
        }
    }
}

void Raster::text(float x, float y, std::string_view text, Color color) {
    const PixelPoint at = to_pixels({x, y});
    if (is_near(at)) {
        letters(at, text, color, game_area_);
    }
}

void Raster::status(std::string_view text) { status_lines_.push_back(escaped(text)); }

std::string Raster::player_name(Slot slot) const {
    const auto name = options_.players.names.find(slot.index);
    return name == options_.players.names.end() ? "" : name->second;
}

}  // namespace tandem::tools
