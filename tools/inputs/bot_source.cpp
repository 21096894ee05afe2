// SPDX-License-Identifier: MIT
// A player that the game itself plays, seeded by the session, so that a match knows no other seed
// than the host's.
#include <tandem/tools/inputs/source.hpp>

#include <utility>

namespace tandem::tools {
namespace {

class BotSource final : public Source {
public:
    std::uint32_t columns() const override { return 1; }
    bool is_bot() const override { return true; }

    sim::Result<std::optional<sim::Bytes>> input(std::uint32_t, Slot slot, sim::Tick tick,
                                                 const sim::AnySimulation& simulation) override {
        auto input = simulation.bot_input(slot, tick.number, simulation.setup().seed);
        TANDEM_TRY(input);
        return std::optional(std::move(*input));
    }
};

}  // namespace

std::unique_ptr<Source> make_bot_source() { return std::make_unique<BotSource>(); }

}  // namespace tandem::tools
