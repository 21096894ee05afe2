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

}  // namespace
}  // namespace tandem::games
