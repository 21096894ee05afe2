// SPDX-License-Identifier: MIT
// The rules of the swarm, in the order in which a tick applies them.
#include <tandem/tools/games/swarm.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

#include <tandem/sim/angle.hpp>

namespace tandem::games {

namespace {

constexpr Fixed16 k_speed_max = 0.25_fx16;     // per tick and axis
constexpr Fixed16 k_arrive = 3;                // within this a unit slows down
constexpr Fixed16 k_inertia = 0.75_fx16;       // of the old velocity is kept
constexpr Fixed16 k_separation = 0.35_fx16;    // how strongly neighbours push
constexpr Fixed16 k_nudge = 0.0625_fx16;       // parts two units that stand on one point
constexpr int k_neighbours_max = 16;           // looked at, so that a crowd cannot stop the game
constexpr int k_energy_lost_per_opponent = 8;  // for each one too many, per tick
constexpr std::uint16_t k_energy_captured = Swarm::k_energy_max / 2;

// Where players start, in parts of half the world's side: how far from the world's middle those of
// the discs are, and how wide the discs are. Together they are less than 1, so that no disc leaves
// the world, and so wide that those of four players just touch.
constexpr Fixed k_start_away = 0.55_fx;
constexpr Fixed k_start_radius = 0.4_fx;
// An order to gather brings every unit so much nearer to its flock's target; one to scatter sends
// it anywhere within this part of the side.
constexpr Fixed16 k_gathering = 0.5_fx16;
constexpr int k_scatter_parts = 4;
// The world's side is at least this; and it has so many halves of a cell for each unit.
constexpr std::int32_t k_side_min = 16;
constexpr std::uint32_t k_half_cells_per_unit = 5;

// |v|^2 with 32 fraction bits; fits wherever |x| and |y| are below 46,340.
std::int64_t squared(Point16 v) {
    return std::int64_t{v.x.raw()} * v.x.raw() + std::int64_t{v.y.raw()} * v.y.raw();
}

// Towards `way`, at full speed or slower where it is near. The larger part decides the speed: the
// direction is exact and no root is needed.
Point16 velocity_towards(Point16 way) {
    const Fixed16 size = max(abs(way.x), abs(way.y));
    if (size <= k_arrive) {
        return way * (k_speed_max / k_arrive);
    }
    return way * (k_speed_max / size);
}

// The smallest square that leaves a bit over two and a half cells for each unit.
std::int32_t side_for(std::uint32_t units) {
    std::int32_t side = k_side_min;
    while (static_cast<std::uint32_t>(side * side) * 2 < units * k_half_cells_per_unit) {
        ++side;
    }
    return side;
}

}  // namespace

void Swarm::reset(const Setup& setup) {
    const Options options = setup.options_as<Options>();
    if (options.units < 1 || options.units > k_units_max) {
        throw std::invalid_argument("swarm takes 1 to " + std::to_string(k_units_max) +
                                    " units, not " + std::to_string(options.units));
    }
    slots_ = setup.slots;
    side_ = side_for(options.units);
    grid_ = SwarmGrid(side_, options.units);
    ticks = 0;
    random = Random(setup.seed);
    flocks.assign(std::size_t{slots_} * k_flocks_per_player, Flock{});
    units.assign(options.units, Unit{});
    place_units();
}

// Each player starts as one disc of units; the discs stand on a circle around the middle.
void Swarm::place_units() {
    const Fixed middle = Fixed(side_) / 2;
    const Fixed disc = middle * k_start_radius;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        const SinCos at = sincos(Angle::from_turns(2 * slot + 1, 2 * slots_));
        const Fixed away = middle * k_start_away;
        flocks[std::size_t{slot} * k_flocks_per_player].target =
            into_world({Fixed16(middle + at.cos * away), Fixed16(middle + at.sin * away)});
    }
    for (std::size_t index = 0; index < units.size(); ++index) {
        Unit& unit = units[index];
        const auto slot = static_cast<std::uint32_t>(index % slots_);
        const SinCos at = sincos(random.angle());
        const Fixed away = disc * sqrt(random.fixed_unit());
        unit.flock = static_cast<std::uint16_t>(slot * k_flocks_per_player);
        unit.offset = {Fixed16(at.cos * away), Fixed16(at.sin * away)};
        unit.position = into_world(flocks[unit.flock].target + unit.offset);
        unit.energy = k_energy_max;
        ++flocks[unit.flock].size;
    }
}

