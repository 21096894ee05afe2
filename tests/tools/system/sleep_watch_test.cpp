// SPDX-License-Identifier: MIT
// A sleep is what only one of two clocks has seen.
#include <tandem/tools/system/sleep_watch.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;

TEST(SleepWatch, TellsHowLongTheMachineSleptAndNothingElse) {
    nanoseconds waking = seconds(100);
    nanoseconds all = seconds(5'000);  // it slept before
    SleepWatch watch([&] { return waking; }, [&] { return all; });
    EXPECT_FALSE(watch.check());
    // A process that was stopped, or a machine that had much to do.
    waking += seconds(60);
    all += seconds(60);
    EXPECT_FALSE(watch.check());
    // Neither are two clocks read at once.
    all += milliseconds(900);
    EXPECT_FALSE(watch.check());
    waking += milliseconds(10);
    all += seconds(61) - milliseconds(890);
    const auto slept = watch.check();
    ASSERT_TRUE(slept);
    EXPECT_EQ(sleep_text(*slept), "this machine slept for 61 s");
    EXPECT_FALSE(watch.check()) << "it is told once";
    all += seconds(2);
    EXPECT_TRUE(watch.check());
    EXPECT_EQ(sleep_text(watch.slept()), "this machine slept for 63 s");
}

TEST(SleepWatch, OfThisMachineHasTwoClocksThatHardlyPart) {
    const auto waking = steady_now();
    const auto all = steady_now_with_sleep();
    EXPECT_GE(all + seconds(1), waking);
    EXPECT_FALSE(SleepWatch().check());
}

}  // namespace
}  // namespace tandem::tools
