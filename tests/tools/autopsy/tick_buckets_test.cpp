// SPDX-License-Identifier: MIT
// No tick is lost and none counts twice, however a time line is cut.
#include <tandem/tools/autopsy/tick_buckets.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::autopsy {
namespace {

TEST(TickBuckets, EveryTickLiesInTheOneBucketWhoseTicksHoldIt) {
    for (const std::uint64_t ticks : {1U, 2U, 719U, 720U, 721U, 1000U, 7777U}) {
        const TickBuckets buckets({13, 13 + ticks}, 720);
        std::uint64_t next = 13;
        for (std::uint64_t i = 0; i < buckets.count(); ++i) {
            const TickSpan span = buckets.ticks_of(i);
            ASSERT_EQ(span.first, next) << ticks;
            ASSERT_GT(span.end, span.first) << ticks;
            for (std::uint64_t tick = span.first; tick < span.end; ++tick) {
                ASSERT_EQ(buckets.of(tick), i) << ticks;
            }
            next = span.end;
        }
        EXPECT_EQ(next, 13 + ticks);
    }
}

TEST(TickBuckets, FewTicksHaveABucketEachAndNoneHaveNone) {
    EXPECT_EQ(TickBuckets({5, 9}, 720).count(), 4U);
    EXPECT_EQ(TickBuckets({5, 5}, 720).count(), 0U);
}

}  // namespace
}  // namespace tandem::tools::autopsy
