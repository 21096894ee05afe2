// SPDX-License-Identifier: MIT
// The weapons of a duel and their projectiles, as one table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <tandem/sim/math/angle.hpp>
#include <tandem/sim/math/fixed.hpp>

namespace tandem::games {

enum class Weapon : std::uint8_t { blaster, spread, repeater, cannon };

constexpr std::array<std::string_view, 4> enum_labels(Weapon) {
    return {"blaster", "spread", "repeater", "cannon"};
}

struct WeaponSpec {
    int pellets;                   // projectiles for each shot
    Angle scatter;                 // each flies off by at most this to either side
    Fixed speed;                   // tiles per tick
    Fixed radius;                  // tiles
    int damage;                    // a single projectile's
    std::uint16_t cooldown_ticks;  // from shot to shot
    std::uint16_t life_ticks;
    int blast_damage;    // at the centre, falling to 0 at the edge
    Fixed blast_radius;  // tiles; 0 if it does not explode
};

inline constexpr std::array<WeaponSpec, 4> k_weapon_specs{{
    {1, Angle::from_turns(1, 300), 0.7_fx, 0.0625_fx, 15, 9, 60, 0, 0},
    {7, Angle::from_turns(1, 40), 0.8_fx, 0.0625_fx, 9, 32, 14, 0, 0},
    {1, Angle::from_turns(1, 120), 1.1_fx, 0.0625_fx, 6, 4, 30, 0, 0},
    {1, Angle{}, 0.4_fx, 0.125_fx, 45, 40, 105, 50, 1.75_fx},
}};

// Returns the properties of a weapon. A state from a file may hold any value, so this bounds it.
constexpr const WeaponSpec& spec_of(Weapon weapon) {
    return k_weapon_specs[static_cast<std::size_t>(weapon) % k_weapon_specs.size()];
}

// The choice that the three weapon bits of a Doom tic make here: fist and pistol, shotgun,
// chaingun, rocket launcher, plasma gun, BFG, chainsaw.
inline constexpr std::array<Weapon, 8> k_weapon_of_bits{
    Weapon::blaster, Weapon::blaster,  Weapon::spread, Weapon::repeater,
    Weapon::cannon,  Weapon::repeater, Weapon::cannon, Weapon::spread};

}  // namespace tandem::games
