// SPDX-License-Identifier: MIT
// The file has the rules of the swarm, in the order in which a tick applies them.
#include <tandem/tools/games/swarm.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include <tandem/sim/game/setup_options.hpp>
#include <tandem/sim/math/angle.hpp>

namespace tandem::games {

namespace {

// The places where players start, by how many they are, in parts of half the world's side: the
// distance of their discs from the world's middle, and their width. Together they are at most 1, so
// that no disc leaves the world, and so wide that units have room in them.
struct Start {
    Fixed away;
    Fixed radius;
};
constexpr std::array<Start, Swarm::players_max> k_starts{
    {{0, 0.8_fx}, {0.5_fx, 0.5_fx}, {0.55_fx, 0.44_fx}, {0.56_fx, 0.4_fx}}};
// An order to gather brings every unit's place so much nearer to its flock's middle; one to scatter
// sends it anywhere within this part of the side.
constexpr Fixed16 k_gathering = 0.5_fx16;
constexpr int k_scatter_parts = 4;
// The world's side is at least this; and it has so many halves of a cell for each unit.
constexpr std::int32_t k_side_min = 16;
constexpr std::uint32_t k_half_cells_per_unit = 5;

// Returns the smallest square that leaves a bit over two and a half cells for each unit.
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
    crowd_ = SwarmCrowd(side_, options.units);
    x_ahead_.assign(options.units, Fixed16{});
    y_ahead_.assign(options.units, Fixed16{});
    chosen_.fill(k_none);
    ticks = 0;
    random = Random(setup.seed);
    flocks.assign(std::size_t{slots_} * k_flocks_per_player, Flock{});
    units.assign(options.units);
    place_units();
}

// Each player starts as one disc of units; the discs stand on a circle around the middle.
void Swarm::place_units() {
    const Fixed middle = Fixed(side_) / 2;
    const Start& start = k_starts[slots_ - 1];
    const Fixed disc = middle * start.radius;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        const SinCos at = sincos(Angle::from_turns(2 * slot + 1, 2 * slots_));
        const Fixed away = middle * start.away;
        Flock& flock = flocks[std::size_t{slot} * k_flocks_per_player];
        flock.target =
            into_world({Fixed16(middle + at.cos * away), Fixed16(middle + at.sin * away)});
        flock.position = flock.target;
    }
    std::vector<CompactVec2> places;
    std::size_t first = 0;
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        const std::size_t last = units.size() * (slot + 1) / slots_;
        places.clear();
        while (places.size() < last - first) {
            const SinCos at = sincos(random.angle());
            const Fixed away = disc * sqrt(random.fixed_unit());
            places.push_back({Fixed16(at.cos * away), Fixed16(at.sin * away)});
        }
        // Places are sorted by rows, as the grid will sort them: then a unit's memory is near its
        // neighbours'.
        std::stable_sort(places.begin(), places.end(), [](CompactVec2 a, CompactVec2 b) {
            return a.y.floor() != b.y.floor() ? a.y.floor() < b.y.floor()
                                              : std::pair(a.x, a.y) < std::pair(b.x, b.y);
        });
        for (const CompactVec2 place : places) {
            place_unit(first++, static_cast<std::uint8_t>(slot * k_flocks_per_player), place);
        }
    }
}

void Swarm::place_unit(std::size_t unit, std::uint8_t flock, CompactVec2 offset) {
    const CompactVec2 middle = flocks[flock].position;
    const CompactVec2 position = into_world(middle + offset);
    ++flocks[flock].size;
    units.flock[unit] = flock;
    units.offset_x[unit] = offset.x;
    units.offset_y[unit] = offset.y;
    units.x[unit] = position.x;
    units.y[unit] = position.y;
    units.energy[unit] = k_energy_max;
}

