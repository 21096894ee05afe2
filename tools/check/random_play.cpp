// SPDX-License-Identifier: MIT
// Draws random values of the input's schema, with a generator of its own for each tick.
#include <tandem/tools/check/random_play.hpp>

#include <vector>

#include <tandem/tools/inputs/random_input.hpp>

namespace tandem::tools::check {

using sim::AnySimulation;

Bytes random_record(const AnySimulation& simulation, Random random) {
    const std::uint32_t slots = simulation.setup().slots;
    std::vector<Bytes> inputs;
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
        inputs.push_back(random_value(simulation.info().input_schema, random));
    }
    return sim::make_record(sim::slots_mask(slots), inputs);
}

void play_something_else(AnySimulation& simulation, const Random& random, std::uint64_t ticks) {
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        // If a game cannot take such inputs, it gets no further away from its start.
        if (!simulation.step(random_record(simulation, random.split(tick)))) {
            return;
        }
    }
}

}  // namespace tandem::tools::check
