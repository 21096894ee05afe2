// SPDX-License-Identifier: MIT
// What the duel draws.
#include <tandem/tools/games/duel.hpp>

#include <gtest/gtest.h>

#include <tests/tools/games/game_sessions.hpp>
#include <tests/tools/games/recording_canvas.hpp>

namespace tandem::games {
namespace {

using test::start_duel;
using test::step;

TEST(Duel, DrawsEveryFighterBetweenItsTwoPlaces) {
    const Duel previous = start_duel(2);
    Duel current = previous;
    step(current, {{50, 0, 0, 1}, {}});
    test::RecordingCanvas canvas;
    current.draw(canvas, previous, 0.5F);
    ASSERT_EQ(canvas.circles.size(), 2U);
    const float from = to_display(previous.fighters[0].position.x);
    const float to = to_display(current.fighters[0].position.x);
    EXPECT_FLOAT_EQ(canvas.circles[0].x, (from + to) / 2);
    EXPECT_EQ(canvas.calls_before_view, 0);
    EXPECT_GT(canvas.rectangles, 4);
    EXPECT_EQ(canvas.status_lines,
              (std::vector<std::string>{"0: 100 hp 0 frags", "1: 100 hp 0 frags"}));
}

TEST(Duel, TellsWhoIsWhoAndWhichIsOnesOwn) {
    const Duel duel = start_duel(3);
    test::RecordingCanvas canvas;
    canvas.names = {"ann", "", "somebody with a long name"};
    canvas.own = 0;
    duel.draw(canvas, duel, 1.0F);
    EXPECT_EQ(canvas.texts, (std::vector<std::string>{"you", "1", "somebody wit"}));
    EXPECT_EQ(canvas.status_lines,
              (std::vector<std::string>{"0 ann (you): 100 hp 0 frags", "1: 100 hp 0 frags",
                                        "2 somebody with a long name: 100 hp 0 frags"}));
}

TEST(Duel, SaysWhichKeyDoesWhat) {
    for (const char* word : {"w", "a", "s", "d", "left", "right", "space", "1 to 4", "e"}) {
        EXPECT_NE(Duel::keys_help.find(word), Duel::keys_help.npos) << word;
    }
}

}  // namespace
}  // namespace tandem::games
