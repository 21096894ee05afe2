// SPDX-License-Identifier: MIT
// A class is told where all that fits is of that class and cannot be one of many.
#include <gtest/gtest.h>

#include <tandem/replay/explain/verdict.hpp>
#include <tests/replay/tried_ticks.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using replay::GuessVerdict;
using replay::TriedTick;

GuessVerdict judged(const std::vector<TriedTick>& ticks, const replay::VerdictFacts& facts = {}) {
    return replay::judge_guesses(ticks, facts);
}

TEST(Verdict, ABitBehindTheStepProvesAndSoDoesOneBeforeItThatAloneFits) {
    EXPECT_EQ(judged({tried({bit_after()})}).cause, CauseClass::memory);
    EXPECT_EQ(judged({tried({bit_before()})}).cause, CauseClass::memory);
    const GuessVerdict many = judged({tried({bit_before(), bit_before(), bit_before()})});
    EXPECT_EQ(many.cause, CauseClass::unknown);
    ASSERT_EQ(many.readings.size(), 1U);
    EXPECT_EQ(many.readings[0].count, 3U);
    EXPECT_EQ(many.readings[0].cause, CauseClass::memory);
}

TEST(Verdict, TwoClassesThatGiveTheSameAreBothTold) {
    const GuessVerdict verdict = judged({tried({bit_after(), one_more()})});
    EXPECT_EQ(verdict.cause, CauseClass::unknown);
    EXPECT_TRUE(verdict.is_complete);
    ASSERT_EQ(verdict.readings.size(), 2U);
    EXPECT_EQ(verdict.readings[0].cause, CauseClass::memory);
    EXPECT_EQ(verdict.readings[1].cause, CauseClass::change);
    EXPECT_FALSE(verdict.why_not.empty());
}

TEST(Verdict, FewTicksBehindABitProveNothingUnlessTheFileSaysThatItWasPlanted) {
    EXPECT_EQ(judged({tried({bit_after()}, 100, 11)}).cause, CauseClass::memory);
    EXPECT_EQ(judged({tried({bit_after()}, 100, 10)}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({one_more()}, 100, 10)}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({one_more(), bit_after()}, 100, 10)}, {.is_planted = true}).cause,
              CauseClass::memory);
    EXPECT_EQ(judged({tried({late()}, 100, 1)}).cause, CauseClass::inputs);
}

TEST(Verdict, AFieldIsLostByALoadOrTwice) {
    EXPECT_EQ(judged({tried({lost()})}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({lost()})}, {.can_have_loaded = true}).cause, CauseClass::unsaved);
    EXPECT_EQ(judged({tried({lost(), bit_before()}, 100, 20, true), tried({lost()}, 120)}).cause,
              CauseClass::unsaved);
}

TEST(Verdict, WhatPartsAgainIsNoFaultThatCameOnce) {
    EXPECT_EQ(judged({tried({bit_after()}, 100, 20, true)}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({bit_after()}, 100, 20, true), tried({bit_after()}, 120)}).cause,
              CauseClass::unknown);
    const GuessVerdict verdict = judged({tried({bit_after()}, 100, 20, true), tried({}, 120, 0)});
    EXPECT_EQ(verdict.cause, CauseClass::unknown);
    ASSERT_EQ(verdict.readings.size(), 1U);
    EXPECT_EQ(verdict.readings[0].ticks, 20U);
    EXPECT_EQ(verdict.readings[0].parts_tick, sim::Tick{120});
    EXPECT_EQ(judged({tried({late()}, 100, 20, true), tried({late()}, 120)}).cause,
              CauseClass::inputs);
}

}  // namespace
}  // namespace tandem::test
