// SPDX-License-Identifier: MIT
// The moments a session looks back to, bounded by memory.
#include <tandem/net/session/history.hpp>

#include <gtest/gtest.h>

namespace tandem::test {
namespace {

using net::History;
using net::Moment;

Moment moment(std::uint64_t ticks_done, std::size_t state_bytes) {
    Moment made;
    made.ticks_done = ticks_done;
    made.hashes.chain = sim::ChainHash{ticks_done + 100};
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
        EXPECT_EQ(history.find(tick)->hashes.chain.value, tick + 100);
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

TEST(HistoryTest, WhoeverGoesBackForgetsWhatCameAfter) {
    for (std::uint64_t back = 0; back < 50; ++back) {
        History history(1'000);
        for (std::uint64_t tick = 0; tick < 50; ++tick) {
            history.add(moment(tick, 100));
        }
        history.forget_after(back);
        EXPECT_EQ(history.size(), back + 1);
        EXPECT_EQ(history.find(back + 1), nullptr);
        EXPECT_EQ(history.find(back)->has_state, back >= 40);
        for (std::uint64_t tick = back + 1; tick < back + 30; ++tick) {
            history.add(moment(tick, 100));
            EXPECT_TRUE(history.find(tick)->has_state);
        }
        std::size_t states = 0;
        for (std::uint64_t tick = 0; tick < back + 30; ++tick) {
            states += history.find(tick)->has_state ? 1U : 0U;
        }
        EXPECT_EQ(states, 10U) << "the memory is counted as before";
    }
}

TEST(HistoryTest, WhatForgotAllBeginsAtAnyMomentAndHasAllItsMemory) {
    History history(250);
    for (std::uint64_t tick = 5; tick < 10; ++tick) {
        history.add(moment(tick, 100));
    }
    history.forget_all();
    EXPECT_EQ(history.size(), 0U);
    EXPECT_EQ(history.find(9), nullptr);
    history.add(moment(70, 100));
    history.add(moment(71, 100));
    EXPECT_TRUE(history.find(70)->has_state);
    EXPECT_TRUE(history.find(71)->has_state);
    EXPECT_EQ(history.find(9), nullptr);
    history.add(moment(72, 300));
    EXPECT_FALSE(history.wants_state()) << "one was too large";
    history.forget_all();
    EXPECT_TRUE(history.wants_state()) << "the next one is another";
}

}  // namespace
}  // namespace tandem::test
