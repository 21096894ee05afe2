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

class CoarseCanvas final : public test::RecordingCanvas {
public:
    float pixel() const override { return 4; }
};

TEST(Swarm, IsDrawnAsDensityWhereAPixelIsLargerThanAUnit) {
    const Swarm swarm = start_swarm(2, 100);
    CoarseCanvas canvas;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_TRUE(canvas.circles.empty());
    EXPECT_GT(canvas.rectangles, 1);
    EXPECT_LE(canvas.rectangles, 100);
}

class PointingCanvas final : public test::RecordingCanvas {
public:
    std::optional<Pointer> pointer() const override { return where; }
    void line(float, float, float, float, Color) override { ++lines; }

    std::optional<Pointer> where;
    int lines = 0;
};

TEST(Swarm, FramesTheFlockThatThePersonMeansAndShowsWhereItWillGo) {
    const Swarm swarm = start_swarm(2, 100);
    PointingCanvas canvas;
    canvas.own = 1;
    swarm.draw(canvas, swarm, 1.0F);
    const int lines_before = canvas.lines;
    canvas.where = Pointer{};
    canvas.lines = 0;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.lines, lines_before + 4);
    EXPECT_TRUE(canvas.polygons.empty());
    canvas.where->is_down = true;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.polygons.size(), 1U);
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
