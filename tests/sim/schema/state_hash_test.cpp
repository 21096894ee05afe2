// SPDX-License-Identifier: MIT
// A state has one hash, whoever computes it.
#include <tandem/sim/schema/state_hash.hpp>

#include <gtest/gtest.h>

#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

TEST(StateHash, OfTheBytesOfAStateIsThatOfTheGame) {
    for (std::uint64_t ticks = 0; ticks < 30; ++ticks) {
        const AnySimulation simulation = test::run_rich(4, ticks);
        EXPECT_EQ(state_hash(simulation.info().state_schema, simulation.save()),
                  simulation.state_hash());
    }
}

}  // namespace
}  // namespace tandem::sim
