// SPDX-License-Identifier: MIT
// Who is near whom: a uniform grid filled by a stable counting sort, in memory that is taken once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <cereal/cereal.hpp>

#include <tandem/sim/fixed.hpp>

namespace tandem::games {

// A point or vector of compact numbers: 8 bytes.
struct Point16 {
    Fixed16 x;
    Fixed16 y;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(x), CEREAL_NVP(y));
    }
    friend constexpr bool operator==(const Point16&, const Point16&) = default;
    friend constexpr Point16 operator+(Point16 a, Point16 b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Point16 operator-(Point16 a, Point16 b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Point16 operator*(Point16 v, Fixed16 scale) {
        return {v.x * scale, v.y * scale};
    }
};

// A snapshot of what others may know about a unit; a step reads these and writes units, so that the
// order in which units are stepped cannot matter.
struct GridEntry {
    Point16 position;
    std::uint32_t unit = 0;
    std::uint16_t flock = 0;
};

// Cells are one unit of length wide, which is also how far units feel each other.
class SwarmGrid {
public:
    SwarmGrid() = default;
    // Memory for a world of side x side cells and that many units; nothing is allocated later.
    SwarmGrid(std::int32_t side, std::uint32_t units);

    bool holds(std::size_t units) const { return entries_.size() == units; }

    // Three passes: count(position) for each unit, begin_filling(), add(entry) for each unit in
    // order. Positions must lie in the world.
    void clear();
    void count(Point16 position) { ++starts_[cell_of(position) + 2]; }
    void begin_filling();
    void add(const GridEntry& entry) { entries_[starts_[cell_of(entry.position) + 1]++] = entry; }

    // The entries of three neighbouring cells of one row, the middle one being that of
    // (column, row), in order of cell and unit. Cells beyond the edge are empty.
    std::span<const GridEntry> row_of_three(std::int32_t column, std::int32_t row) const;

private:
    std::size_t cell_of(Point16 position) const {
        const auto row = static_cast<std::size_t>(position.y.floor());
        return row * static_cast<std::size_t>(side_) + static_cast<std::size_t>(position.x.floor());
    }

    std::int32_t side_ = 0;
    // Once filled, the entries of cell c are starts_[c] up to starts_[c + 1]; while filling,
    // starts_[c + 1] is where its next entry goes.
    std::vector<std::uint32_t> starts_;
    std::vector<GridEntry> entries_;
};

}  // namespace tandem::games
