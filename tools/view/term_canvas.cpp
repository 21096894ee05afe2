// SPDX-License-Identifier: MIT
// Pixels of a half block are about square in every usual font, so one scale serves both axes.
#include <tandem/tools/view/term_canvas.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <tandem/sim/text.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {
namespace {

// Liang and Barsky's clipping of a segment to [0, limit] along one axis: narrows [t0, t1].
bool clip(double start, double delta, double limit, double& t0, double& t1) {
    if (delta == 0) {
        return start >= 0 && start <= limit;
    }
    double enter = -start / delta;
    double leave = (limit - start) / delta;
    if (enter > leave) {
        std::swap(enter, leave);
    }
    t0 = std::max(t0, enter);
    t1 = std::min(t1, leave);
    return t0 <= t1;
}

}  // namespace

TermCanvas::TermCanvas(std::uint32_t columns, std::uint32_t rows, PlayersShown players)
    : columns_(columns),
      rows_(rows),
      players_(std::move(players)),
      pixels_(std::size_t{columns} * rows * 2),
      letters_(std::size_t{columns} * rows) {
    TANDEM_ASSERT(columns > 0 && rows > 0);
}

void TermCanvas::view(float left, float bottom, float right, float top) {
    const double width = static_cast<double>(right) - static_cast<double>(left);
    const double height = static_cast<double>(top) - static_cast<double>(bottom);
    if (!(width > 0) || !(height > 0) || !std::isfinite(width) || !std::isfinite(height)) {
        return;
    }
    const double pixels_x = columns_;
    const double pixels_y = rows_ * 2.0;
    scale_ = std::min(pixels_x / width, pixels_y / height);
    // Both sides share the room that is left over on an axis.
    left_ = static_cast<double>(left) - (pixels_x / scale_ - width) / 2;
    top_ = static_cast<double>(top) + (pixels_y / scale_ - height) / 2;
}

TermCanvas::Pixel TermCanvas::to_pixel(float x, float y) const {
    return {(static_cast<double>(x) - left_) * scale_, (top_ - static_cast<double>(y)) * scale_};
}

void TermCanvas::set(std::int64_t x, std::int64_t y, Color color) {
    if (x >= 0 && y >= 0 && x < columns_ && y < std::int64_t{rows_} * 2) {
        pixels_[static_cast<std::size_t>(y) * columns_ + static_cast<std::size_t>(x)] = color;
    }
}

void TermCanvas::set(Pixel place, Color color) {
    if (std::abs(place.x) < 1e9 && std::abs(place.y) < 1e9) {
        set(static_cast<std::int64_t>(std::floor(place.x)),
            static_cast<std::int64_t>(std::floor(place.y)), color);
    }
}

void TermCanvas::line(float x0, float y0, float x1, float y1, Color color) {
    const Pixel a = to_pixel(x0, y0);
    const Pixel b = to_pixel(x1, y1);
    const double dx = b.x - a.x;
    const double dy = b.y - a.y;
    double t0 = 0;
    double t1 = 1;
    if (!std::isfinite(dx) || !std::isfinite(dy) || !clip(a.x, dx, columns_, t0, t1) ||
        !clip(a.y, dy, rows_ * 2.0, t0, t1)) {
        return;
    }
    // A flat line has a pixel for each column, a steep one for each row: no gaps and no corners.
    const bool is_flat = std::abs(dx) >= std::abs(dy);
    const double start = is_flat ? a.x : a.y;
    const double along = is_flat ? dx : dy;
    const double across = along == 0 ? 0 : (is_flat ? dy : dx) / along;
    const double limit = is_flat ? columns_ : rows_ * 2.0;
    const double end_a = std::clamp(start + t0 * along, 0.0, limit);
    const double end_b = std::clamp(start + t1 * along, 0.0, limit);
    const auto first = static_cast<std::int64_t>(std::floor(std::min(end_a, end_b)));
    const auto last = static_cast<std::int64_t>(std::floor(std::max(end_a, end_b)));
    for (std::int64_t pixel = first; pixel <= last; ++pixel) {
        const double center = std::clamp(static_cast<double>(pixel) + 0.5, std::min(end_a, end_b),
                                         std::max(end_a, end_b));
        const double other = (is_flat ? a.y : a.x) + (center - start) * across;
        const auto other_pixel = static_cast<std::int64_t>(std::floor(other));
        set(is_flat ? pixel : other_pixel, is_flat ? other_pixel : pixel, color);
    }
}

void TermCanvas::circle(float x, float y, float radius, Color color) {
    const Pixel center = to_pixel(x, y);
    const double reach = static_cast<double>(radius) * scale_;
    if (!std::isfinite(center.x) || !std::isfinite(center.y) || !std::isfinite(reach)) {
        return;
    }
    const double first_y = std::max(0.0, std::floor(center.y - reach));
    const double last_y = std::min(rows_ * 2.0 - 1, std::floor(center.y + reach));
    const double first_x = std::max(0.0, std::floor(center.x - reach));
    const double last_x = std::min(columns_ - 1.0, std::floor(center.x + reach));
    for (double py = first_y; py <= last_y; ++py) {
        for (double px = first_x; px <= last_x; ++px) {
            if (std::hypot(px + 0.5 - center.x, py + 0.5 - center.y) <= reach) {
                set(static_cast<std::int64_t>(px), static_cast<std::int64_t>(py), color);
            }
        }
    }
    set(center, color);
}

