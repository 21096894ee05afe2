// SPDX-License-Identifier: MIT
// The rules of swarm_motion.cpp and swarm_crowd.cpp in double. What a double has no need of is left
// out: reciprocals without a division, a table of pushes, proofs. Every loop over units is one the
// compiler turns into lanes; pairs are looked at cell by cell and pushed apart where they are
// found.
#include <tests/bench/swarm_double.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::bench {

namespace {

constexpr double k_speed = 0.2;
constexpr double k_flock_speed = 0.15;
constexpr double k_arrive = 3;
constexpr double k_velocity_max = 0.25;
constexpr double k_diameter = 0.7;
constexpr double k_smallest = 1.0 / 65536;
constexpr std::uint32_t k_opponent = 1 << 16;

double as_double(Fixed16 value) { return value.raw() / 65536.0; }

std::vector<double> as_double(const std::vector<Fixed16>& column) {
    std::vector<double> result;
    for (const Fixed16 value : column) {
        result.push_back(as_double(value));
    }
    return result;
}

}  // namespace

SwarmDouble::SwarmDouble(const games::Swarm& swarm)
    : side_(static_cast<std::uint32_t>(swarm.side().floor())),
      stride_(side_ + 2),
      x_(as_double(swarm.units.x)),
      y_(as_double(swarm.units.y)),
      velocity_x_(as_double(swarm.units.velocity_x)),
      velocity_y_(as_double(swarm.units.velocity_y)),
      offset_x_(as_double(swarm.units.offset_x)),
      offset_y_(as_double(swarm.units.offset_y)),
      flock_(swarm.units.flock),
      neighbours_(swarm.units.neighbours),
      energy_(swarm.units.energy),
      captures_(swarm.units.captures),
      cells_(x_.size()),
      places_(x_.size()),
      starts_(std::size_t{stride_} * stride_ + 2),
      ahead_x_(x_.size()),
      ahead_y_(x_.size()),
      sorted_x_(x_.size()),
      sorted_y_(x_.size()),
      sorted_flock_(x_.size()),
      team_(x_.size()),
      seen_(x_.size()) {
    for (const games::Flock& flock : swarm.flocks) {
        flock_x_.push_back(as_double(flock.position.x));
        flock_y_.push_back(as_double(flock.position.y));
        target_x_.push_back(as_double(flock.target.x));
        target_y_.push_back(as_double(flock.target.y));
        flock_size_.push_back(flock.size);
    }
}

void SwarmDouble::step() {
    move_flocks();
    steer();
    fill_grid();
    collide();
    apply_pushes();
    capture();
}

void SwarmDouble::move_flocks() {
    for (std::size_t i = 0; i < flock_x_.size(); ++i) {
        const double x = target_x_[i] - flock_x_[i];
        const double y = target_y_[i] - flock_y_[i];
        const double way = std::sqrt(x * x + y * y);
        const double part = way <= k_flock_speed ? 1 : k_flock_speed / way;
        flock_x_[i] += x * part;
        flock_y_[i] += y * part;
    }
}

void SwarmDouble::steer() {
    const double edge = side_ - k_smallest;
    const double* const __restrict flock_x = flock_x_.data();
    const double* const __restrict flock_y = flock_y_.data();
    const double* const __restrict x = x_.data();
    const double* const __restrict y = y_.data();
    const double* const __restrict velocity_x = velocity_x_.data();
    const double* const __restrict velocity_y = velocity_y_.data();
    const double* const __restrict offset_x = offset_x_.data();
    const double* const __restrict offset_y = offset_y_.data();
    const std::uint8_t* const __restrict flock = flock_.data();
    const std::uint8_t* const __restrict neighbours = neighbours_.data();
    double* const __restrict ahead_x = ahead_x_.data();
    double* const __restrict ahead_y = ahead_y_.data();
    const std::size_t count = x_.size();
    for (std::size_t i = 0; i < count; ++i) {
        const double way_x = flock_x[flock[i]] + offset_x[i] - x[i];
        const double way_y = flock_y[flock[i]] + offset_y[i] - y[i];
        const double size_x = std::fabs(way_x);
        const double size_y = std::fabs(way_y);
        const double size = std::max(size_x, size_y) + 0.375 * std::min(size_x, size_y);
        const double hurry = std::min(std::max((6 - neighbours[i]) * 0.25, 0.0), 1.0);
        const double speed = k_speed / std::max(size, k_arrive) * hurry;
        const double next_x = x[i] + velocity_x[i] + (way_x * speed - velocity_x[i]) * 0.25;
        const double next_y = y[i] + velocity_y[i] + (way_y * speed - velocity_y[i]) * 0.25;
        ahead_x[i] = std::min(std::max(next_x, 0.0), edge);
        ahead_y[i] = std::min(std::max(next_y, 0.0), edge);
    }
}

