// SPDX-License-Identifier: MIT
// It solves the pairs of the grid in their order.
#include <tandem/tools/games/swarm_crowd.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

#include <tandem/sim/assert.hpp>

namespace tandem::games {

namespace {

constexpr std::int64_t k_diameter_raw = SwarmCrowd::k_diameter.raw();
constexpr std::int64_t k_diameter_squared = k_diameter_raw * k_diameter_raw;

// Two units at distance d are pushed along their connection by (k_diameter / d - 1) / 2 of it each,
// which a table has by the square of d. An entry is that of the end of its interval, so that units
// are never pushed farther than until they touch; the remaining overlap is below 1/1000 of the
// diameter, and the next tick removes it. The last entry is for all who do not overlap, and is 0.
constexpr int k_square_shift = 21;
constexpr std::int64_t k_apart = (k_diameter_squared >> k_square_shift) + 1;

constexpr std::int64_t root_floor(std::int64_t square) {
    std::int64_t root = 0;
    for (std::int64_t bit = std::int64_t{1} << 16; bit != 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= square) {
            root += bit;
        }
    }
    return root;
}

constexpr auto k_pushes = [] {
    std::array<std::int32_t, k_apart + 1> pushes{};
    for (std::size_t i = 0; i < pushes.size(); ++i) {
        const std::int64_t distance =
            root_floor(static_cast<std::int64_t>(i + 1) << k_square_shift);
        const std::int64_t gap = std::max<std::int64_t>(k_diameter_raw - distance, 0);
        pushes[i] = static_cast<std::int32_t>((gap << (Fixed16::fraction_bits - 1)) / distance);
    }
    return pushes;
}();

}  // namespace

SwarmCrowd::SwarmCrowd(std::int32_t side, std::uint32_t units)
    : grid_(side, units), x_(units), y_(units), flocks_(units), neighbours_(units) {}

void SwarmCrowd::collide(std::span<const Fixed16> x, std::span<const Fixed16> y,
                         std::span<const std::uint8_t> flocks) {
    TANDEM_ASSERT(flocks.size() == flocks_.size());
    grid_.fill(x, y);
    const std::span<const std::uint32_t> places = grid_.places();
    for (std::size_t unit = 0; unit < places.size(); ++unit) {
        const std::uint32_t place = places[unit];
        x_[place] = x[unit];
        y_[place] = y[unit];
        flocks_[place] = flocks[unit];
    }
    std::fill(neighbours_.begin(), neighbours_.end(), Neighbours{});
    for (auto pairs = grid_.next_pairs(); !pairs.empty(); pairs = grid_.next_pairs()) {
        push_apart(pairs);
    }
}

// In the order of the pairs; each sees what the ones before it did. Without a branch, min()
// included: whether two overlap is a coin toss, and guessing it wrong took a fifth of the step.
//
// No overflow: a unit has at most 9 * k_seen_per_cell neighbours, each of which pushes it by at
// most half a diameter, so it leaves the world by 51 cells at most and raw coordinates stay below
// 2^27. A table's entry is below 2^20 and a distance that it is for below 2^16.
void SwarmCrowd::push_apart(std::span<const NearPair> pairs) {
    Fixed16* const x = x_.data();
    Fixed16* const y = y_.data();
    const std::uint8_t* const flocks = flocks_.data();
    Neighbours* const neighbours = neighbours_.data();
    const auto shifted = [](Fixed16& coordinate, std::int64_t by) {
        coordinate = Fixed16::from_raw(static_cast<std::int32_t>(coordinate.raw() + by));
    };
    for (const auto [a, b] : pairs) {
        const bool is_opponent = (flocks[a] ^ flocks[b]) >> k_team_shift != 0;
        const std::uint32_t seen = 1U << (is_opponent ? Neighbours::k_opponents_shift : 0);
        neighbours[a].counts += seen;
        neighbours[b].counts += seen;
        const std::int64_t dx = std::int64_t{x[b].raw()} - x[a].raw();
        const std::int64_t dy = std::int64_t{y[b].raw()} - y[a].raw();
        const std::int64_t squared = dx * dx + dy * dy;
        const std::int64_t beyond = (squared >> k_square_shift) - k_apart;
        const std::int64_t push =
            k_pushes[static_cast<std::size_t>(k_apart + (beyond & beyond >> 63))];
        constexpr std::int64_t k_half = std::int64_t{1} << (Fixed16::fraction_bits - 1);
        // Two units on one point have no direction; they part along the row.
        const std::int64_t along_x =
            squared == 0 ? k_diameter_raw / 2 : (dx * push + k_half) >> Fixed16::fraction_bits;
        const std::int64_t along_y = (dy * push + k_half) >> Fixed16::fraction_bits;
        shifted(x[a], -along_x);
        shifted(y[a], -along_y);
        shifted(x[b], along_x);
        shifted(y[b], along_y);
    }
}

std::uint8_t SwarmCrowd::flock_of_first_opponent(std::uint32_t unit) const {
    const std::uint32_t place = grid_.places()[unit];
    return flocks_[grid_.find_near(
        place, [&](std::uint32_t other) { return !are_friends(other, place); })];
}

}  // namespace tandem::games
