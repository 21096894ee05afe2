// SPDX-License-Identifier: MIT
// Plays something that has nothing to do with the session, so that an object, or a process, is
// used.
#pragma once

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::tools::check {

// A random record that the schema allows, for all slots. The simulation was reset (asserted).
sim::Bytes random_record(const sim::AnySimulation& simulation, Random random);

// Plays so many ticks of random inputs in the same object, or fewer if it takes no more.
inline constexpr std::uint64_t k_other_ticks = 16;
void play_something_else(sim::AnySimulation& simulation, const Random& random,
                         std::uint64_t ticks = k_other_ticks);

}  // namespace tandem::tools::check
