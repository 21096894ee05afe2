// SPDX-License-Identifier: MIT
// Players who press anything at all, always or by turns with the bot: `check` plays with them.
#include <tandem/tools/inputs/source.hpp>

#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/inputs/random_input.hpp>

namespace tandem::tools {
namespace {

class RandomSource final : public Source {
public:
    std::uint32_t columns() const override { return 1; }

    sim::Result<std::optional<sim::Bytes>> input(std::uint32_t, Slot slot, sim::Tick tick,
                                                 const sim::AnySimulation& simulation) override {
        // Each tick has a generator of its own, so that an input depends on nothing but seed, slot
        // and tick.
        Random random = Random(simulation.setup().seed, slot.index).split(tick.number);
        return std::optional(random_value(simulation.info().input_schema, random));
    }
};

class MixedSource final : public Source {
public:
    std::uint32_t columns() const override { return 1; }

    sim::Result<std::optional<sim::Bytes>> input(std::uint32_t column, Slot slot, sim::Tick tick,
                                                 const sim::AnySimulation& simulation) override {
        const Setup& setup = simulation.setup();
        const std::uint64_t stretch = sim::ticks_in(1, setup.tick_rate);
        // Each slot turns at another tick: if all turned together, a bot and a random player would
        // never meet in one tick.
        const std::uint64_t ahead = Random(setup.seed, slot.index).below(2 * stretch);
        Source& source = (tick.number + ahead) / stretch % 2 == 0 ? *bot_ : *random_;
        return source.input(column, slot, tick, simulation);
    }

private:
    std::unique_ptr<Source> bot_ = make_bot_source();
    std::unique_ptr<Source> random_ = make_random_source();
};

}  // namespace

std::unique_ptr<Source> make_random_source() { return std::make_unique<RandomSource>(); }
std::unique_ptr<Source> make_mixed_source() { return std::make_unique<MixedSource>(); }

}  // namespace tandem::tools
