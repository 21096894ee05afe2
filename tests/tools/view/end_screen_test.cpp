// SPDX-License-Identifier: MIT
// The end says where the recording lies and stays until somebody has seen it, but not for ever.
#include <tandem/tools/view/end_screen.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/counter.hpp>

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

// A path has to be copied, however narrow the surface is.
TEST(EndScreen, AsksForItsLinesToBeShownWhole) {
    class Surfaced final : public Surface {
    public:
        std::vector<std::uint8_t> poll(std::chrono::nanoseconds) override { return {}; }
        Keys held() override { return {}; }
        void show_players(PlayersShown) override {}
        void draw(const Picture& picture, std::chrono::nanoseconds) override {
            is_whole = picture.shows_whole_lines;
        }
        void page(const std::vector<std::string>&, std::chrono::nanoseconds) override {}
        bool is_gone() const override { return is_whole; }
        void wait_for_frame(std::chrono::nanoseconds) override {}

        bool is_whole = false;
    };
    Surfaced surface;
    show_end(surface, sim::erase<test::Counter>(), {"recorded in a.tandem"}, true);
    EXPECT_TRUE(surface.is_whole);
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
