// SPDX-License-Identifier: MIT
// Play that has nothing to do with the session: what an object, or a process, has been used for
// before.
#pragma once

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::tools::check {

// Any input that the schema allows, for all slots. The simulation was reset (asserted).
sim::Bytes random_record(const sim::AnySimulation& simulation, Random random);

// So many ticks of random inputs in the same object, as many as it takes.
inline constexpr std::uint64_t k_other_ticks = 16;
void play_something_else(sim::AnySimulation& simulation, const Random& random,
                         std::uint64_t ticks = k_other_ticks);

}  // namespace tandem::tools::check
