// SPDX-License-Identifier: MIT
// A player who presses anything at all: what `check` plays games with that have no bots.
#include <tandem/tools/source.hpp>

#include <tandem/tools/random_input.hpp>

namespace tandem::tools {
namespace {

class RandomSource final : public Source {
public:
    std::uint32_t columns() const override { return 1; }

    sim::Result<std::optional<sim::Bytes>> input(std::uint32_t, Slot slot, sim::Tick tick,
                                                 const sim::AnySimulation& simulation) override {
        // One generator for each tick, so that an input depends on nothing but seed, slot and tick.
        Random random = Random(simulation.setup().seed, slot.index).split(tick.number);
        return std::optional(random_value(simulation.info().input_schema, random));
    }
};

}  // namespace

std::unique_ptr<Source> make_random_source() { return std::make_unique<RandomSource>(); }

}  // namespace tandem::tools
