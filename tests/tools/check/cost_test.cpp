// SPDX-License-Identifier: MIT
// Costs add up to the state, and a field that moves as a block says so.
#include <tandem/tools/check/cost.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools::check {
namespace {

const RegisteredGame k_counter{&sim::GameModel<test::Counter>::game_info(),
                               &sim::erase<test::Counter>};

TEST(Costs, OfAllFieldsAddUpToTheState) {
    tandem::Setup setup;
    setup.slots = 3;
    sim::AnySimulation simulation = k_counter.make();
    ASSERT_TRUE(simulation.reset(setup));
    const sim::Bytes state = simulation.save();
    const auto costs = measure_costs(k_counter, simulation.setup(), state);
    ASSERT_TRUE(costs);
    ASSERT_EQ(costs->size(), k_counter.info->state_schema.root().children.size());
    std::uint64_t bytes = 0;
    for (const MeasuredCost& each : *costs) {
        bytes += each.cost.bytes;
        EXPECT_GE(each.hashing.count(), 0);
    }
    EXPECT_EQ(bytes, state.size());
    EXPECT_EQ((*costs)[1].cost.path, "totals");
    EXPECT_EQ((*costs)[1].cost.elements, 3U);
    EXPECT_EQ((*costs)[1].move, sim::FieldMove::block);
}

TEST(Costs, OfAStateThatIsNoneAreRefused) {
    tandem::Setup setup;
    EXPECT_FALSE(measure_costs(k_counter, setup, {}));
}

}  // namespace
}  // namespace tandem::tools::check