void Swarm::restored() const {
    if (flocks.size() != std::size_t{slots_} * k_flocks_per_player) {
        throw std::runtime_error("a swarm's state must have four flocks for each slot");
    }
    std::vector<std::uint32_t> sizes(flocks.size());
    for (const Unit& unit : units) {
        if (unit.flock >= flocks.size() || unit.position != into_world(unit.position)) {
            throw std::runtime_error("a unit must belong to a flock and stand in the world");
        }
        ++sizes[unit.flock];
    }
    for (std::size_t flock = 0; flock < flocks.size(); ++flock) {
        if (flocks[flock].size != sizes[flock]) {
            throw std::runtime_error("a flock's size must be the number of its units");
        }
    }
    if (!grid_.holds(units.size())) {
        throw std::runtime_error("the number of units must be the one the match was set up with");
    }
}

void Swarm::step(Inputs<Input> inputs, Phases& phase_ended) {
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        for (const Order& order : inputs[slot].orders) {
            obey(slot, order);
        }
    }
    phase_ended("orders");
    grid_.clear();
    for (const Unit& unit : units) {
        grid_.count(unit.position);
    }
    grid_.begin_filling();
    for (std::uint32_t index = 0; index < units.size(); ++index) {
        grid_.add({units[index].position, index, units[index].flock});
    }
    for (std::uint32_t index = 0; index < units.size(); ++index) {
        steer(index);
    }
    phase_ended("steering");
    move_units();
    ++ticks;
    phase_ended("movement");
}

void Swarm::obey(std::uint32_t slot, const Order& order) {
    if (order.flock >= k_flocks_per_player) {
        return;
    }
    const auto flock = static_cast<std::uint16_t>(slot * k_flocks_per_player + order.flock);
    const Point16 target = into_world(order.target);
    switch (order.kind) {
        case OrderKind::move_to:
            flocks[flock].target = target;
            break;
        case OrderKind::gather:
            flocks[flock].target = target;
            for (Unit& unit : units) {
                unit.offset = unit.flock == flock ? unit.offset * k_gathering : unit.offset;
            }
            break;
        case OrderKind::scatter:
            scatter(flock);
            break;
        case OrderKind::split:
            split(flock, slot, target);
            break;
        case OrderKind::join:
            join(flock, slot, target);
            break;
    }
}

void Swarm::scatter(std::uint16_t flock) {
    const Fixed16 reach = side() / k_scatter_parts;
    for (Unit& unit : units) {
        if (unit.flock == flock) {
            unit.offset = {random.between(-reach, reach), random.between(-reach, reach)};
        }
    }
}

// Every second unit goes; without an empty flock to take them nothing happens.
void Swarm::split(std::uint16_t flock, std::uint32_t slot, Point16 target) {
    const auto first = static_cast<std::uint16_t>(slot * k_flocks_per_player);
    std::uint16_t empty = first;
    while (empty < first + k_flocks_per_player && flocks[empty].size != 0) {
        ++empty;
    }
    if (empty == first + k_flocks_per_player) {
        return;
    }
    flocks[empty].target = target;
    bool is_leaving = false;
    for (Unit& unit : units) {
        if (unit.flock == flock) {
            if (is_leaving) {
                transfer(unit, empty);
            }
            is_leaving = !is_leaving;
        }
    }
}

