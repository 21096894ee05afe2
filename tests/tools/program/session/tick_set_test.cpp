// SPDX-License-Identifier: MIT
// Runs of ticks hold what a plain set holds.
#include <tandem/tools/program/session/tick_set.hpp>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>

namespace tandem::tools {
namespace {

TEST(TickSet, HoldsWhatASetOfItsTicksHolds) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        TickSet ticks;
        std::set<std::uint64_t> plain;
        EXPECT_FALSE(ticks.first());
        for (int i = 0; i < 60; ++i) {
            const std::uint64_t tick = random.below(std::uint64_t{40});
            ticks.add(tick);
            plain.insert(tick);
            ASSERT_EQ(ticks.size(), plain.size());
            ASSERT_EQ(ticks.first(), *plain.begin());
            const std::uint64_t first = random.below(std::uint64_t{40});
            const std::uint64_t end = first + random.below(std::uint64_t{6});
            bool holds = true;
            for (std::uint64_t each = first; each < end; ++each) {
                holds = holds && plain.count(each) > 0;
            }
            ASSERT_EQ(ticks.holds(first, end), holds) << first << " to " << end;
        }
    }
}

// What a file claims must not decide how much memory is taken.
TEST(TickSet, TakesTicksOfAnyNumber) {
    TickSet ticks;
    ticks.add(~std::uint64_t{0} - 1);
    ticks.add(0);
    EXPECT_EQ(ticks.size(), 2U);
    EXPECT_EQ(ticks.first(), std::uint64_t{0});
    EXPECT_TRUE(ticks.holds(5, 5));
    EXPECT_FALSE(ticks.holds(0, 2));
}

}  // namespace
}  // namespace tandem::tools
