// SPDX-License-Identifier: MIT
// Ticks in seconds and back, for whole and for odd rates.
#include <tandem/sim/time/ticks.hpp>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

TEST(Ticks, OfSecondsAreToTheNearest) {
    EXPECT_EQ(ticks_in(1, TickRate{60}), 60U);
    EXPECT_EQ(ticks_in(10, TickRate{35}), 350U);
    EXPECT_EQ(ticks_in(1, TickRate(30'000, 1001)), 30U);  // 29.97
    EXPECT_EQ(ticks_in(60, TickRate(30'000, 1001)), 1798U);
}

TEST(Ticks, OfASlowGameAreAtLeastOne) {
    EXPECT_EQ(ticks_in(1, TickRate(1, 10)), 1U);
    EXPECT_EQ(ticks_in(60, TickRate(1, 10)), 6U);
}

TEST(Ticks, LastWholeSeconds) {
    EXPECT_EQ(seconds_in(119, TickRate{60}), 1U);
    EXPECT_EQ(seconds_in(120, TickRate{60}), 2U);
    EXPECT_EQ(seconds_in(3, TickRate(1, 10)), 30U);
}

}  // namespace
}  // namespace tandem::sim