void Swarm::join(std::uint16_t flock, std::uint32_t slot, Point16 target) {
    flocks[flock].target = target;
    for (Unit& unit : units) {
        if (owner_of(unit) == slot && unit.flock != flock) {
            transfer(unit, flock);
        }
    }
}

void Swarm::transfer(Unit& unit, std::uint16_t flock) {
    --flocks[unit.flock].size;
    ++flocks[flock].size;
    unit.flock = flock;
}

// What one unit sees around it.
struct Swarm::Surroundings {
    Point16 push{};        // away from neighbours, stronger the nearer they are
    int surplus = 0;       // of opponents over friends
    int looked_at = 0;     // neighbours within reach
    std::uint16_t captor;  // the first opponent's flock, else the unit's own
};

// One row of cells; ends early once enough neighbours were seen.
void Swarm::look_around(std::uint32_t index, std::int32_t row, Surroundings& seen) const {
    const Unit& unit = units[index];
    constexpr std::int64_t k_reach_squared = std::int64_t{1} << 32;
    for (const GridEntry& other : grid_.row_of_three(unit.position.x.floor(), row)) {
        const Point16 away = unit.position - other.position;
        const std::int64_t left = k_reach_squared - squared(away);
        if (left <= 0 || other.unit == index) {
            continue;
        }
        if (++seen.looked_at > k_neighbours_max) {
            return;
        }
        seen.push = seen.push + away * Fixed16::from_raw(static_cast<std::int32_t>(left >> 16));
        if (away == Point16{}) {
            seen.push.x += other.unit < index ? k_nudge : -k_nudge;
        }
        const bool is_friend = other.flock / k_flocks_per_player == owner_of(unit);
        seen.surplus += is_friend ? -1 : 1;
        if (!is_friend && seen.captor == unit.flock) {
            seen.captor = other.flock;
        }
    }
}

// Away from neighbours, towards its place, and over to the opponents where they have outnumbered
// its friends for long enough.
void Swarm::steer(std::uint32_t index) {
    Unit& unit = units[index];
    Surroundings seen{.captor = unit.flock};
    const std::int32_t middle_row = unit.position.y.floor();
    for (const std::int32_t row : {middle_row, middle_row - 1, middle_row + 1}) {
        look_around(index, row, seen);
    }
    const Point16 way = flocks[unit.flock].target + unit.offset - unit.position;
    const Point16 wanted = velocity_towards(way) + seen.push * k_separation;
    unit.velocity = unit.velocity * k_inertia + wanted * (1 - k_inertia);
    if (seen.surplus > 0) {
        const int loss = k_energy_lost_per_opponent * seen.surplus;
        unit.energy = static_cast<std::uint16_t>(std::max(0, unit.energy - loss));
    } else {
        unit.energy = std::min<std::uint16_t>(k_energy_max, unit.energy + 1);
    }
    if (unit.energy == 0) {
        transfer(unit, seen.captor);
        unit.energy = k_energy_captured;
        ++unit.captures;
    }
}

void Swarm::move_units() {
    for (Unit& unit : units) {
        const Point16 wanted = unit.position + unit.velocity;
        unit.position = into_world(wanted);
        if (unit.position.x != wanted.x) {
            unit.velocity.x = 0;
        }
        if (unit.position.y != wanted.y) {
            unit.velocity.y = 0;
        }
    }
}

Point16 Swarm::into_world(Point16 point) const {
    const Fixed16 edge = side() - Fixed16::epsilon();
    return {clamp(point.x, 0, edge), clamp(point.y, 0, edge)};
}

std::uint32_t Swarm::units_of(std::uint32_t slot) const {
    std::uint32_t count = 0;
    for (std::uint32_t number = 0; number < k_flocks_per_player; ++number) {
        count += flocks[std::size_t{slot} * k_flocks_per_player + number].size;
    }
    return count;
}

std::uint32_t Swarm::captures() const {
    std::uint32_t count = 0;
    for (const Unit& unit : units) {
        count += unit.captures;
    }
    return count;
}

}  // namespace tandem::games
