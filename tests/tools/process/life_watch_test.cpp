// SPDX-License-Identifier: MIT
// Only a process that shows nothing new for longer than the patience hangs.
#include <tandem/tools/process/life_watch.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(LifeWatches, TakeASlowProcessForSoundAsLongAsNewSignsCome) {
    using std::chrono::seconds;
    LifeWatch watch(seconds(10), seconds(100));
    EXPECT_FALSE(watch.is_hung(0, seconds(110)));
    EXPECT_TRUE(watch.is_hung(0, seconds(111)));
    EXPECT_FALSE(watch.is_hung(1, seconds(111)));
    EXPECT_FALSE(watch.is_hung(2, seconds(121)));
    EXPECT_FALSE(watch.is_hung(2, seconds(131)));
    EXPECT_TRUE(watch.is_hung(2, seconds(132)));
    watch.on_life(seconds(132));
    EXPECT_FALSE(watch.is_hung(2, seconds(142)));
    EXPECT_TRUE(watch.is_hung(2, seconds(143)));
    EXPECT_EQ(watch.signs(), 2U);
}

}  // namespace
}  // namespace tandem::tools
