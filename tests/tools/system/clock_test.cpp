// SPDX-License-Identifier: MIT
// The clock goes forward and the date makes a file name.
#include <tandem/tools/system/clock.hpp>

#include <regex>

#include <gtest/gtest.h>

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
}  // namespace tandem::tools
