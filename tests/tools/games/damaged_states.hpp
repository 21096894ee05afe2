// SPDX-License-Identifier: MIT
// Plays on from states that no match made: what a damaged or hostile file may hold.
#pragma once

#include <cstdint>

#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::test {

// Damages states of a session of bots in 400 ways and plays each that is not refused a few ticks
// on, drawing included; what goes wrong is for the sanitizers and the time limit to see. Returns
// how many were played.
std::uint32_t play_damaged_states(sim::AnySimulation simulation, const Setup& setup);

}  // namespace tandem::test
