// SPDX-License-Identifier: MIT
// The stage is the same for a window and a browser, so it is tried without either.
#include <tandem/tools/view/stage.hpp>

#include <algorithm>
#include <chrono>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/view/frame_due.hpp>
#include <tandem/tools/view/key_decoder.hpp>
#include <tandem/tools/view/window_keys.hpp>
#include <tests/support/session.hpp>
#include <tests/support/smoky.hpp>
#include <tests/support/throwing_parts.hpp>

namespace tandem::tools {
namespace {

using std::chrono::milliseconds;

class StageOf : public testing::Test {
protected:
    StageOf() : simulation_(sim::erase<games::Duel>()) {
        EXPECT_TRUE(simulation_.reset(test::make_setup(simulation_.info(), 2)));
        line_.end_tick = 1000;
        line_.strips = levels_;
    }

    void draw(Stage& stage) {
        stage.draw({simulation_, simulation_, {1, 2}, {"space pause", "paused"}, &line_});
    }
    static PixelPoint middle_of(const PixelArea& area) {
        return {static_cast<float>(area.left) + static_cast<float>(area.width) / 2,
                static_cast<float>(area.top) + static_cast<float>(area.height) / 2};
    }

    sim::AnySimulation simulation_;
    std::vector<std::uint8_t> levels_ = std::vector<std::uint8_t>(2 * k_strip_columns, 255);
    TimeLine line_;
};

TEST_F(StageOf, AGameWhoseDrawChangesItLeavesItAsItWas) {
    simulation_ = sim::erase<test::Smoky>();
    ASSERT_TRUE(simulation_.reset(test::make_setup(simulation_.info(), 2)));
    const sim::Bytes before = simulation_.save();
    Stage stage(640, 480, 1);
    draw(stage);
    EXPECT_EQ(simulation_.save(), before);
}

TEST_F(StageOf, EverySizeHasTheGameAboveTheBarAndNothingOutside) {
    for (const auto& [width, height] : {std::pair(360U, 640U), {1920U, 1080U}, {120U, 120U}}) {
        Stage stage(width, height, 1);
        draw(stage);
        const StageLayout& layout = stage.layout();
        EXPECT_LE(layout.game.top + layout.game.height, height);
        EXPECT_LE(layout.bar.left + layout.bar.width, width);
        EXPECT_LE(layout.button.left + layout.button.width, layout.bar.left);
        if (height > 200) {
            EXPECT_LE(layout.game.top + layout.game.height, layout.bar.top);
            EXPECT_LE(layout.bar.top + layout.bar.height, layout.strips.top);
            EXPECT_GT(layout.game.height, height / 3);
        }
    }
}

// Whatever its length and however small the picture: it stays inside, or nothing would be drawn.
TEST_F(StageOf, ABannerStandsInTheMiddleOfTheGame) {
    const std::vector<std::string> lines;
    for (const auto& [width, height] : {std::pair(800U, 600U), {120U, 120U}, {40U, 40U}}) {
        for (const std::string& text : {std::string("3"), std::string(200, 'x')}) {
            Stage stage(width, height, 1);
            stage.draw({simulation_, simulation_, {1, 1}, lines});
            const auto pixels_of = [&] {
                const auto pixels = stage.raster().pixels();
                return std::vector<std::uint32_t>(pixels.begin(), pixels.end());
            };
            const std::vector<std::uint32_t> before = pixels_of();
            stage.draw({simulation_, simulation_, {1, 1}, lines, nullptr, text});
            const std::vector<std::uint32_t> after = pixels_of();
            ASSERT_EQ(after.size(), before.size());
            EXPECT_NE(after, before);
            EXPECT_TRUE(std::equal(before.begin(), before.begin() + width, after.begin()))
                << "the first row is the status's";
        }
    }
}

TEST_F(StageOf, TheEndIsSaidInTheMiddleOfTheGame) {
    const std::vector<std::string> lines;
    Stage stage(800, 600, 1);
    const auto draw_end = [&](bool is_end) {
        stage.draw({simulation_, simulation_, {1, 1}, lines, nullptr, {}, is_end});
        const auto pixels = stage.raster().pixels();
        return std::vector<std::uint32_t>(pixels.begin(), pixels.end());
    };
    EXPECT_NE(draw_end(true), draw_end(false));
}

TEST_F(StageOf, AClickOnTheBarSeeksAndOneOnTheButtonPlays) {
    Stage stage(800, 600, 1);
    draw(stage);
    stage.press(middle_of(stage.layout().bar), false);
    stage.release(middle_of(stage.layout().bar));
    stage.press(middle_of(stage.layout().button), false);
    const auto orders = stage.extract_orders();
    ASSERT_EQ(orders.size(), 2U);
    EXPECT_EQ(orders[0].kind, TimeLineOrder::Kind::seek);
    EXPECT_EQ(orders[0].tick, 500U);
    EXPECT_EQ(orders[1].kind, TimeLineOrder::Kind::toggle_play);
    EXPECT_TRUE(stage.extract_orders().empty());
}

TEST_F(StageOf, DraggingBeyondTheBarStaysAtItsEndAndIsOneOrder) {
    Stage stage(800, 600, 1);
    draw(stage);
    stage.press(middle_of(stage.layout().bar), false);
    stage.move({0, 0});
    stage.move({10'000, 0});
    const auto orders = stage.extract_orders();
    ASSERT_EQ(orders.size(), 1U);
    EXPECT_EQ(orders[0].tick, 1000U);
}

TEST_F(StageOf, AClickBetweenTwoTicksReachesTheGameOnce) {
    Stage stage(800, 600, 1);
    draw(stage);
    const PixelPoint at = middle_of(stage.layout().game);
    stage.press(at, true);
    stage.release(at);
    const auto first = stage.extract_pointer();
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->is_pressed && first->is_released && first->is_second && !first->is_down);
    const auto second = stage.extract_pointer();
    ASSERT_TRUE(second);
    EXPECT_FALSE(second->is_pressed || second->is_released);
}

TEST_F(StageOf, TheWheelKeepsWhatLiesUnderThePointer) {
    Stage stage(800, 600, 1);
    draw(stage);
    const PixelPoint at{300, 200};
    const DrawPoint before = stage.raster().to_world(at);
    stage.turn_wheel(at, 3);
    draw(stage);
    const DrawPoint after = stage.raster().to_world(at);
    EXPECT_NEAR(before.x, after.x, 0.1F);
    EXPECT_NEAR(before.y, after.y, 0.1F);
}

// Pixels left of the strips in a colour that is not the ground's.
std::size_t labelled_pixels(const Stage& stage) {
    const PixelArea& strips = stage.layout().strips;
    std::size_t pixels = 0;
    for (std::uint32_t y = strips.top; y < strips.top + strips.height; ++y) {
        for (std::uint32_t x = 0; x < strips.left; ++x) {
            const auto at = std::size_t{y} * stage.raster().width() + x;
            pixels += stage.raster().pixels()[at] != stage.raster().pixels()[0] ? 1U : 0U;
        }
    }
    return pixels;
}

TEST_F(StageOf, EachStripHasTheNameOfItsPlayerBesideIt) {
    Stage stage(800, 600, 1);
    stage.show_players({{{0, "i"}, {1, "i"}}, {}});
    draw(stage);
    const std::uint32_t left = stage.layout().strips.left;
    const std::size_t pixels = labelled_pixels(stage);
    EXPECT_GT(pixels, 0U);
    EXPECT_EQ(stage.layout().bar.left, left) << "they lie below the bar, tick below tick";
    stage.show_players({{{0, "bartholomew"}, {1, "christabel"}}, {}});
    draw(stage);
    EXPECT_GT(labelled_pixels(stage), pixels);
    EXPECT_GT(stage.layout().strips.left, left);
    EXPECT_LT(stage.layout().strips.left, 800U / 3);
}

// A name or a mark in a file may be of any length.
TEST_F(StageOf, ATextOfMegabytesLeavesTheGameItsPlace) {
    Stage stage(800, 600, 1);
    stage.show_players({{{0, std::string(4'000'000, 'n')}}, Slot{0}});
    stage.draw({simulation_, simulation_, {1, 2}, {std::string(4'000'000, 'x')}, &line_});
    EXPECT_GT(stage.layout().game.height, 100U);
}

TEST_F(StageOf, LinesThatAreToBeReadGetTheRoomThatTheyNeed) {
    const std::vector<std::string> lines{"  tandem play /" + std::string(250, 'p')};
    const auto game_height = [&](bool shows_whole_lines) {
        Stage stage(240, 240, 1);
        stage.draw(
            {simulation_, simulation_, {1, 1}, lines, nullptr, {}, false, shows_whole_lines});
        return stage.layout().game.height;
    };
    EXPECT_LT(game_height(true), game_height(false));
}

TEST_F(StageOf, ADrawThatThrowsIsASentenceAboveTheTimeLine) {
    const test::Armed armed("draw");
    auto simulation = sim::erase<test::ThrowingParts>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 1)));
    Stage stage(800, 600, 1);
    stage.draw({simulation, simulation, {1, 1}, {"paused"}, &line_});
    ASSERT_FALSE(stage.raster().status_lines().empty());
    EXPECT_EQ(stage.raster().status_lines().back(),
              "draw: the game threw an exception: planned in draw");
    EXPECT_GT(stage.layout().bar.height, 0U);
}

