// SPDX-License-Identifier: MIT
// It has the counting sort, and the search for pairs: eight units that follow each other in a
// row of cells against each unit behind them in that row and each one below them in the next
// row.
#include <tandem/tools/games/swarm_grid.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

#include <tandem/sim/assert.hpp>

namespace tandem::games {

namespace {

// These vectors are in the compilers' own notation, which every processor runs with the same
// results; plain loops over arrays of eight took 1.4 times as long with g++ 12.
using Lanes = std::int32_t __attribute__((vector_size(SwarmGrid::k_lanes * 4)));
using UnsignedLanes = std::uint32_t __attribute__((vector_size(SwarmGrid::k_lanes * 4)));

constexpr std::uint32_t k_bits = 32;  // candidates that one word of hits has room for
constexpr std::uint32_t k_block = static_cast<std::uint32_t>(SwarmGrid::k_lanes);
constexpr std::int32_t k_reach_squared = 1 << (2 * SwarmGrid::k_coarse_bits);
// The distance is two cells less the smallest step.
constexpr std::int32_t k_coarse_far = (2 << SwarmGrid::k_coarse_bits) - 1;

// Pairs are noted four at a time, because a loop that ends with the last hit is mispredicted more
// often than not; surplus ones are overwritten.
constexpr std::size_t k_at_once = 4;
// A unit has candidates in two cells of its row and three of the next one.
constexpr std::size_t k_pairs_of_block =
    SwarmGrid::k_lanes * 5 * SwarmGrid::k_seen_per_cell + k_at_once;
constexpr std::size_t k_pairs_at_once = 4096;  // 32 KB: noted pairs are still near when they are
                                               // read
static_assert(k_pairs_at_once > k_pairs_of_block);

}  // namespace

SwarmGrid::SwarmGrid(std::int32_t side, std::uint32_t units)
    : stride_(static_cast<std::uint32_t>(side) + 2),
      rows_(static_cast<std::uint32_t>(side)),
      cells_(units),
      places_(units),
      starts_(std::size_t{stride_} * stride_ + 2),
      crowds_(std::size_t{stride_} * stride_),
      x_(units + k_lanes),
      y_(units + k_lanes),
      pairs_(k_pairs_at_once) {
    TANDEM_ASSERT(side > 0 && side <= k_side_max);
}

void SwarmGrid::fill(std::span<const Fixed16> x, std::span<const Fixed16> y) {
    TANDEM_ASSERT(x.size() == cells_.size() && y.size() == cells_.size());
    constexpr int k_dropped = Fixed16::fraction_bits - k_coarse_bits;
    for (std::size_t unit = 0; unit < cells_.size(); ++unit) {
        cells_[unit] = cell_of(x[unit].raw() >> k_dropped, y[unit].raw() >> k_dropped);
    }
    std::fill(starts_.begin(), starts_.end(), 0U);
    for (const std::uint32_t cell : cells_) {
        ++starts_[cell + 2];
    }
    if (sum_up_counts()) {
        rank_all();
    } else {
        rank_seen();
    }
    for (std::size_t unit = 0; unit < cells_.size(); ++unit) {
        const std::uint32_t place = places_[unit];
        x_[place] = x[unit].raw() >> k_dropped;
        y_[place] = y[unit].raw() >> k_dropped;
    }
    pair_count_ = 0;
    row_ = 0;
    block_ = starts_[stride_];
}

// Turns counts in starts_[c + 2] into the place of cell c's next unit in starts_[c + 1]. Returns
// true if every unit is seen.
bool SwarmGrid::sum_up_counts() {
    std::uint32_t sum = 0;
    std::uint32_t most = 0;
    for (std::size_t at = 2; at < starts_.size(); ++at) {
        const std::uint32_t count = starts_[at];
        most = std::max(most, count);
        sum += std::min(count, k_seen_per_cell);
        starts_[at] = sum;
    }
    seen_ = sum;
    return most <= k_seen_per_cell;
}

void SwarmGrid::rank_all() {
    for (std::size_t unit = 0; unit < cells_.size(); ++unit) {
        places_[unit] = starts_[cells_[unit] + 1]++;
    }
}

void SwarmGrid::rank_seen() {
    std::fill(crowds_.begin(), crowds_.end(), std::uint8_t{0});
    std::uint32_t unseen = seen_;
    for (std::size_t unit = 0; unit < cells_.size(); ++unit) {
        const std::uint32_t cell = cells_[unit];
        if (crowds_[cell] < k_seen_per_cell) {
            ++crowds_[cell];
            places_[unit] = starts_[cell + 1]++;
        } else {
            places_[unit] = unseen++;
        }
    }
}

std::span<const NearPair> SwarmGrid::next_pairs() {
    pair_count_ = 0;
    while (row_ < rows_ && pair_count_ + k_pairs_of_block <= k_pairs_at_once) {
        const std::uint32_t row_cell = (row_ + 1) * stride_;
        if (block_ < starts_[row_cell + stride_]) {
            search_block(row_cell);
            block_ += k_block;
        } else {
            ++row_;
            block_ = starts_[row_cell + stride_];
        }
    }
    return {pairs_.data(), pair_count_};
}

// Searches for the units from block_ on, up to eight of the row that begins at this cell.
void SwarmGrid::search_block(std::uint32_t row_cell) {
    const std::uint32_t units = std::min(k_block, starts_[row_cell + stride_] - block_);
    const std::uint32_t cell = cell_of(x_[block_], y_[block_]);
    const std::uint32_t last_cell = cell_of(x_[block_ + units - 1], y_[block_]);
    std::uint32_t beside = block_ + 1;
    const std::uint32_t beside_end = starts_[last_cell + 2];
    std::uint32_t below = starts_[cell + stride_ - 1];
    const std::uint32_t below_end = starts_[last_cell + stride_ + 2];
    std::uint32_t forward = ~0U;  // a unit's candidates in its own block are those behind it
    while (beside != beside_end || below != below_end) {
        const std::uint32_t beside_count = std::min(k_bits, beside_end - beside);
        const std::uint32_t below_count = std::min(k_bits, below_end - below);
        const Hits beside_hits = hits_of(block_, beside, beside_count);
        const Hits below_hits = hits_of(block_, below, below_count);
        for (std::uint32_t lane = 0; lane < units; ++lane) {
            const std::uint32_t behind = beside_hits[lane] & (forward == 0 ? ~0U : forward << lane);
            count_hits(block_ + lane, behind | std::uint64_t{below_hits[lane]} << k_bits,
                       {beside, below - k_bits});
        }
        beside += beside_count;
        below += below_count;
        forward = 0;
    }
}

// Bit b of lane l says whether the unit at block + l is near the one at first + b. A block may
// reach into other rows and beyond the last unit; the caller does not look at those lanes.
//
// No overflow: coarse coordinates are below 2^24, so their differences fit. In the lanes that count
// dy is at most k_coarse_far because rows are neighbours, dx is clamped to it, and
// 2 * k_coarse_far^2 < 2^31. The other lanes wrap without sign.
SwarmGrid::Hits SwarmGrid::hits_of(std::uint32_t block, std::uint32_t first,
                                   std::uint32_t count) const {
    Lanes x;
    Lanes y;
    std::memcpy(&x, x_.data() + block, sizeof(x));
    std::memcpy(&y, y_.data() + block, sizeof(y));
    Lanes hits{};
    Lanes bit = hits + 1;
    const std::int32_t* const other_x = x_.data() + first;
    const std::int32_t* const other_y = y_.data() + first;
    for (std::uint32_t i = 0; i < count; ++i) {
        Lanes dx = x - other_x[i];
        dx = dx < -k_coarse_far ? Lanes{} - k_coarse_far : dx;
        dx = dx > k_coarse_far ? Lanes{} + k_coarse_far : dx;
        const UnsignedLanes dy = (UnsignedLanes)(y - other_y[i]);
        const UnsignedLanes squared = (UnsignedLanes)dx * (UnsignedLanes)dx + dy * dy;
        hits |= ((Lanes)squared < k_reach_squared) & bit;
        bit = (Lanes)((UnsignedLanes)bit << 1);
    }
    Hits result;
    std::memcpy(result.data(), &hits, sizeof(hits));
    return result;
}

// Notes hits: bit b is the place bases[0] + b, or bases[1] + b from the 32nd bit on.
void SwarmGrid::count_hits(std::uint32_t unit, std::uint64_t hits,
                           const std::array<std::uint32_t, 2>& bases) {
    const auto count = static_cast<std::size_t>(std::popcount(hits));
    NearPair* const pairs = pairs_.data() + pair_count_;
    const auto next = [&] {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(hits)) % (2 * k_bits);
        hits &= hits - 1;
        return NearPair{unit, bases[bit / k_bits] + bit};
    };
    for (std::size_t i = 0; i < k_at_once; ++i) {
        pairs[i] = next();
    }
    for (std::size_t i = k_at_once; i < count; ++i) {
        pairs[i] = next();
    }
    pair_count_ += count;
}

bool SwarmGrid::are_near(std::uint32_t a, std::uint32_t b) const {
    const std::int64_t dx = x_[a] - x_[b];
    const std::int64_t dy = y_[a] - y_[b];
    return dx * dx + dy * dy < k_reach_squared;
}

}  // namespace tandem::games
