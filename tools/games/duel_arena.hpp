// SPDX-License-Identifier: MIT
// The walls of a duel: a grid of square tiles, made from a seed, and every question about it that a
// step or a bot asks. A tile is one unit of length.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/math/random.hpp>
#include <tandem/sim/math/vec2.hpp>

namespace tandem::games {

enum class ArenaKind : std::uint8_t { yard, pillars, rooms };

constexpr std::array<std::string_view, 3> enum_labels(ArenaKind) {
    return {"yard", "pillars", "rooms"};
}

// The place where a body came to rest, and the parts of its motion that a wall took away.
struct BodyMove {
    Vec2 position;
    bool blocked_x = false;
    bool blocked_y = false;
};

// The arena is constant during a match: reset makes it, and it is never part of the state.
class DuelArena {
public:
    // Makes an arena without tiles; everything is wall.
    DuelArena() = default;
    // The same kind and draws always give the same arena. Its open tiles are connected, its edge is
    // wall, and a half turn maps it onto itself, so that no side is better.
    DuelArena(ArenaKind kind, Random random);

    std::int64_t width() const { return width_; }
    std::int64_t height() const { return height_; }
    Vec2 centre() const { return {Fixed(width_) / 2, Fixed(height_) / 2}; }
    // True if the tile is wall. Everything outside of the grid is.
    bool is_wall(std::int64_t column, std::int64_t row) const;
    std::span<const Vec2> spawns() const { return spawns_; }

    // True if the square [x - half, x + half) x [y - half, y + half) touches no wall.
    bool fits(Vec2 centre, Fixed half) const;
    // Moves such a square, first along x, then along y, stopping flush at walls: a body that is
    // blocked on one axis slides on along the other. No wall is jumped, however long the
    // displacement.
    BodyMove move_body(Vec2 centre, Vec2 displacement, Fixed half) const;
    // Returns the fraction in [0, 1] of the displacement after which a point first meets a wall, or
    // nothing. The path steps from tile to neighbouring tile, so it cannot slip through where two
    // walls meet at a corner.
    std::optional<Fixed> sweep_point(Vec2 start, Vec2 displacement) const;
    bool sees(Vec2 from, Vec2 to) const { return !sweep_point(from, to - from); }
    // Returns the centre of the next tile on a shortest way, or `to` if both stand on one tile or
    // there is no way.
    Vec2 next_waypoint(Vec2 from, Vec2 to) const;

private:
    struct Plan;
    std::size_t index(std::int64_t column, std::int64_t row) const {
        return static_cast<std::size_t>(row * width_ + column);
    }
    void place_blocks(const Plan& plan, Random& random);
    void set_block(std::int64_t column, std::int64_t row, std::int64_t columns, std::int64_t rows);
    bool is_connected() const;
    void choose_spawns(Random& random);
    std::vector<std::int32_t> distances_to(std::int64_t column, std::int64_t row) const;
    Fixed slide(Fixed along, Fixed displacement, Fixed across, Fixed half, bool is_x,
                bool& blocked) const;

    std::int64_t width_ = 0;
    std::int64_t height_ = 0;
    std::vector<std::uint8_t> walls_;  // 1 is wall; row by row from the bottom
    std::vector<Vec2> spawns_;
};

// Returns the fraction in [0, 1] of its displacement after which a point first comes within
// `radius` of the origin, or nothing. With start and displacement relative to a second moving body
// this is the exact time at which the two meet, at any speed.
std::optional<Fixed> sweep_circle(Vec2 start, Vec2 displacement, Fixed radius);

}  // namespace tandem::games