TEST(WindowKeys, ATapBetweenTwoTicksIsSeenOnceAndAHeldKeyUntilItGoesUp) {
    WindowKeys keys;
    keys.press('a');
    keys.release('a');
    keys.press('w');
    const Keys first = keys.extract();
    EXPECT_TRUE(first.down('a') && first.down('w'));
    const Keys second = keys.extract();
    EXPECT_FALSE(second.down('a'));
    EXPECT_TRUE(second.down('w'));
    keys.release_all();
    EXPECT_FALSE(keys.extract().down('w'));
}

TEST(HeldKeys, APressBetweenTwoSlowTicksIsTakenOnce) {
    HeldKeys keys;
    keys.press('a', milliseconds(0));
    EXPECT_TRUE(keys.read(milliseconds(900)).down('a'));
    EXPECT_FALSE(keys.read(milliseconds(950)).down('a'));
}

TEST(FrameDue, MissedPicturesAreNotMadeUpFor) {
    FrameDue due(100);
    EXPECT_TRUE(due.is_due(milliseconds(1000)));
    due.drawn(milliseconds(1000));
    EXPECT_FALSE(due.is_due(milliseconds(1001)));
    EXPECT_TRUE(due.is_due(milliseconds(1010)));
}

TEST(AlphaSince, GrowsWithTheTimeSinceTheTickAndStopsAtOne) {
    const auto at = [](int now) {
        const sim::Alpha alpha = alpha_since(milliseconds(100), milliseconds(now), TickRate(10));
        return static_cast<double>(alpha.numerator) / static_cast<double>(alpha.denominator);
    };
    EXPECT_EQ(at(90), 0);
    EXPECT_EQ(at(150), 0.5);
    EXPECT_EQ(at(900), 1);
}

}  // namespace
}  // namespace tandem::tools
