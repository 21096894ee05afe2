// SPDX-License-Identifier: MIT
// Finds the units that are near each other: a uniform grid filled by a stable counting sort, and a
// search that compares eight units at a time. All memory is taken once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tandem/sim/math/fixed.hpp>

namespace tandem::games {

// Two units that are near each other, as places in the order of the grid.
struct NearPair {
    std::uint32_t first = 0;
    std::uint32_t second = 0;  // greater than first
};

// Cells are one unit of length wide, which is also the distance at which units feel each other.
class SwarmGrid {
public:
    // So many units of a cell are seen, by unit; those beyond, which only a state that no match
    // made has, are near nobody. It bounds the time of a step.
    static constexpr std::uint32_t k_seen_per_cell = 16;
    // The number of units that the search compares at once.
    static constexpr std::size_t k_lanes = 8;

    SwarmGrid() = default;
    // Takes memory for a world of side x side cells and that many units; side <= k_side_max.
    SwarmGrid(std::int32_t side, std::uint32_t units);

    // Sorts the units by cell and number, and begins the search. Positions must lie in the world.
    void fill(std::span<const Fixed16> x, std::span<const Fixed16> y);

    // Returns the place of each unit in the order of the grid.
    std::span<const std::uint32_t> places() const { return places_; }

    // Returns the next few hundreds of pairs, each pair once, in an order that only the positions
    // decide; empty when all were given. They are valid until the next call.
    std::span<const NearPair> next_pairs();

    // True if next_pairs() gives these two places as a pair. Only their positions count.
    bool are_near(std::uint32_t a, std::uint32_t b) const;

    // Returns the first place, by row and column, that is near `place` and accepted; `place` if
    // none is.
    template <class Accept>
    std::uint32_t find_near(std::uint32_t place, Accept accept) const {
        if (place >= seen_) {
            return place;
        }
        const std::uint32_t cell = cell_of(x_[place], y_[place]);
        for (const std::uint32_t middle : {cell - stride_, cell, cell + stride_}) {
            for (std::uint32_t at = starts_[middle - 1]; at < starts_[middle + 2]; ++at) {
                if (at != place && are_near(place, at) && accept(at)) {
                    return at;
                }
            }
        }
        return place;
    }

    // The search works on coordinates of so many binary places: in a block of lanes squares of
    // distances below two cells then fit 32 bits.
    static constexpr int k_coarse_bits = 14;
    static constexpr std::int32_t k_side_max = 1 << 10;

private:
    // The candidates of a block of units: a bit for each pair.
    using Hits = std::array<std::uint32_t, k_lanes>;

    std::uint32_t cell_of(std::int32_t coarse_x, std::int32_t coarse_y) const {
        const auto column = static_cast<std::uint32_t>(coarse_x >> k_coarse_bits);
        const auto row = static_cast<std::uint32_t>(coarse_y >> k_coarse_bits);
        return (row + 1) * stride_ + column + 1;
    }
    bool sum_up_counts();
    void rank_all();
    void rank_seen();
    Hits hits_of(std::uint32_t block, std::uint32_t first, std::uint32_t count) const;
    void search_block(std::uint32_t row_cell);
    void count_hits(std::uint32_t unit, std::uint64_t hits,
                    const std::array<std::uint32_t, 2>& bases);

    std::uint32_t stride_ = 0;  // cells of a row; an extra one on each side of the world is empty
    std::uint32_t rows_ = 0;
    std::uint32_t seen_ = 0;             // lower places are in cells, the others unseen
    std::vector<std::uint32_t> cells_;   // each unit's
    std::vector<std::uint32_t> places_;  // each unit's
    // Once filled, the places of cell c are starts_[c] up to starts_[c + 1].
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint8_t> crowds_;  // used only if a cell holds more than are seen
    // Indexed by place; a block of lanes may read beyond the last.
    std::vector<std::int32_t> x_;
    std::vector<std::int32_t> y_;

    std::vector<NearPair> pairs_;
    std::size_t pair_count_ = 0;
    std::uint32_t row_ = 0;  // the row where the search goes on
    std::uint32_t block_ = 0;
};

}  // namespace tandem::games