void TermCanvas::fill_rectangle(float left, float bottom, float right, float top, Color color) {
    const Pixel a = to_pixel(left, top);
    const Pixel b = to_pixel(right, bottom);
    if (!std::isfinite(a.x) || !std::isfinite(a.y) || !std::isfinite(b.x) || !std::isfinite(b.y)) {
        return;
    }
    const double last_y = std::min(rows_ * 2.0 - 1, std::max(std::ceil(b.y) - 1, std::floor(a.y)));
    const double last_x = std::min(columns_ - 1.0, std::max(std::ceil(b.x) - 1, std::floor(a.x)));
    for (double y = std::max(0.0, std::floor(a.y)); y <= last_y; ++y) {
        for (double x = std::max(0.0, std::floor(a.x)); x <= last_x; ++x) {
            set(static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), color);
        }
    }
}

void TermCanvas::polygon(std::span<const DrawPoint> corners, Color color) {
    if (corners.size() < 3) {
        return;
    }
    std::vector<Pixel> pixels;
    double top = rows_ * 2.0;
    double bottom = 0;
    Pixel middle;
    for (const DrawPoint& corner : corners) {
        const Pixel pixel = to_pixel(corner.x, corner.y);
        if (!std::isfinite(pixel.x) || !std::isfinite(pixel.y)) {
            return;
        }
        top = std::min(top, pixel.y);
        bottom = std::max(bottom, pixel.y);
        middle.x += pixel.x / static_cast<double>(corners.size());
        middle.y += pixel.y / static_cast<double>(corners.size());
        pixels.push_back(pixel);
    }
    const double first_y = std::max(0.0, std::floor(top));
    const double last_y = std::min(rows_ * 2.0 - 1, std::floor(bottom));
    for (double y = first_y; y <= last_y; ++y) {
        fill_between(pixels, y, color);
    }
    set(middle, color);
}

// Fills the pixels of this row whose middles lie within the polygon: between the leftmost and the
// rightmost place where its edges cross the row's middle line.
void TermCanvas::fill_between(const std::vector<Pixel>& corners, double row, Color color) {
    const double line = row + 0.5;
    double left = columns_;
    double right = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Pixel& a = corners[i];
        const Pixel& b = corners[(i + 1) % corners.size()];
        if ((a.y <= line) != (b.y <= line)) {
            const double x = a.x + (b.x - a.x) * (line - a.y) / (b.y - a.y);
            left = std::min(left, x);
            right = std::max(right, x);
        }
    }
    const double last = std::min(columns_ - 1.0, std::ceil(right - 0.5) - 1);
    for (double x = std::max(0.0, std::ceil(left - 0.5)); x <= last; ++x) {
        set(static_cast<std::int64_t>(x), static_cast<std::int64_t>(row), color);
    }
}

void TermCanvas::text(float x, float y, std::string_view text, Color color) {
    const Pixel start = to_pixel(x, y);
    const double row = std::floor(start.y / 2);
    if (!(row >= 0) || !(row < rows_) || !std::isfinite(start.x) || std::abs(start.x) > 1e9) {
        return;
    }
    auto column = static_cast<std::int64_t>(std::floor(start.x));
    for (const char c : text) {
        if (column >= columns_) {
            return;
        }
        if (sim::continues_character(c)) {
            continue;  // a single "?" for the whole character
        }
        if (column >= 0) {
            const bool printable = c >= ' ' && c < 0x7F;
            letters_[static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column)] =
                {printable ? c : '?', color};
        }
        ++column;
    }
}

void TermCanvas::status(std::string_view text) { status_lines_.push_back(escaped(text)); }

std::string TermCanvas::player_name(Slot slot) const {
    const auto name = players_.names.find(slot.index);
    return name == players_.names.end() ? "" : name->second;
}

// An upper half block shows its front above its back. A full one needs no back, so that the picture
// can be told without colours too.
TermCell TermCanvas::cell_at(std::uint32_t column, std::uint32_t row) const {
    const auto half = [&](std::uint32_t half_row) -> std::optional<std::uint32_t> {
        const std::optional<Color>& pixel = pixels_[std::size_t{half_row} * columns_ + column];
        return pixel ? std::optional(term_color(*pixel)) : std::nullopt;
    };
    const auto upper = half(row * 2);
    const auto lower = half(row * 2 + 1);
    const Letter& letter = letters_[std::size_t{row} * columns_ + column];
    if (letter.character != 0) {
        const bool is_seen = letter.character != ' ';
        return {static_cast<char32_t>(letter.character),
                is_seen ? term_color(letter.color) : TermCell::k_own_color,
                lower.value_or(TermCell::k_own_color)};
    }
    if (upper && upper == lower) {
        return {k_full_block, *upper};
    }
    if (upper) {
        return {k_upper_half, *upper, lower.value_or(TermCell::k_own_color)};
    }
    return lower ? TermCell{k_lower_half, *lower} : TermCell{};
}

void TermCanvas::paint(TermPicture& picture, std::uint32_t first_row) const {
    TANDEM_ASSERT(picture.columns() == columns_);
    for (std::uint32_t row = 0; row < rows_ && first_row + row < picture.rows(); ++row) {
        for (std::uint32_t column = 0; column < columns_; ++column) {
            picture.set(column, first_row + row, cell_at(column, row));
        }
    }
}

std::string TermCanvas::plain() const {
    TermPicture picture(columns_, rows_);
    paint(picture, 0);
    return picture.plain();
}

}  // namespace tandem::tools
