// SPDX-License-Identifier: MIT
// What the swarm draws.
#include <tandem/tools/games/swarm.hpp>

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include <tests/tools/games/game_sessions.hpp>
#include <tests/tools/games/recording_canvas.hpp>

namespace tandem::games {
namespace {

using test::start_swarm;

constexpr const char* k_aim = "capture units: most units lead, only q or --ticks ends it";

TEST(Swarm, DrawsEveryUnit) {
    const Swarm swarm = start_swarm(2, 100);
    test::RecordingCanvas canvas;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.circles.size(), 100U);
    EXPECT_EQ(canvas.calls_before_view, 0);
    EXPECT_EQ(canvas.status_lines, (std::vector<std::string>{k_aim, "0: 50 units", "1: 50 units"}));
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

TEST(Swarm, AFlockIsKnownWithoutItsColourByItsLetterAmongItsUnits) {
    const Swarm swarm = start_swarm(2, 20'000);
    CoarseCanvas canvas;
    swarm.draw(canvas, swarm, 1.0F);
    const auto count = [&](const std::string& letter) {
        return std::count(canvas.texts.begin(), canvas.texts.end(), letter);
    };
    EXPECT_GE(count("a"), 1);
    EXPECT_GE(count("e"), 1);
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

TEST(Swarm, TheChosenFlockKeepsItsFrameWhereverThePointerIs) {
    const Swarm swarm = start_swarm(2, 100);
    PointingCanvas canvas;
    canvas.own = 1;
    swarm.draw(canvas, swarm, 1.0F);
    const int lines_before = std::exchange(canvas.lines, 0);
    Keys keys;
    keys.set_player(Slot{1});
    Pointer pointer;
    const CompactVec2 flock = swarm.flocks[Swarm::k_flocks_per_player].position;
    pointer.pressed_at = {Fixed(flock.x), Fixed(flock.y)};
    pointer.at = pointer.pressed_at;
    pointer.is_pressed = true;
    keys.point(pointer);
    static_cast<void>(swarm.input_from_keys(keys));
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.lines, lines_before + 4);
    canvas.own = 0;
    canvas.lines = 0;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.lines, lines_before) << "it is nobody else's business";
}

TEST(Swarm, SaysWhichFlockIsChosenToWhoChoseIt) {
    const Swarm swarm = start_swarm(2, 100);
    test::RecordingCanvas canvas;
    canvas.own = 1;
    Keys keys;
    keys.set_player(Slot{1});
    keys.press('1');
    static_cast<void>(swarm.input_from_keys(keys));
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.status_lines.back(), "1 (you): 50 units, flock e chosen (1-4: e-h)");
    canvas.own = 0;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.status_lines.back(), "1: 50 units");
}

// Each player has one flock at first.
TEST(Swarm, LabelsEveryFlockWithItsPlayerAndSize) {
    const Swarm swarm = start_swarm(2, 100);
    test::RecordingCanvas canvas;
    canvas.names = {"ann"};
    canvas.own = 1;
    swarm.draw(canvas, swarm, 1.0F);
    EXPECT_EQ(canvas.texts, (std::vector<std::string>{"a ann 50", "e you 50"}));
    EXPECT_EQ(canvas.status_lines,
              (std::vector<std::string>{k_aim, "0 ann: 50 units",
                                        "1 (you): 50 units, all flocks chosen (1-4: e-h)"}));
}

}  // namespace
}  // namespace tandem::games
