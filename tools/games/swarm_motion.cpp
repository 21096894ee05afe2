// SPDX-License-Identifier: MIT
// It moves every unit in every tick: loops over columns without a branch or a division, which the
// compiler turns into eight units at a time. They compute with raw numbers of 16 binary places,
// because an overflow check would end the lanes; each says why nothing can overflow. That rests on
// the bounds that restored() checks: positions within 2^25, offsets within 2^25, velocities within
// 2^14.
#include <tandem/tools/games/swarm.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include <tandem/sim/math/vec2.hpp>

namespace tandem::games {

namespace {

constexpr int k_places = Fixed16::fraction_bits;
constexpr std::int32_t k_one = 1 << k_places;

// A flock's speed per tick. Flocks are slower than units, which can then take up their places.
constexpr Fixed k_flock_speed = 0.15_fx;
constexpr Fixed16 k_speed = 0.2_fx16;
constexpr Fixed16 k_arrive = 3;  // within this a unit slows down
constexpr int k_quarter = 2;     // a part of its wish enters a unit's velocity in one tick: a shift
// A unit with so many neighbours waits until others have gone, and with fewer it hurries less; four
// less and it is free. Otherwise the wishes of a crowd would add up and press it together.
constexpr std::int32_t k_crowded = 6;
constexpr std::int32_t k_free = 4;

constexpr std::int32_t k_energy_lost_per_opponent = 8;  // for each opponent too many, per tick
constexpr std::uint16_t k_energy_captured = Swarm::k_energy_max / 2;

std::int32_t size_of(std::int32_t value);
std::int32_t bounded(std::int32_t value, std::int32_t low, std::int32_t high);
std::int32_t scaled(std::int32_t a, std::int32_t b);

// A displacement as a direction and a size, for lanes without a root or a division.
struct Way {
    std::int32_t x;
    std::int32_t y;
    std::int32_t size;

    void halve(int times) {
        const bool is_long = (size >> times) >= k_one / 2;
        x = is_long ? x >> times : x;
        y = is_long ? y >> times : y;
        size = is_long ? size >> times : size;
    }
};

Way wanted_velocity(std::int32_t x, std::int32_t y);

// The loops over units. Their results are __restrict parameters, in which the compiler believes
// more than in local variables: nothing else reaches them, so that it need not look after every
// store.

using FlockColumn =
    std::array<std::int32_t, std::size_t{Swarm::players_max} * Swarm::k_flocks_per_player>;

void steer(const Units& units, const FlockColumn& flock_x, const FlockColumn& flock_y,
           std::int32_t edge, Fixed16* __restrict x_ahead, Fixed16* __restrict y_ahead);
void apply_push(std::span<const std::uint32_t> places, const Fixed16* pushed, std::int32_t edge,
                Fixed16* __restrict at, Fixed16* __restrict velocity);
void count_energy(std::span<const std::uint32_t> places, const Neighbours* __restrict seen,
                  std::uint16_t* __restrict energy, std::uint8_t* __restrict neighbours);

}  // namespace

// Moves flocks towards their targets in a straight line.
void Swarm::move_flocks() {
    for (Flock& flock : flocks) {
        const Vec2 from{flock.position.x, flock.position.y};
        const Vec2 to{flock.target.x, flock.target.y};
        if (within(from, to, k_flock_speed)) {
            flock.position = flock.target;
        } else {
            const Vec2 next = from + normalised(to - from) * k_flock_speed;
            flock.position = into_world({Fixed16(next.x), Fixed16(next.y)});
        }
    }
}

// Finds where every unit would go if it were alone.
void Swarm::steer_units() {
    FlockColumn flock_x{};
    FlockColumn flock_y{};
    for (std::size_t flock = 0; flock < flocks.size(); ++flock) {
        flock_x[flock] = flocks[flock].position.x.raw();
        flock_y[flock] = flocks[flock].position.y.raw();
    }
    steer(units, flock_x, flock_y, side().raw() - 1, x_ahead_.data(), y_ahead_.data());
}

// Finds where every unit stands after the crowd has pushed it, and what standing there costs it.
// Its velocity becomes the way that it really came.
void Swarm::apply_pushes() {
    const std::int32_t edge = side().raw() - 1;
    apply_push(crowd_.places(), crowd_.x().data(), edge, units.x.data(), units.velocity_x.data());
    apply_push(crowd_.places(), crowd_.y().data(), edge, units.y.data(), units.velocity_y.data());
    count_energy(crowd_.places(), crowd_.neighbours().data(), units.energy.data(),
                 units.neighbours.data());
}

// Gives a unit to the opponents if they have outnumbered its friends for long enough.
void Swarm::capture_units() {
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units.energy[unit] == 0) {
            transfer(unit, crowd_.flock_of_first_opponent(static_cast<std::uint32_t>(unit)));
            units.energy[unit] = k_energy_captured;
            ++units.captures[unit];
        }
    }
}