// The same counting sort as the game's, less its bound for hostile states.
void SwarmDouble::fill_grid() {
    const std::size_t count = x_.size();
    for (std::size_t i = 0; i < count; ++i) {
        const auto column = static_cast<std::int32_t>(ahead_x_[i]);
        const auto row = static_cast<std::int32_t>(ahead_y_[i]);
        cells_[i] =
            static_cast<std::uint32_t>((row + 1) * static_cast<std::int32_t>(stride_) + column + 1);
    }
    std::fill(starts_.begin(), starts_.end(), 0U);
    for (const std::uint32_t cell : cells_) {
        ++starts_[cell + 2];
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& start : starts_) {
        sum += start;
        start = sum;
    }
    for (std::size_t i = 0; i < count; ++i) {
        places_[i] = starts_[cells_[i] + 1]++;
    }
    for (std::size_t i = 0; i < count; ++i) {
        sorted_x_[places_[i]] = ahead_x_[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        sorted_y_[places_[i]] = ahead_y_[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        sorted_flock_[places_[i]] = flock_[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        team_[i] = sorted_flock_[i] / games::Swarm::k_flocks_per_player;
    }
}

// Every unit with those behind it in its cell and the next one, and those of the three cells below.
void SwarmDouble::collide() {
    std::fill(seen_.begin(), seen_.end(), 0U);
    const std::uint32_t* const starts = starts_.data();
    for (std::uint32_t row = 1; row <= side_; ++row) {
        for (std::uint32_t cell = row * stride_ + 1; cell <= row * stride_ + side_; ++cell) {
            const std::uint32_t beside_end = starts[cell + 2];
            const std::uint32_t below = starts[cell + stride_ - 1];
            const std::uint32_t below_end = starts[cell + stride_ + 2];
            for (std::uint32_t a = starts[cell]; a < starts[cell + 1]; ++a) {
                for (std::uint32_t b = a + 1; b < beside_end; ++b) {
                    collide(a, b);
                }
                for (std::uint32_t b = below; b < below_end; ++b) {
                    collide(a, b);
                }
            }
        }
    }
}

inline void SwarmDouble::collide(std::uint32_t a, std::uint32_t b) {
    double* const __restrict x = sorted_x_.data();
    double* const __restrict y = sorted_y_.data();
    std::uint32_t* const __restrict seen = seen_.data();
    const double dx = x[b] - x[a];
    const double dy = y[b] - y[a];
    const double squared = dx * dx + dy * dy;
    if (squared >= 1) {
        return;
    }
    const std::uint32_t count = team_[a] == team_[b] ? 1 : k_opponent;
    seen[a] += count;
    seen[b] += count;
    if (squared >= k_diameter * k_diameter) {
        return;
    }
    const double distance = std::sqrt(squared);
    const double push = distance > 0 ? (k_diameter - distance) / (2 * distance) : 0;
    const double along_x = distance > 0 ? dx * push : k_diameter / 2;
    const double along_y = dy * push;
    x[a] -= along_x;
    y[a] -= along_y;
    x[b] += along_x;
    y[b] += along_y;
}

void SwarmDouble::apply_pushes() {
    const double edge = side_ - k_smallest;
    const std::size_t count = x_.size();
    const std::uint32_t* const __restrict places = places_.data();
    const std::uint32_t* const __restrict seen = seen_.data();
    const auto apply_push = [=](const double* __restrict pushed, double* __restrict at,
                                double* __restrict velocity) {
        for (std::size_t i = 0; i < count; ++i) {
            const double now = std::min(std::max(pushed[places[i]], 0.0), edge);
            velocity[i] = std::min(std::max(now - at[i], -k_velocity_max), k_velocity_max);
            at[i] = now;
        }
    };
    apply_push(sorted_x_.data(), x_.data(), velocity_x_.data());
    apply_push(sorted_y_.data(), y_.data(), velocity_y_.data());
    std::uint16_t* const __restrict energy = energy_.data();
    std::uint8_t* const __restrict neighbours = neighbours_.data();
    for (std::size_t i = 0; i < count; ++i) {
        const auto friends = static_cast<std::int32_t>(seen[places[i]] % k_opponent);
        const auto opponents = static_cast<std::int32_t>(seen[places[i]] / k_opponent);
        const std::int32_t loss = opponents > friends ? (opponents - friends) * 8 : -1;
        const std::int32_t left = energy[i] - loss;
        energy[i] = static_cast<std::uint16_t>(left < 0 ? 0 : left > 240 ? 240 : left);
        const std::int32_t all = friends + opponents;
        neighbours[i] = static_cast<std::uint8_t>(all > 255 ? 255 : all);
    }
}

void SwarmDouble::capture() {
    for (std::size_t i = 0; i < x_.size(); ++i) {
        if (energy_[i] == 0) {
            --flock_size_[flock_[i]];
            flock_[i] = first_opponent(places_[i]);
            ++flock_size_[flock_[i]];
            energy_[i] = 120;
            ++captures_[i];
        }
    }
}

// Where units were pushed to, as their neighbours are near there too.
std::uint8_t SwarmDouble::first_opponent(std::uint32_t place) const {
    const auto column = static_cast<std::uint32_t>(std::max(sorted_x_[place], 0.0));
    const auto row = static_cast<std::uint32_t>(std::max(sorted_y_[place], 0.0));
    const std::uint32_t cell =
        (std::min(row, side_ - 1) + 1) * stride_ + std::min(column, side_ - 1) + 1;
    for (const std::uint32_t middle : {cell - stride_, cell, cell + stride_}) {
        for (std::uint32_t at = starts_[middle - 1]; at < starts_[middle + 2]; ++at) {
            if (team_[at] != team_[place]) {
                return sorted_flock_[at];
            }
        }
    }
    return sorted_flock_[place];
}

double SwarmDouble::distance_to(const games::Swarm& swarm) const {
    double sum = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
        sum += std::hypot(x_[i] - as_double(swarm.units.x[i]), y_[i] - as_double(swarm.units.y[i]));
    }
    return sum / static_cast<double>(x_.size());
}

}  // namespace tandem::bench
