// SPDX-License-Identifier: MIT
// A countdown says each number for a second.
#include <tandem/tools/view/countdown.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;

TEST(Countdown, SaysEachNumberForASecond) {
    const Countdown countdown(milliseconds(5'000));
    EXPECT_EQ(countdown.text(milliseconds(5'000)), "3");
    EXPECT_EQ(countdown.text(milliseconds(5'999)), "3");
    EXPECT_EQ(countdown.text(milliseconds(6'000)), "2");
    EXPECT_EQ(countdown.text(milliseconds(7'999)), "1");
    EXPECT_FALSE(countdown.is_over(milliseconds(7'999)));
    EXPECT_TRUE(countdown.is_over(milliseconds(8'000)));
    EXPECT_EQ(countdown.text(milliseconds(9'000)), "1");
}

}  // namespace
}  // namespace tandem::tools
