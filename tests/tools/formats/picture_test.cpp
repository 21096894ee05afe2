// SPDX-License-Identifier: MIT
// The whole picture: the game, what it says and where in the recording it is.
#include <tandem/tools/formats/picture_writer.hpp>

#include <algorithm>
#include <array>
#include <bit>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/formats/painted.hpp>

namespace tandem::test {
namespace {

using tools::PictureShow;
using tools::Raster;

template <class Game>
sim::AnySimulation simulation() {
    sim::AnySimulation made = sim::erase<Game>();
    EXPECT_TRUE(made.reset(make_setup(made.info(), 2)));
    return made;
}

PictureShow show_of(tools::PictureSize size) {
    PictureShow show;
    show.range = {0, 100};
    show.size = size;
    return show;
}

int red_at(const Raster& of, std::uint32_t x, std::uint32_t y) {
    return std::bit_cast<std::array<std::uint8_t, 4>>(of.pixels()[y * of.width() + x])[0];
}

Raster drawn(const PictureShow& show, std::uint64_t ticks_done) {
    const sim::AnySimulation game = simulation<Painted>();
    Raster raster = tools::picture_raster(show.size);
    EXPECT_TRUE(tools::draw_picture(raster, show, {game, game, {1, 1}, ticks_done}));
    return raster;
}

TEST(Picture, TheBarAtItsFootIsFilledAsFarAsTheRecordingIs) {
    const PictureShow show = show_of({400, 300});
    const Raster half = drawn(show, 50);
    EXPECT_EQ(red_at(half, 0, 299), red_at(half, 199, 299));
    EXPECT_NE(red_at(half, 199, 299), red_at(half, 200, 299));
    EXPECT_EQ(red_at(half, 200, 299), red_at(half, 399, 299));
    const Raster end = drawn(show, 100);
    EXPECT_EQ(red_at(end, 399, 299), red_at(half, 0, 299));
}

TEST(Picture, MarksStandOnTheBar) {
    PictureShow show = show_of({400, 300});
    const Raster without = drawn(show, 0);
    show.marks = {{50, "a mark"}, {1000, "one behind the end"}};
    const Raster with = drawn(show, 0);
    EXPECT_NE(red_at(with, 199, 299), red_at(without, 199, 299));
    EXPECT_EQ(red_at(with, 399, 299), red_at(without, 399, 299));
}

TEST(Picture, NamesOfPlayersAreShown) {
    PictureShow show = show_of({640, 360});
    const Raster without = drawn(show, 0);
    show.players.names[0] = "ann";
    const Raster with = drawn(show, 0);
    EXPECT_FALSE(std::equal(with.pixels().begin(), with.pixels().end(), without.pixels().begin()));
}

struct PaintedToTheEnd : Painted {
    static constexpr std::string_view name = "painted to the end";
    bool finished() const { return true; }
};

TEST(Picture, AtTheEndTheFirstLineOfTheStatusStandsOnAGroundInTheMiddle) {
    const PictureShow show = show_of({640, 360});
    const Raster goes_on = drawn(show, 0);
    const sim::AnySimulation game = simulation<PaintedToTheEnd>();
    Raster over = tools::picture_raster(show.size);
    ASSERT_TRUE(tools::draw_picture(over, show, {game, game, {1, 1}, 0}));
    const std::ptrdiff_t above = std::ptrdiff_t{640} * 100;
    EXPECT_TRUE(
        std::equal(over.pixels().begin(), over.pixels().begin() + above, goes_on.pixels().begin()));
    EXPECT_FALSE(std::equal(over.pixels().begin(), over.pixels().end(), goes_on.pixels().begin()));
}

TEST(Picture, IsDrawnAtEverySize) {
    for (const tools::PictureSize size :
         {tools::PictureSize{64, 64}, {64, 1000}, {1000, 64}, {1920, 1080}}) {
        const Raster made = drawn(show_of(size), 7);
        EXPECT_EQ(made.width(), size.width);
        EXPECT_EQ(made.height(), size.height);
    }
}

TEST(Picture, ADrawThatThrowsIsNamedByItsTicks) {
    sim::AnySimulation game = simulation<Unpaintable>();
    for (int tick = 0; tick < 30; ++tick) {
        ASSERT_TRUE(game.step(bot_record(game, 0)));
    }
    const PictureShow show = show_of({100, 100});
    Raster raster = tools::picture_raster(show.size);
    const auto failed = tools::draw_picture(raster, show, {game, game, {1, 1}, 30});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().text(),
              "after 30 ticks, draw: the game threw an exception: no paint "
              "left");
}

}  // namespace
}  // namespace tandem::test