void Swarm::restored() const {
    const auto hold = [](bool fits, const char* rule) {
        if (!fits) {
            throw std::runtime_error(rule);
        }
    };
    hold(flocks.size() == std::size_t{slots_} * k_flocks_per_player,
         "a swarm's state must have four flocks for each slot");
    hold(crowd_.holds(units.size()),
         "the number of units must be the one the match was set up with");
    const Fixed16 edge = side() - Fixed16::epsilon();
    const auto hold_all = [&](const std::vector<Fixed16>& column, Fixed16 low, Fixed16 high,
                              const char* rule) {
        // The loop has whole words instead of bools and branches: eight at a time.
        std::uint32_t beyond = 0;
        for (const Fixed16 value : column) {
            beyond |= std::uint32_t{value < low} | std::uint32_t{value > high};
        }
        hold(beyond == 0, rule);
    };
    for (const std::vector<Fixed16>* column : {&units.x, &units.y}) {
        hold_all(*column, 0, edge, "a unit must stand in the world");
    }
    for (const std::vector<Fixed16>* column : {&units.velocity_x, &units.velocity_y}) {
        hold_all(*column, -k_velocity_max, k_velocity_max,
                 "a unit must not be faster than units can be");
    }
    for (const std::vector<Fixed16>* column : {&units.offset_x, &units.offset_y}) {
        hold_all(*column, -side(), side(), "a unit's place must be within a side of its flock");
    }
    std::array<std::uint32_t, std::size_t{players_max} * k_flocks_per_player> sizes{};
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        hold(units.flock[unit] < flocks.size(), "a unit must belong to a flock");
        hold(units.energy[unit] <= k_energy_max, "a unit must not have more energy than fits it");
        ++sizes[units.flock[unit]];
    }
    for (std::size_t flock = 0; flock < flocks.size(); ++flock) {
        hold(flocks[flock].size == sizes[flock], "a flock's size must be the number of its units");
        hold(flocks[flock].position == into_world(flocks[flock].position) &&
                 flocks[flock].target == into_world(flocks[flock].target),
             "a flock must be in the world and go to a point of it");
    }
}

void Swarm::step(Inputs<Input> inputs, Phases& phase_ended) {
    for (std::uint32_t slot = 0; slot < slots_; ++slot) {
        for (const Order& order : inputs[slot].orders) {
            execute(slot, order);
        }
    }
    phase_ended("orders");
    move_flocks();
    steer_units();
    phase_ended("movement");
    crowd_.collide(x_ahead_, y_ahead_, units.flock);
    apply_pushes();
    phase_ended("collisions");
    capture_units();
    ++ticks;
    phase_ended("captures");
}

void Swarm::execute(std::uint32_t slot, const Order& order) {
    if (order.flock >= k_flocks_per_player) {
        return;
    }
    const auto flock = static_cast<std::uint8_t>(slot * k_flocks_per_player + order.flock);
    const CompactVec2 target = into_world(order.target);
    switch (order.kind) {
        case OrderKind::move_to:
            flocks[flock].target = target;
            break;
        case OrderKind::gather:
            flocks[flock].target = target;
            gather(flock);
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

void Swarm::gather(std::uint8_t flock) {
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units.flock[unit] == flock) {
            units.offset_x[unit] *= k_gathering;
            units.offset_y[unit] *= k_gathering;
        }
    }
}

// Sends units anywhere in a square around the flock, in rows by number: neighbours stay so in
// memory too.
void Swarm::scatter(std::uint8_t flock) {
    const Fixed16 reach = side() / k_scatter_parts;
    const std::int64_t count = flocks[flock].size;
    std::int64_t row = 0;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units.flock[unit] == flock) {
            units.offset_x[unit] = random.between(-reach, reach);
            units.offset_y[unit] = Fixed16(Fixed(reach) * Fixed::ratio(2 * row + 1 - count, count));
            ++row;
        }
    }
}

// Every second unit goes; without an empty flock to take them nothing happens.
void Swarm::split(std::uint8_t flock, std::uint32_t slot, CompactVec2 target) {
    const auto first = static_cast<std::uint8_t>(slot * k_flocks_per_player);
    std::uint8_t empty = first;
    while (empty < first + k_flocks_per_player && flocks[empty].size != 0) {
        ++empty;
    }
    if (empty == first + k_flocks_per_player) {
        return;
    }
    flocks[empty].position = flocks[flock].position;
    flocks[empty].target = target;
    bool is_leaving = false;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (units.flock[unit] == flock) {
            if (is_leaving) {
                transfer(unit, empty);
            }
            is_leaving = !is_leaving;
        }
    }
}

void Swarm::join(std::uint8_t flock, std::uint32_t slot, CompactVec2 target) {
    flocks[flock].target = target;
    for (std::size_t unit = 0; unit < units.size(); ++unit) {
        if (owner_of(unit) == slot && units.flock[unit] != flock) {
            transfer(unit, flock);
        }
    }
}

void Swarm::transfer(std::size_t unit, std::uint8_t flock) {
    --flocks[units.flock[unit]].size;
    ++flocks[flock].size;
    units.flock[unit] = flock;
}

void Units::assign(std::size_t count) {
    for (std::vector<Fixed16>* column : {&x, &y, &velocity_x, &velocity_y, &offset_x, &offset_y}) {
        column->assign(count, Fixed16{});
    }
    flock.assign(count, 0);
    neighbours.assign(count, 0);
    energy.assign(count, 0);
    captures.assign(count, 0);
}

CompactVec2 Swarm::into_world(CompactVec2 point) const {
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
    return std::accumulate(units.captures.begin(), units.captures.end(), std::uint32_t{0});
}

}  // namespace tandem::games
