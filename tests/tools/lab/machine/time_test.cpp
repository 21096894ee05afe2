// SPDX-License-Identifier: MIT
// Computed time is exact; real time never runs backwards and keeps its promises from below.
#include <tandem/tools/lab/machine/time.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

TEST(VirtualTime, PassesByWorkAndSleepAlone) {
    VirtualTime time;
    EXPECT_EQ(time.now(), Flicks(0));
    time.work(milliseconds(3));
    EXPECT_EQ(time.now(), Flicks(milliseconds(3)));
    time.sleep_until(milliseconds(40));
    EXPECT_EQ(time.now(), Flicks(milliseconds(40)));
    time.sleep_until(milliseconds(10));
    EXPECT_EQ(time.now(), Flicks(milliseconds(40)));
}

TEST(UnevenTime, TakesLongerByWhatItsSeedSays) {
    const auto after_work = [](std::uint64_t seed) {
        UnevenTime time(seed);
        for (int i = 0; i < 100; ++i) {
            time.work(milliseconds(3));
        }
        return time.now();
    };
    EXPECT_EQ(after_work(1), after_work(1));
    EXPECT_NE(after_work(1), after_work(2));
    EXPECT_GT(after_work(1), Flicks(milliseconds(300)));
    EXPECT_LE(after_work(1), Flicks(milliseconds(300)) + 100 * k_jitter);
}

TEST(RealTime, WorksAndSleepsAtLeastAsLongAsAsked) {
    RealTime time;
    const Flicks begin = time.now();
    time.work(milliseconds(1));
    const Flicks worked = time.now();
    EXPECT_GE(worked - begin, Flicks(milliseconds(1)));
    time.sleep_until(worked + Flicks(milliseconds(2)));
    EXPECT_GE(time.now(), worked + Flicks(milliseconds(2)));
    const Flicks slept = time.now();
    time.sleep_until(begin);
    EXPECT_GE(time.now(), slept);
}

TEST(RealTime, NothingLastsLongerThanItsEnd) {
    RealTime time(milliseconds(3));
    time.work(std::chrono::hours(24));
    EXPECT_GT(time.now(), Flicks(milliseconds(3)));
    time.sleep_until(std::chrono::hours(24));
    time.work(std::chrono::hours(24));
    RealTime other(milliseconds(3));
    other.sleep_until(std::chrono::hours(24));
    EXPECT_GT(other.now(), Flicks(milliseconds(3)));
}

}  // namespace
}  // namespace tandem::tools::lab
