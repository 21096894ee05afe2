// SPDX-License-Identifier: MIT
// The end says where the recording lies and stays until somebody has seen it, but not for ever.
#include <tandem/tools/view/end_screen.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using Lines = std::vector<std::string>;

TEST(EndScreen, SaysHowTheRecordingIsLookedAt) {
    SessionEnd end{"the game is over", 2100, TickRate(35), "a.tandem", "tandem", "window"};
    EXPECT_EQ(end_lines(end),
              (Lines{"the game is over, tick 2100, 1:00", "recorded in a.tandem; look at it:",
                     "  tandem play a.tandem --view window", "any key closes this"}));
    end.view = "terminal";
    EXPECT_EQ(end_lines(end)[2], "  tandem play a.tandem");
    end.file.clear();
    EXPECT_EQ(end_lines(end), (Lines{"the game is over, tick 2100, 1:00", "any key closes this"}))
        << "a file that does not hold everything is told elsewhere, with the reason";
}

TEST(EndScreen, TheReasonIsToldAsOfNow) {
    EXPECT_EQ(end_reason_now(sim::EndReason::finished), "the game is over");
    EXPECT_EQ(end_reason_now(sim::EndReason::tick_limit), "the tick limit was reached");
}

TEST(EndScreen, AnyKeyClosesItButNotWhatWasHeldWhenItCame) {
    const std::vector<std::uint8_t> shot{' '};
    EndLook look(seconds(100), true);
    EXPECT_FALSE(look.is_over(seconds(100), {}));
    for (int repeat = 0; repeat < 100; ++repeat) {
        EXPECT_FALSE(look.is_over(milliseconds(100'000 + 30 * repeat), shot)) << repeat;
    }
    EXPECT_FALSE(look.is_over(milliseconds(103'200), shot));
    EXPECT_TRUE(look.is_over(milliseconds(103'450), shot));
    EXPECT_TRUE(EndLook(seconds(100), true).is_over(seconds(100), {'q'}))
        << "who knows the way out need not wait";
}

TEST(EndScreen, StaysForAPersonAndOnlyAMomentForOnlookers) {
    EndLook person(seconds(0), true);
    EXPECT_FALSE(person.is_over(minutes(1), {}));
    EXPECT_TRUE(person.is_over(EndLook::k_person, {})) << "nobody is there any more";
    EndLook onlooker(seconds(0), false);
    EXPECT_FALSE(onlooker.is_over(seconds(2), {}));
    EXPECT_TRUE(onlooker.is_over(Surface::k_last_look, {}));
}

}  // namespace
}  // namespace tandem::tools
