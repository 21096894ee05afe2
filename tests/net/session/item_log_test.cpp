// SPDX-License-Identifier: MIT
// A stream that arrives in any order, with holes.
#include <tandem/net/session/item_log.hpp>

#include <gtest/gtest.h>

namespace tandem::test {
namespace {

using net::ItemLog;

sim::Bytes item(int value) { return {static_cast<std::byte>(value)}; }

TEST(ItemLogTest, NextIsTheFirstHoleWhateverTheOrderOfArrival) {
    ItemLog log;
    EXPECT_TRUE(log.put(2, item(2)));
    EXPECT_TRUE(log.put(0, item(0)));
    EXPECT_EQ(log.next(), 1U);
    EXPECT_FALSE(log.has(1));
    EXPECT_TRUE(log.put(1, item(1)));
    EXPECT_EQ(log.next(), 3U);
    EXPECT_EQ(log.at(2), item(2));
}

TEST(ItemLogTest, TheFirstArrivalCountsAndForgottenTicksStayForgotten) {
    ItemLog log;
    log.put(0, item(1));
    EXPECT_FALSE(log.put(0, item(9)));
    EXPECT_EQ(log.at(0), item(1));
    log.put(1, item(2));
    log.forget_before(1);
    EXPECT_FALSE(log.has(0));
    EXPECT_FALSE(log.put(0, item(9)));
    EXPECT_EQ(log.base(), 1U);
    log.forget_before(50);
    EXPECT_EQ(log.base(), 2U) << "nothing that is still to come is forgotten";
}

}  // namespace
}  // namespace tandem::test
