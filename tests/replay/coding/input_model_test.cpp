// SPDX-License-Identifier: MIT
// What the model is made of: how contexts are told apart, what is learnt, and when it gives up.
#include <tandem/replay/coding/input_model.hpp>

#include <gtest/gtest.h>

#include <tandem/replay/coding/range_coder.hpp>

namespace tandem::replay {
namespace {

TEST(InputModel, RunsAndPacesAreToldByFewNumbers) {
    EXPECT_EQ(rung(0), 0U);
    EXPECT_EQ(rung(15), 15U);
    EXPECT_EQ(rung(16), 16U);
    EXPECT_EQ(rung(31), 16U);
    EXPECT_EQ(rung(32), 17U);
    EXPECT_EQ(rung(0xFFFF), 20U);
    EXPECT_EQ(pace(7, 7), 0U);
    EXPECT_EQ(pace(8, 7), 1U);
    EXPECT_EQ(pace(127, 0), 7U);
    EXPECT_EQ(pace(0, 1), 17U);
    EXPECT_EQ(pace(128, 0), 24U);
}

TEST(InputModel, ABeliefMovesByTheShareOfWhatWasSeen) {
    Belief belief;
    EXPECT_EQ(belief.probability(), 2'048U);
    belief.learn(true);
    EXPECT_EQ(belief.probability(), 2'048U + 1'365);  // two thirds of 2,047
    for (int i = 0; i < 1'000; ++i) {
        belief.learn(false);
    }
    EXPECT_LT(belief.probability(), 100U);
    EXPECT_EQ(belief.seen(), 15U);
    for (int i = 0; i < 1'000; ++i) {
        belief.learn(true);
    }
    EXPECT_GT(belief.probability(), 4'000U);
    EXPECT_LT(belief.probability(), 4'096U);
}

TEST(InputModel, AContextKeepsItsPlaceAndAStrongOneStays) {
    BeliefTable table;
    for (int i = 0; i < 5; ++i) {
        table.find(0x1234'5678U).learn(true);
    }
    EXPECT_EQ(table.find(0x1234'5678U).seen(), 5U);
    // Two others with the same two places: the second takes the weaker one's.
    EXPECT_EQ(table.find(0x1234'5679U).seen(), 0U);
    EXPECT_EQ(table.find(0x1234'567AU).seen(), 0U);
    EXPECT_EQ(table.find(0x1234'5678U).seen(), 5U);
    table.restart();
    EXPECT_EQ(table.find(0x1234'5678U).seen(), 0U);
}

TEST(InputModel, NoiseIsWrittenPlainlyAndTriedAgain) {
    Toll toll;
    int coded = 0;
    int plain = 0;
    for (int i = 0; i < 2'000; ++i) {
        if (toll.is_plain()) {
            toll.count_plain();
            ++plain;
        } else {
            toll.pay(8 * k_bit_cost + 3, 8);  // a little more than the bits themselves
            ++coded;
        }
    }
    EXPECT_GT(plain, 1'800);
    EXPECT_GT(coded, 20);
}

TEST(InputModel, WhatPaysIsNeverWrittenPlainly) {
    Toll toll;
    for (int i = 0; i < 10'000; ++i) {
        ASSERT_FALSE(toll.is_plain());
        toll.pay(i % 2 == 0 ? 10 * k_bit_cost : k_bit_cost, 8);
    }
}

TEST(InputModel, RestartForgetsEverything) {
    const auto code = [](InputModel& model) {
        RangeEncoder way;
        for (std::uint32_t tick = 0; tick < 100; ++tick) {
            model.code_presence(way, tick % 7 == 0 ? 1 : 3);
            if (model.code_row(way, 0, true)) {
                model.code_cell(way, 0, 0, {8, 1}, static_cast<std::uint8_t>(tick % 3));
                model.end_row(0, {});
            }
        }
        sim::Bytes out;
        way.flush(out);
        return out;
    };
    InputModel model(2, 1, true, sim::Bytes(1));
    const sim::Bytes first = code(model);
    EXPECT_NE(code(model), first);
    model.restart();
    EXPECT_EQ(code(model), first);
}

}  // namespace
}  // namespace tandem::replay
