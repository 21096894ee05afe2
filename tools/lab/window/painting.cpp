// SPDX-License-Identifier: MIT
// Grounds, ball, text, and a look back at the picture before.
#include <tandem/tools/lab/window/painting.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/machine/machine.hpp>

namespace tandem::tools::lab::window {
namespace {

constexpr Color k_ground{16, 20, 28};
constexpr Color k_ink{230, 232, 236};
constexpr Color k_lane{60, 68, 84};
constexpr float k_text_part = 1.0F / 32;  // part of the height
constexpr double k_lap_s = 2;             // in the game's own time, from one side to the other

std::uint32_t part_of(std::uint32_t whole, std::uint32_t quarters) {
    return std::max(1U, whole * quarters / k_full_quality);
}

Raster raster_of(std::uint32_t width, std::uint32_t height, std::uint32_t quarters) {
    const std::uint32_t rows = part_of(height, quarters);
    return {part_of(width, quarters), rows, std::max(4.0F, k_text_part * static_cast<float>(rows))};
}

}  // namespace

Painting::Painting(std::uint32_t width, std::uint32_t height)
    : width_(width), height_(height), raster_(raster_of(width, height, k_full_quality)) {}

void Painting::begin(std::string title, std::uint32_t layers) {
    TANDEM_ASSERT(layers >= 1);
    title_ = std::move(title);
    layers_ = layers;
    pictures_ = 0;
    different_ = 0;
    before_.clear();
}

void Painting::paint(const Drawing& drawing) {
    if (raster_.width() != part_of(width_, drawing.quarters)) {
        raster_ = raster_of(width_, height_, drawing.quarters);
    }
    // Layers that are painted over cost what their pixels cost, as any scene's do.
    for (std::uint32_t layer = 1; layer < layers_; ++layer) {
        raster_.clear(k_lane);
    }
    raster_.clear(k_ground);
    const auto wide = static_cast<float>(raster_.width());
    const auto high = static_cast<float>(raster_.height());
    const float middle = high / 2;
    raster_.draw_segment({0, middle}, {wide, middle}, high / 200, k_lane);
    const double lap = drawing.game_s / k_lap_s;
    const auto at = static_cast<float>(lap - std::floor(lap)) * wide;
    raster_.draw_segment({at, middle - high / 10}, {at, middle + high / 10}, high / 20,
                         player_color(Slot{0}));
    const float line = 2 * raster_.text_height();
    raster_.draw_text({line, line}, title_, k_ink);
    raster_.draw_text({line, 2 * line}, std::to_string(drawing.updates) + " updates", k_ink);
    ++pictures_;
    const auto pixels = raster_.pixels();
    if (!std::equal(pixels.begin(), pixels.end(), before_.begin(), before_.end())) {
        ++different_;
        before_.assign(pixels.begin(), pixels.end());
    }
}

}  // namespace tandem::tools::lab::window
