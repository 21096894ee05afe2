// SPDX-License-Identifier: MIT
// A class is told where all that fits is of that class and cannot be one of many, and its account
// says "no" of what was excluded and of nothing else.
#include <gtest/gtest.h>

#include <tandem/replay/explain/guess_account.hpp>
#include <tandem/replay/explain/verdict.hpp>

namespace tandem::test {
namespace {

using replay::CauseClass;
using replay::GuessPlace;
using replay::GuessVerdict;
using replay::Hypothesis;
using replay::TriedTick;

Hypothesis guess(CauseClass cause, GuessPlace place, const std::string& path) {
    Hypothesis made;
    made.cause = cause;
    made.place = place;
    made.path = path;
    made.text = path + " is otherwise";
    return made;
}
const Hypothesis k_bit_after = guess(CauseClass::memory, GuessPlace::after_step, "a");
const Hypothesis k_bit_before = guess(CauseClass::memory, GuessPlace::before_step, "b");
const Hypothesis k_one_more = guess(CauseClass::change, GuessPlace::after_step, "a");
const Hypothesis k_lost = guess(CauseClass::unsaved, GuessPlace::before_step, "c");
const Hypothesis k_late = guess(CauseClass::inputs, GuessPlace::record, "");

// Fits for so many ticks, and then to the end, or until it parts.
TriedTick tried(std::vector<Hypothesis> guesses, std::uint64_t tick = 100, std::uint64_t ticks = 50,
                bool parts = false) {
    TriedTick made;
    made.bad.ticks_done = tick + 1;
    made.search.guesses = std::move(guesses);
    made.search.fit.ticks = ticks;
    made.search.fit.is_confirmed = true;
    made.search.has_tried_before = true;
    if (parts) {
        made.search.fit.parts_behind = replay::RunPlace{tick + ticks, {}, {}};
    }
    return made;
}

GuessVerdict judged(const std::vector<TriedTick>& ticks, const replay::VerdictFacts& facts = {}) {
    return replay::judge_guesses(ticks, facts);
}

TEST(Verdict, ABitBehindTheStepProvesAndSoDoesOneBeforeItThatAloneFits) {
    EXPECT_EQ(judged({tried({k_bit_after})}).cause, CauseClass::memory);
    EXPECT_EQ(judged({tried({k_bit_before})}).cause, CauseClass::memory);
    const GuessVerdict many = judged({tried({k_bit_before, k_bit_before, k_bit_before})});
    EXPECT_EQ(many.cause, CauseClass::unknown);
    ASSERT_EQ(many.readings.size(), 1U);
    EXPECT_EQ(many.readings[0].count, 3U);
    EXPECT_EQ(many.readings[0].cause, CauseClass::memory);
}

TEST(Verdict, TwoClassesThatGiveTheSameAreBothTold) {
    const GuessVerdict verdict = judged({tried({k_bit_after, k_one_more})});
    EXPECT_EQ(verdict.cause, CauseClass::unknown);
    EXPECT_TRUE(verdict.is_complete);
    ASSERT_EQ(verdict.readings.size(), 2U);
    EXPECT_EQ(verdict.readings[0].cause, CauseClass::memory);
    EXPECT_EQ(verdict.readings[1].cause, CauseClass::change);
    EXPECT_FALSE(verdict.why_not.empty());
}

TEST(Verdict, FewTicksBehindABitProveNothingUnlessTheFileSaysThatItWasPlanted) {
    EXPECT_EQ(judged({tried({k_bit_after}, 100, 11)}).cause, CauseClass::memory);
    EXPECT_EQ(judged({tried({k_bit_after}, 100, 10)}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({k_one_more}, 100, 10)}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({k_one_more, k_bit_after}, 100, 10)}, {.is_planted = true}).cause,
              CauseClass::memory);
    EXPECT_EQ(judged({tried({k_late}, 100, 1)}).cause, CauseClass::inputs);
}

