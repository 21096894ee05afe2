// SPDX-License-Identifier: MIT
// It builds an arena from a seed, and moves points and bodies through its tiles.
#include <tandem/tools/games/duel_arena.hpp>

#include <algorithm>

namespace tandem::games {

namespace {

constexpr std::size_t k_spawns_wanted = 12;
constexpr int k_spawn_spacing_tiles = 5;
constexpr std::array<std::array<std::int64_t, 2>, 4> k_neighbours{
    {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

Vec2 tile_centre(std::int64_t column, std::int64_t row) {
    return {Fixed(column) + 0.5_fx, Fixed(row) + 0.5_fx};
}

// Returns the last tile that an interval ending just before `end` reaches into.
std::int64_t last_tile(Fixed end) { return (end - Fixed::epsilon()).floor(); }

// A point's way through the grid along one axis.
struct AxisWalk {
    Fixed start;
    Fixed displacement;
    std::int64_t tile = start.floor();

    static constexpr int k_never = 2;  // beyond every fraction of a displacement

    int step() const { return sign(displacement); }
    // Returns when the next tile is entered. The division is safe: it happens only where it gives
    // <= 1.
    Fixed next_fraction() const {
        if (displacement > 0) {
            const Fixed way = Fixed(tile + 1) - start;
            return way <= displacement ? way / displacement : Fixed(k_never);
        }
        const Fixed way = start - Fixed(tile);
        // The comparison is strict: a point that ends on a tile's lower edge still stands on that
        // tile.
        return displacement < 0 && way < -displacement ? way / -displacement : Fixed(k_never);
    }
};

}  // namespace

struct DuelArena::Plan {
    std::int64_t width;
    std::int64_t height;
    int blocks;               // blocks tried; a block that would cut the arena in two is dropped
    std::int64_t long_side;   // a block's, at most
    std::int64_t short_side;  // a block's, at most
};

DuelArena::DuelArena(ArenaKind kind, Random random) {
    const Plan plan = kind == ArenaKind::rooms     ? Plan{30, 22, 26, 6, 1}
                      : kind == ArenaKind::pillars ? Plan{24, 16, 16, 2, 2}
                                                   : Plan{16, 11, 3, 1, 1};
    width_ = plan.width;
    height_ = plan.height;
    walls_.assign(static_cast<std::size_t>(width_ * height_), 0);
    set_block(0, 0, width_, 1);
    set_block(0, 0, 1, height_);
    place_blocks(plan, random);
    choose_spawns(random);
}

bool DuelArena::is_wall(std::int64_t column, std::int64_t row) const {
    if (column < 0 || row < 0 || column >= width_ || row >= height_) {
        return true;
    }
    return walls_[index(column, row)] != 0;
}

void DuelArena::place_blocks(const Plan& plan, Random& random) {
    for (int block = 0; block < plan.blocks; ++block) {
        std::int64_t columns = random.between<std::int64_t>(1, plan.long_side);
        std::int64_t rows = random.between<std::int64_t>(1, plan.short_side);
        if (random.chance(1, 2)) {
            std::swap(columns, rows);
        }
        const std::int64_t column = random.between<std::int64_t>(1, width_ - 1 - columns);
        const std::int64_t row = random.between<std::int64_t>(1, height_ - 1 - rows);
        const std::vector<std::uint8_t> before = walls_;
        set_block(column, row, columns, rows);
        if (!is_connected()) {
            walls_ = before;
        }
    }
}

// Sets the block and its image under a half turn of the arena.
void DuelArena::set_block(std::int64_t column, std::int64_t row, std::int64_t columns,
                          std::int64_t rows) {
    for (std::int64_t r = row; r < row + rows; ++r) {
        for (std::int64_t c = column; c < column + columns; ++c) {
            walls_[index(c, r)] = 1;
            walls_[index(width_ - 1 - c, height_ - 1 - r)] = 1;
        }
    }
}

bool DuelArena::is_connected() const {
    const auto first = std::find(walls_.begin(), walls_.end(), std::uint8_t{0});
    if (first == walls_.end()) {
        return false;
    }
    const std::int64_t tile = first - walls_.begin();
    const auto distances = distances_to(tile % width_, tile / width_);
    for (std::size_t i = 0; i < walls_.size(); ++i) {
        if (walls_[i] == 0 && distances[i] < 0) {
            return false;
        }
    }
    return true;
}

void DuelArena::choose_spawns(Random& random) {
    std::vector<Vec2> candidates;
    for (std::int64_t row = 0; row < height_; ++row) {
        for (std::int64_t column = 0; column < width_; ++column) {
            if (!is_wall(column, row)) {
                candidates.push_back(tile_centre(column, row));
            }
        }
    }
    random.shuffle(std::span<Vec2>(candidates));
    for (int spacing = k_spawn_spacing_tiles; spacing >= 1; --spacing) {
        for (const Vec2 candidate : candidates) {
            const bool is_free = std::none_of(spawns_.begin(), spawns_.end(), [&](Vec2 spawn) {
                return within(spawn, candidate, Fixed(spacing) - Fixed::epsilon());
            });
            if (is_free && spawns_.size() < k_spawns_wanted) {
                spawns_.push_back(candidate);
            }
        }
    }
}

bool DuelArena::fits(Vec2 centre, Fixed half) const {
    for (std::int64_t row = (centre.y - half).floor(); row <= last_tile(centre.y + half); ++row) {
        for (std::int64_t column = (centre.x - half).floor(); column <= last_tile(centre.x + half);
             ++column) {
            if (is_wall(column, row)) {
                return false;
            }
        }
    }
    return true;
}

BodyMove DuelArena::move_body(Vec2 centre, Vec2 displacement, Fixed half) const {
    BodyMove move;
    move.position.x = slide(centre.x, displacement.x, centre.y, half, true, move.blocked_x);
    move.position.y = slide(centre.y, displacement.y, move.position.x, half, false, move.blocked_y);
    return move;
}

// Moves along an axis: `along` is the coordinate that changes, `across` the one that stays.
Fixed DuelArena::slide(Fixed along, Fixed displacement, Fixed across, Fixed half, bool is_x,
                       bool& blocked) const {
    const std::int64_t low = (across - half).floor();
    const std::int64_t high = last_tile(across + half);
    const auto is_blocked = [&](std::int64_t tile) {
        for (std::int64_t other = low; other <= high; ++other) {
            if (is_x ? is_wall(tile, other) : is_wall(other, tile)) {
                return true;
            }
        }
        return false;
    };
    if (displacement > 0) {
        const std::int64_t last = last_tile(along + half + displacement);
        for (std::int64_t tile = last_tile(along + half) + 1; tile <= last; ++tile) {
            if (is_blocked(tile)) {
                blocked = true;
                return Fixed(tile) - half;
            }
        }
    } else {
        const std::int64_t last = (along - half + displacement).floor();
        for (std::int64_t tile = (along - half).floor() - 1; tile >= last; --tile) {
            if (is_blocked(tile)) {
                blocked = true;
                return Fixed(tile + 1) + half;
            }
        }
    }
    return along + displacement;
}

// The grid traversal is after J. Amanatides and A. Woo, "A Fast Voxel Traversal Algorithm for Ray
// Tracing", 1987; every crossing is computed from the start, so that no error adds up.
std::optional<Fixed> DuelArena::sweep_point(Vec2 start, Vec2 displacement) const {
    AxisWalk x{start.x, displacement.x};
    AxisWalk y{start.y, displacement.y};
    Fixed fraction = 0;
    while (!is_wall(x.tile, y.tile)) {
        const Fixed next_x = x.next_fraction();
        const Fixed next_y = y.next_fraction();
        fraction = min(next_x, next_y);
        if (fraction > 1) {
            return std::nullopt;
        }
        AxisWalk& walk = next_x <= next_y ? x : y;
        walk.tile += walk.step();
    }
    return fraction;
}

// Searches breadth first from a tile over open tiles; -1 if there is no way.
std::vector<std::int32_t> DuelArena::distances_to(std::int64_t column, std::int64_t row) const {
    std::vector<std::int32_t> distances(walls_.size(), -1);
    if (is_wall(column, row)) {
        return distances;
    }
    std::vector<std::size_t> queue{index(column, row)};
    distances[queue[0]] = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const auto tile = static_cast<std::int64_t>(queue[next]);
        for (const auto& [right, up] : k_neighbours) {
            const std::int64_t c = tile % width_ + right;
            const std::int64_t r = tile / width_ + up;
            if (!is_wall(c, r) && distances[index(c, r)] < 0) {
                distances[index(c, r)] = distances[queue[next]] + 1;
                queue.push_back(index(c, r));
            }
        }
    }
    return distances;
}

Vec2 DuelArena::next_waypoint(Vec2 from, Vec2 to) const {
    const std::int64_t column = from.x.floor();
    const std::int64_t row = from.y.floor();
    const auto distances = distances_to(to.x.floor(), to.y.floor());
    if (is_wall(column, row) || distances[index(column, row)] <= 0) {
        return to;
    }
    for (const auto& [right, up] : k_neighbours) {
        if (!is_wall(column + right, row + up) &&
            distances[index(column + right, row + up)] == distances[index(column, row)] - 1) {
            return tile_centre(column + right, row + up);
        }
    }
    return to;
}

std::optional<Fixed> sweep_circle(Vec2 start, Vec2 displacement, Fixed radius) {
    if (within(start, {}, radius)) {
        return Fixed(0);
    }
    const Fixed way = length(displacement);
    if (way == 0) {
        return std::nullopt;
    }
    const Vec2 heading = normalised(displacement);
    const Fixed ahead = -dot(start, heading);
    const Fixed beside = cross(heading, start);
    if (ahead < 0 || abs(beside) > radius) {
        return std::nullopt;
    }
    // The point started outside and ahead of it: an entry below 0 can only come from rounding.
    const Fixed entry = max(ahead - sqrt(radius * radius - beside * beside), Fixed(0));
    if (entry > way) {
        return std::nullopt;
    }
    return entry / way;
}

}  // namespace tandem::games
