// SPDX-License-Identifier: MIT
// The lab's picture: its size is its quality, and it knows whether anything has changed.
#include <tandem/tools/lab/window/painting.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::tools::lab::window {
namespace {

TEST(Painting, ACoarserPictureHasFewerPixels) {
    Painting painting(80, 40);
    painting.begin("", 1);
    painting.paint({.quarters = 4});
    EXPECT_EQ(painting.raster().pixels().size(), 80U * 40U);
    painting.paint({.quarters = 2});
    EXPECT_EQ(painting.raster().pixels().size(), 40U * 20U);
    painting.paint({.quarters = 1});
    EXPECT_EQ(painting.raster().pixels().size(), 20U * 10U);
}

TEST(Painting, CountsOnlyPicturesThatAreNotTheOneBefore) {
    Painting painting(80, 40);
    painting.begin("", 1);
    painting.paint({.updates = 1, .game_s = 0.1});
    painting.paint({.updates = 1, .game_s = 0.1});
    EXPECT_EQ(painting.different(), 1U);
    painting.paint({.updates = 1, .game_s = 0.2});
    EXPECT_EQ(painting.different(), 2U);
    painting.paint({.updates = 2, .game_s = 0.2});
    EXPECT_EQ(painting.different(), 3U);
    painting.begin("", 1);
    EXPECT_EQ(painting.different(), 0U);
}

TEST(Painting, LayersCostAndDoNotChangeWhatIsSeen) {
    Painting one(80, 40);
    Painting many(80, 40);
    one.begin("title", 1);
    many.begin("title", 9);
    one.paint({.updates = 3, .game_s = 1});
    many.paint({.updates = 3, .game_s = 1});
    EXPECT_TRUE(std::equal(one.raster().pixels().begin(), one.raster().pixels().end(),
                           many.raster().pixels().begin(), many.raster().pixels().end()));
}

// However far ahead a published loop draws, or back.
TEST(Painting, TheBallStaysInThePicture) {
    Painting painting(80, 40);
    painting.begin("", 1);
    for (const double game_s : {0.0, 1.999, 2.0, 1e9, -0.5}) {
        painting.paint({.game_s = game_s});
        EXPECT_EQ(painting.raster().pixels().size(), 80U * 40U);
    }
    EXPECT_GE(painting.different(), 3U);
}

}  // namespace
}  // namespace tandem::tools::lab::window
