// SPDX-License-Identifier: MIT
// The account of a search says "no" of what was excluded, and of nothing else.
#include <string>

#include <gtest/gtest.h>

#include <tandem/replay/explain/guess_account.hpp>
#include <tests/replay/tried_ticks.hpp>

namespace tandem::test {
namespace {

using replay::TriedTick;

std::string answer(const TriedTick& tick, const std::string& question) {
    for (const auto& step : replay::account_of({tick}, replay::judge_guesses({tick}, {}))) {
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
    tick.search.bits.tried = 0;
    EXPECT_TRUE(answer(tick, bits).starts_with("unknown: 7 single bits were not tried: "));
    tick.search.changes.tried = 5;
    tick.search.changes.unsafe = 4;
    EXPECT_NE(answer(tick, "was something else changed once").find("; 4 were not tried: a game"),
              std::string::npos);
    tick = tried({late()});
    tick.search.bits.tried = 80;
    tick.search.bits.shorter_ticks = 3;
    EXPECT_EQ(answer(tick, bits),
              "no: none of 80 single bits gives what was recorded for as long as something else "
              "does, and one for 3 ticks only");
}

TEST(GuessAccount, SaysThatBitsBeforeTheStepWereNotTried) {
    TriedTick tick = tried({one_more()});
    tick.search.bits.tried = 80;
    tick.search.has_tried_before = false;
    EXPECT_EQ(answer(tick, "was one bit flipped"),
              "no: none of 80 single bits gives what was recorded; those before the step were not "
              "tried, as one change behind it fits");
    tick.search.may_try_before = false;
    EXPECT_EQ(answer(tick, "was one bit flipped"),
              "no: none of 80 single bits gives what was recorded; those before the step were not "
              "tried, as the game did not survive one");
}

TEST(GuessAccount, SaysHowFarItFits) {
    const std::string bits = "was one bit flipped";
    EXPECT_EQ(answer(tried({bit_after()}), bits),
              "yes: a is otherwise gives what was recorded there and in the 49 ticks behind it");
    EXPECT_EQ(answer(tried({bit_after()}, 100, 20, true), bits),
              "for a while: a is otherwise gives what was recorded there and in the 19 ticks "
              "behind it, and then the recording parts again at tick 120");
    EXPECT_EQ(answer(tried({bit_after(), one_more()}), bits),
              "perhaps: a is otherwise gives what was recorded there and in the 49 ticks behind "
              "it");
    EXPECT_EQ(answer(tried({bit_before(), bit_before()}), bits),
              "perhaps: b is otherwise, as each of 2 alike before the step does, gives what was "
              "recorded there and in the 49 ticks behind it");
}

}  // namespace
}  // namespace tandem::test
