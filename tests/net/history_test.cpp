// SPDX-License-Identifier: MIT
// The two windows a session looks back through: inputs by tick, and moments bounded by memory.
#include <tandem/net/history.hpp>

#include <gtest/gtest.h>

#include <tandem/net/item_log.hpp>

namespace tandem::test {
namespace {

using net::History;
using net::ItemLog;
using net::Moment;

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

Moment moment(std::uint64_t ticks_done, std::size_t state_bytes) {
    Moment made;
    made.ticks_done = ticks_done;
    made.chain = sim::ChainHash{ticks_done + 100};
    made.has_state = true;
    made.state.resize(state_bytes);
    return made;
}

TEST(HistoryTest, OldStatesGoWhenMemoryEndsAndHashesStay) {
    History history(1'000);
    for (std::uint64_t tick = 0; tick < 50; ++tick) {
        history.add(moment(tick, 100));
    }
    std::size_t states = 0;
    for (std::uint64_t tick = 0; tick < 50; ++tick) {
        ASSERT_NE(history.find(tick), nullptr);
        EXPECT_EQ(history.find(tick)->chain.value, tick + 100);
        EXPECT_EQ(history.find(tick)->has_state, tick >= 40);
        states += history.find(tick)->has_state ? 1U : 0U;
    }
    EXPECT_EQ(states, 10U);
    EXPECT_EQ(history.find(50), nullptr);
    history.forget_before(45);
    EXPECT_EQ(history.find(44), nullptr);
    EXPECT_TRUE(history.find(45)->has_state);
    EXPECT_EQ(history.size(), 5U);
    history.add(moment(50, 100));
    EXPECT_TRUE(history.find(45)->has_state) << "forgetting made room";
}

TEST(HistoryTest, AStateBeyondAllMemoryIsNotAskedForAgain) {
    History history(1'000);
    EXPECT_TRUE(history.wants_state());
    history.add(moment(0, 1'001));
    EXPECT_FALSE(history.find(0)->has_state);
    EXPECT_FALSE(history.wants_state());
    EXPECT_FALSE(History(0).wants_state());
}

TEST(HistoryTest, TheLastMomentIsNeverForgotten) {
    History history(1'000);
    history.add(moment(0, 1));
    history.forget_before(100);
    EXPECT_NE(history.find(0), nullptr);
}

}  // namespace
}  // namespace tandem::test
