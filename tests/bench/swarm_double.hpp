// SPDX-License-Identifier: MIT
// The competitor of swarm: the same step with the same columns, grid and rules, written in double
// by somebody who wants it fast and has no need of the same bits elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/tools/games/swarm.hpp>

namespace tandem::bench {

class SwarmDouble {
public:
    // Goes on from where a game is; orders are not taken.
    explicit SwarmDouble(const games::Swarm& swarm);

    void step();

    // How far the units' positions are from a game's on average, in units of length.
    double distance_to(const games::Swarm& swarm) const;

private:
    using Column = std::vector<double>;

    void move_flocks();
    void steer();
    void fill_grid();
    void collide();
    void collide(std::uint32_t a, std::uint32_t b);
    void apply_pushes();
    void capture();
    std::uint8_t first_opponent(std::uint32_t place) const;

    std::uint32_t side_;
    std::uint32_t stride_;

    Column flock_x_, flock_y_, target_x_, target_y_;
    std::vector<std::uint32_t> flock_size_;

    Column x_, y_, velocity_x_, velocity_y_, offset_x_, offset_y_;
    std::vector<std::uint8_t> flock_, neighbours_;
    std::vector<std::uint16_t> energy_;
    std::vector<std::uint32_t> captures_;

    std::vector<std::uint32_t> cells_, places_, starts_;
    Column ahead_x_, ahead_y_;
    Column sorted_x_, sorted_y_;
    std::vector<std::uint8_t> sorted_flock_, team_;
    std::vector<std::uint32_t> seen_;  // friends, and opponents times 2^16
};

}  // namespace tandem::bench
