// SPDX-License-Identifier: MIT
// The keys of both players, the same for every arm of the match: nobody gets a friendlier script.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <tandem/sim/serialize/traversal.hpp>

namespace tandem::tools::lab::match {

inline constexpr std::size_t k_players = 2;

// Bits of a player's keys.
inline constexpr std::uint8_t k_tap_key = 1;
inline constexpr std::uint8_t k_hold_key = 2;  // moves the player on for as long as it is held
inline constexpr std::uint8_t k_jump_key = 4;
inline constexpr std::uint8_t k_all_keys = k_tap_key | k_hold_key | k_jump_key;

// The keys that both players hold at a moment.
using HeldKeys = std::array<std::uint8_t, k_players>;

// A key, held from `down_ms` until just before `up_ms`, in milliseconds since the start.
struct Press {
    std::uint32_t down_ms = 0;
    std::uint32_t up_ms = 0;
    std::uint8_t key = 0;

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(down_ms), CEREAL_NVP(up_ms), CEREAL_NVP(key));
    }
    friend bool operator==(const Press&, const Press&) = default;
};

// Returns the presses of this player, in the order of time. `player` is 0 or 1.
const std::vector<Press>& script_of(std::size_t player);
// After so many seconds every key has been released and every jump has been at its highest.
inline constexpr std::uint32_t k_script_seconds = 2;

// Returns the keys held at that moment, as polling a keyboard then would see them.
std::uint8_t held_at(const std::vector<Press>& presses, std::uint64_t ms);

// Returns the keys of a fixed tick: a press counts from tick ceil(down / tick) on and for one tick
// at least, since the edge is latched.
std::uint8_t held_in_tick(const std::vector<Press>& presses, std::uint64_t tick,
                          std::uint32_t tick_ms);

}  // namespace tandem::tools::lab::match