TEST(Verdict, AFieldIsLostByALoadOrTwice) {
    EXPECT_EQ(judged({tried({k_lost})}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({k_lost})}, {.can_have_loaded = true}).cause, CauseClass::unsaved);
    EXPECT_EQ(judged({tried({k_lost, k_bit_before}, 100, 20, true), tried({k_lost}, 120)}).cause,
              CauseClass::unsaved);
}

TEST(Verdict, WhatPartsAgainIsNoFaultThatCameOnce) {
    EXPECT_EQ(judged({tried({k_bit_after}, 100, 20, true)}).cause, CauseClass::unknown);
    EXPECT_EQ(judged({tried({k_bit_after}, 100, 20, true), tried({k_bit_after}, 120)}).cause,
              CauseClass::unknown);
    const GuessVerdict verdict = judged({tried({k_bit_after}, 100, 20, true), tried({}, 120, 0)});
    EXPECT_EQ(verdict.cause, CauseClass::unknown);
    ASSERT_EQ(verdict.readings.size(), 1U);
    EXPECT_EQ(verdict.readings[0].ticks, 20U);
    EXPECT_EQ(verdict.readings[0].parts_tick, sim::Tick{120});
    EXPECT_EQ(judged({tried({k_late}, 100, 20, true), tried({k_late}, 120)}).cause,
              CauseClass::inputs);
}

std::string answer(const TriedTick& tick, const std::string& question) {
    for (const auto& step : replay::account_of({tick}, judged({tick}))) {
        if (step.question == question) {
            return step.answer;
        }
    }
    return "not asked";
}

TEST(GuessAccount, SaysNoOnlyOfWhatWasExcluded) {
    const std::string bits = "was one bit flipped";
    TriedTick tick = tried({}, 100, 0);
    tick.search.bits.tried = 80;
    EXPECT_EQ(answer(tick, bits), "no: none of 80 single bits gives what was recorded");
    tick.search.bits.by_chance = 2;
    EXPECT_EQ(answer(tick, bits),
              "no: none of 80 single bits gives what was recorded; 2 of them give the few bits "
              "that the file has of the bad tick's chain, and not those of the next");
    tick.search.bits.by_chance = 0;
    tick.search.bits.untried = 7;
    EXPECT_NE(answer(tick, bits).find("; 7 more were not tried"), std::string::npos);
    tick = tried({k_late});
    tick.search.bits.tried = 80;
    tick.search.bits.shorter_ticks = 3;
    EXPECT_EQ(answer(tick, bits),
              "no: none of 80 single bits gives what was recorded for as long as something else "
              "does, and one for 3 ticks only");
}

TEST(GuessAccount, SaysThatBitsBeforeTheStepWereNotTried) {
    TriedTick tick = tried({k_one_more});
    tick.search.bits.tried = 80;
    tick.search.has_tried_before = false;
    EXPECT_EQ(answer(tick, "was one bit flipped"),
              "no: none of 80 single bits gives what was recorded; those before the step were not "
              "tried, as one change behind it fits");
}

TEST(GuessAccount, SaysHowFarItFits) {
    const std::string bits = "was one bit flipped";
    EXPECT_EQ(answer(tried({k_bit_after}), bits),
              "yes: a is otherwise gives what was recorded there and in the 49 ticks behind it");
    EXPECT_EQ(answer(tried({k_bit_after}, 100, 20, true), bits),
              "for a while: a is otherwise gives what was recorded there and in the 19 ticks "
              "behind it, and then the recording parts again at tick 120");
    EXPECT_EQ(answer(tried({k_bit_after, k_one_more}), bits),
              "perhaps: a is otherwise gives what was recorded there and in the 49 ticks behind "
              "it");
    EXPECT_EQ(answer(tried({k_bit_before, k_bit_before}), bits),
              "perhaps: b is otherwise, as each of 2 alike before the step does, gives what was "
              "recorded there and in the 49 ticks behind it");
}

}  // namespace
}  // namespace tandem::test
