// SPDX-License-Identifier: MIT
// The random player depends on seed, slot and tick, and on nothing else.
#include <gtest/gtest.h>

#include <tandem/sim/erase.hpp>
#include <tandem/tools/source.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>

namespace tandem::tools {
namespace {

sim::Bytes input(std::uint64_t seed, std::uint32_t slot, std::uint64_t tick) {
    auto simulation = sim::erase<test::Counter>();
    EXPECT_TRUE(simulation.reset(test::make_setup(simulation.info(), 4, seed)));
    return **make_random_source()->input(0, Slot{slot}, sim::Tick{tick}, simulation);
}

TEST(RandomSource, DependsOnSeedSlotAndTick) {
    EXPECT_EQ(input(1, 2, 3), input(1, 2, 3));
    EXPECT_NE(input(1, 2, 3), input(2, 2, 3));
    EXPECT_NE(input(1, 2, 3), input(1, 3, 3));
    EXPECT_NE(input(1, 2, 3), input(1, 2, 4));
}

}  // namespace
}  // namespace tandem::tools
