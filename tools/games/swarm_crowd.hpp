// SPDX-License-Identifier: MIT
// Handles a swarm's units among each other: they push each other apart and count the neighbours at
// them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tandem/sim/math/fixed.hpp>
#include <tandem/tools/games/swarm_grid.hpp>

namespace tandem::games {

// The neighbours of a unit, within one unit of length. It is a single word, so that counting is one
// addition.
struct Neighbours {
    static constexpr int k_opponents_shift = 16;

    std::uint32_t counts = 0;

    std::int32_t friends() const { return static_cast<std::int32_t>(counts & 0xFFFF); }
    std::int32_t opponents() const {
        return static_cast<std::int32_t>(counts >> k_opponents_shift);
    }
};

class SwarmCrowd {
public:
    // Two units nearer than this overlap.
    static constexpr Fixed16 k_diameter = 0.7_fx16;
    // The flocks of a team have numbers that differ in so many low bits only.
    static constexpr int k_team_shift = 2;

    SwarmCrowd() = default;
    // Takes memory for a world of side x side cells and that many units; nothing is allocated
    // later.
    SwarmCrowd(std::int32_t side, std::uint32_t units);

    bool holds(std::size_t units) const { return flocks_.size() == units; }

    // Finds the units that are near each other at their present places, counts them, and pushes
    // overlapping units apart, both by half, one pair after the other. Positions must lie in the
    // world; the new places may lie a little outside. Units of flocks of one team are friends.
    void collide(std::span<const Fixed16> x, std::span<const Fixed16> y,
                 std::span<const std::uint8_t> flocks);

    // The neighbours after collide(), by place: unit u has places()[u].
    std::span<const std::uint32_t> places() const { return grid_.places(); }
    std::span<const Fixed16> x() const { return x_; }
    std::span<const Fixed16> y() const { return y_; }
    std::span<const Neighbours> neighbours() const { return neighbours_; }

    // Returns the flock of the first opponent who stands at this unit, by row and column; its own
    // if there is none.
    std::uint8_t flock_of_first_opponent(std::uint32_t unit) const;

private:
    bool are_friends(std::uint32_t a, std::uint32_t b) const {
        return ((flocks_[a] ^ flocks_[b]) >> k_team_shift) == 0;
    }
    void push_apart(std::span<const NearPair> pairs);

    SwarmGrid grid_;
    // Indexed by place.
    std::vector<Fixed16> x_;
    std::vector<Fixed16> y_;
    std::vector<std::uint8_t> flocks_;
    std::vector<Neighbours> neighbours_;
};

}  // namespace tandem::games
