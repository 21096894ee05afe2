// SPDX-License-Identifier: MIT
// What the swarm draws.
#include <tandem/tools/games/swarm.hpp>

#include <gtest/gtest.h>

#include <tests/tools/games/game_sessions.hpp>
#include <tests/tools/games/recording_canvas.hpp>

namespace tandem::games {
namespace {

using test::start_swarm;

TEST(Swarm, DrawsEveryUnit) {
    const Swarm swarm = start_swarm(2, 100);
    test::RecordingCanvas canvas;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.circles.size(), 100U);
    EXPECT_EQ(canvas.calls_before_view, 0);
    EXPECT_EQ(canvas.status_lines, (std::vector<std::string>{"0: 50 units", "1: 50 units"}));
}

// Each player has one flock at first.
TEST(Swarm, LabelsEveryFlockWithItsPlayerAndSize) {
    const Swarm swarm = start_swarm(2, 100);
    test::RecordingCanvas canvas;
    canvas.names = {"ann"};
    canvas.own = 1;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.texts, (std::vector<std::string>{"ann 50", "you 50"}));
    EXPECT_EQ(canvas.status_lines,
              (std::vector<std::string>{"0 ann: 50 units", "1 (you): 50 units"}));
}

}  // namespace
}  // namespace tandem::games
