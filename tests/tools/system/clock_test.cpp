// SPDX-License-Identifier: MIT
// The clock goes forward and the date makes a file name.
#include <regex>

#include <gtest/gtest.h>

#include <tandem/tools/system/clock.hpp>

namespace tandem::tools {
namespace {

TEST(Clock, NeverGoesBack) {
    const auto before = steady_now();
    sleep_until(before);
    sleep_until(before + std::chrono::microseconds(50));
    EXPECT_GE(steady_now(), before);
}

TEST(Clock, SleepsAtLeastUntilTheDeadlineWhereNothingWakesIt) {
    const auto deadline = steady_now() + std::chrono::milliseconds(2);
    sleep_until(deadline);
    EXPECT_GE(steady_now(), deadline);
}

TEST(Clock, ProcessorTimeGrowsByWork) {
    const auto before = processor_time();
    const auto end = steady_now() + std::chrono::minutes(1);
    while (processor_time() == before && steady_now() < end) {
    }
    EXPECT_GT(processor_time(), before);
}

// Of a clock on the wall the two would be about the same.
TEST(Clock, ProcessorTimeGrowsLessThanHalfAsFastAsTheClockInSleep) {
    const auto worked = processor_time();
    const auto begin = steady_now();
    sleep_until(begin + std::chrono::milliseconds(50));
    const auto work = processor_time() - worked;
    EXPECT_LT(2 * work, steady_now() - begin);
}

TEST(Clock, DatedNameIsDateAndTime) {
    EXPECT_TRUE(std::regex_match(dated_name(), std::regex("20[0-9]{6}-[0-9]{6}"))) << dated_name();
}

TEST(Clock, DateTextIsDateAndTimeForAPerson) {
    EXPECT_TRUE(std::regex_match(date_text(), std::regex("20[0-9]{2}-[0-9]{2}-[0-9]{2} "
                                                         "[0-9]{2}:[0-9]{2}")))
        << date_text();
}

}  // namespace

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