namespace {

std::int32_t size_of(std::int32_t value) { return value < 0 ? -value : value; }

std::int32_t bounded(std::int32_t value, std::int32_t low, std::int32_t high) {
    return value < low ? low : value > high ? high : value;
}

// Returns a * b for |a * b| < 2^31.
std::int32_t scaled(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b));
}

// The velocity of a unit that wants to go (x, y), each part below 2^27: there at full speed, slower
// where it is near.
//
// The size is the octagonal norm max + 3/8 min, within 7 % of the length and never less by more
// than 3 %; it is below 2^28. Far away the way is halved until its size is in [1/2, 1), and its
// reciprocal is one Newton step from the line 48/17 - 32/17 size, whose error of 1/17 becomes
// 1/289. With 15 binary places it is below 2^16 + 2^13, and its product with the size below 2^32.
Way wanted_velocity(std::int32_t x, std::int32_t y) {
    constexpr std::int32_t k_arrival_raw = k_arrive.raw();
    constexpr std::int32_t k_near_speed = (k_speed / k_arrive).raw();
    constexpr std::uint32_t k_line = (48U << 15) / 17;
    constexpr std::uint32_t k_slope = (32U << 15) / 17;
    const std::int32_t larger = std::max(size_of(x), size_of(y));
    const std::int32_t smaller = std::min(size_of(x), size_of(y));
    Way way{x, y, larger + (smaller >> 3) * 3};
    const bool is_near = way.size < k_arrival_raw;
    way.halve(8);
    way.halve(4);
    way.halve(2);
    way.halve(1);
    const auto size = static_cast<std::uint32_t>(way.size);
    const std::uint32_t line = k_line - ((size * k_slope) >> k_places);
    const std::uint32_t two_less_product = (0U - size * line) >> 16;
    const auto reciprocal = static_cast<std::int32_t>((line * two_less_product) >> 15);
    const std::int32_t far_speed = scaled(reciprocal, k_speed.raw()) >> 15;
    const std::int32_t speed = is_near ? k_near_speed : far_speed;
    // The way is below 3 and the speed below 2^13 if it is near; far, they are below 1 and 2^15.
    return {scaled(is_near ? x : way.x, speed) >> k_places,
            scaled(is_near ? y : way.y, speed) >> k_places, 0};
}

void steer(const Units& units, const FlockColumn& flock_x, const FlockColumn& flock_y,
           std::int32_t edge, Fixed16* __restrict x_ahead, Fixed16* __restrict y_ahead) {
    const std::size_t count = units.size();
    const Fixed16* const x = units.x.data();
    const Fixed16* const y = units.y.data();
    const Fixed16* const velocity_x = units.velocity_x.data();
    const Fixed16* const velocity_y = units.velocity_y.data();
    const Fixed16* const offset_x = units.offset_x.data();
    const Fixed16* const offset_y = units.offset_y.data();
    const std::uint8_t* const flock_of = units.flock.data();
    const std::uint8_t* const neighbours = units.neighbours.data();
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t flock = flock_of[i];
        const Way target = wanted_velocity(flock_x[flock] + offset_x[i].raw() - x[i].raw(),
                                           flock_y[flock] + offset_y[i].raw() - y[i].raw());
        const std::int32_t hurry = bounded(k_crowded - neighbours[i], 0, k_free);
        const auto ahead = [&](Fixed16 at, Fixed16 velocity, std::int32_t wanted) {
            const std::int32_t change = wanted * hurry / k_free - velocity.raw();
            const std::int32_t next = at.raw() + velocity.raw() + (change >> k_quarter);
            return Fixed16::from_raw(bounded(next, 0, edge));
        };
        x_ahead[i] = ahead(x[i], velocity_x[i], target.x);
        y_ahead[i] = ahead(y[i], velocity_y[i], target.y);
    }
}

void apply_push(std::span<const std::uint32_t> places, const Fixed16* pushed, std::int32_t edge,
                Fixed16* __restrict at, Fixed16* __restrict velocity) {
    constexpr std::int32_t k_velocity_max = Swarm::k_velocity_max.raw();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::int32_t now = bounded(pushed[places[i]].raw(), 0, edge);
        const std::int32_t way = now - at[i].raw();
        velocity[i] = Fixed16::from_raw(bounded(way, -k_velocity_max, k_velocity_max));
        at[i] = Fixed16::from_raw(now);
    }
}

void count_energy(std::span<const std::uint32_t> places, const Neighbours* __restrict seen,
                  std::uint16_t* __restrict energy, std::uint8_t* __restrict neighbours) {
    constexpr std::int32_t k_countable = 255;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Neighbours around{seen[places[i]].counts};
        const std::int32_t surplus = around.opponents() - around.friends();
        const std::int32_t loss = surplus > 0 ? surplus * k_energy_lost_per_opponent : -1;
        energy[i] = static_cast<std::uint16_t>(bounded(energy[i] - loss, 0, Swarm::k_energy_max));
        neighbours[i] = static_cast<std::uint8_t>(
            bounded(around.opponents() + around.friends(), 0, k_countable));
    }
}

}  // namespace
}  // namespace tandem::games
