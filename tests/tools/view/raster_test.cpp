// SPDX-License-Identifier: MIT
// Pictures in pixels, compared pixel by pixel.
#include <tandem/tools/view/raster.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

constexpr Color k_black{0, 0, 0};
constexpr Color k_white{255, 255, 255};

// Black, with one unit of the game for each pixel.
Raster raster(std::uint32_t width = 16, std::uint32_t height = 16) {
    Raster made(width, height, 7);
    made.clear(k_black);
    made.view(0, 0, static_cast<float>(width), static_cast<float>(height));
    return made;
}

std::array<std::uint8_t, 4> bytes_at(const Raster& of, std::uint32_t x, std::uint32_t y) {
    return std::bit_cast<std::array<std::uint8_t, 4>>(of.pixels()[y * of.width() + x]);
}

// How much of white a pixel has taken.
int white_at(const Raster& of, std::uint32_t x, std::uint32_t y) { return bytes_at(of, x, y)[0]; }

// Of all pixels together, in whole pixels.
double white_in(const Raster& of) {
    double sum = 0;
    for (std::uint32_t y = 0; y < of.height(); ++y) {
        for (std::uint32_t x = 0; x < of.width(); ++x) {
            sum += white_at(of, x, y);
        }
    }
    return sum / 255;
}

int brightest(const Raster& of) {
    int most = 0;
    for (std::uint32_t y = 0; y < of.height(); ++y) {
        for (std::uint32_t x = 0; x < of.width(); ++x) {
            most = std::max(most, white_at(of, x, y));
        }
    }
    return most;
}

bool is_same(const Raster& a, const Raster& b) {
    return std::equal(a.pixels().begin(), a.pixels().end(), b.pixels().begin(), b.pixels().end());
}

TEST(Raster, APixelIsRedGreenBlueAndOpaque) {
    Raster made = raster();
    made.fill({2, 3, 1, 1}, {10, 20, 30});
    EXPECT_EQ(bytes_at(made, 2, 3), (std::array<std::uint8_t, 4>{10, 20, 30, 255}));
    EXPECT_EQ(bytes_at(made, 3, 3), (std::array<std::uint8_t, 4>{0, 0, 0, 255}));
}

TEST(Raster, EveryFigureKeepsThePictureOpaque) {
    Raster made = raster();
    made.circle(5, 5, 2.3F, k_white);
    made.circle(5, 12, 0.7F, {1, 2, 3});
    made.line(1, 2, 14, 11, k_white);
    made.text(1, 8, "ab", k_white);
    for (std::uint32_t y = 0; y < made.height(); ++y) {
        for (std::uint32_t x = 0; x < made.width(); ++x) {
            EXPECT_EQ(bytes_at(made, x, y)[3], 255);
        }
    }
}

TEST(Raster, ARectangleOnPixelBordersFillsExactlyThesePixels) {
    Raster made = raster();
    made.fill_rectangle(3, 4, 9, 6, k_white);
    for (std::uint32_t y = 0; y < 16; ++y) {
        for (std::uint32_t x = 0; x < 16; ++x) {
            const bool is_inside = x >= 3 && x < 9 && y >= 10 && y < 12;
            EXPECT_EQ(white_at(made, x, y), is_inside ? 255 : 0) << x << ' ' << y;
        }
    }
}

TEST(Raster, ARectangleOfOnePixelIsThisPixel) {
    Raster made = raster();
    made.fill_rectangle(3, 4, 4, 5, k_white);
    EXPECT_EQ(white_at(made, 3, 11), 255);
    EXPECT_EQ(white_in(made), 1);
}

TEST(Raster, AHalfCoveredPixelTakesHalfOfTheColour) {
    Raster made = raster();
    made.fill_rectangle(3.5F, 4, 9, 6.5F, k_white);
    EXPECT_NEAR(white_at(made, 3, 11), 128, 1);
    EXPECT_NEAR(white_at(made, 5, 9), 128, 1);
    EXPECT_EQ(white_at(made, 4, 10), 255);
    EXPECT_EQ(white_at(made, 2, 11), 0);
}

TEST(Raster, BlocksThatTouchHaveNoSeam) {
    Raster made = raster();
    made.fill_rectangle(0, 0, 7.9F, 16, k_white);
    made.fill_rectangle(7.9F, 0, 16, 8.4F, k_white);
    made.fill_rectangle(7.9F, 8.4F, 16, 16, k_white);
    EXPECT_EQ(white_in(made), 16 * 16);
    for (std::uint32_t y = 0; y < 16; ++y) {
        for (std::uint32_t x = 0; x < 16; ++x) {
            EXPECT_EQ(white_at(made, x, y), 255) << x << ' ' << y;
        }
    }
}

TEST(Raster, ADiscCoversItsArea) {
    for (const float radius : {1.2F, 1.6F, 3.0F, 5.5F, 7.9F, 8.1F, 20.0F}) {
        for (const float shift : {0.0F, 0.3F, 0.5F}) {
            Raster made = raster(64, 64);
            made.circle(32 + shift, 32 - shift, radius, k_white);
            const double area = std::acos(-1.0) * static_cast<double>(radius * radius);
            // A ring of half-covered pixels is straight only from afar.
            EXPECT_NEAR(white_in(made), area, 0.05 * area + 0.5) << radius << ' ' << shift;
        }
    }
}

TEST(Raster, ADiscIsAsRoundAsItIsWide) {
    for (const float radius : {1.0F, 3.3F, 12.0F}) {
        Raster made = raster(40, 40);
        made.circle(20, 20, radius, k_white);
        for (std::uint32_t y = 0; y < 40; ++y) {
            for (std::uint32_t x = 0; x < 40; ++x) {
                EXPECT_NEAR(white_at(made, x, y), white_at(made, y, x), 1);
                EXPECT_NEAR(white_at(made, x, y), white_at(made, 39 - x, y), 1);
            }
        }
    }
}

TEST(Raster, NothingIsDrawnOutsideOfTheGamesArea) {
    const PixelArea area{5, 4, 7, 6};
    Raster made(16, 16, 7);
    made.clear(k_black);
    made.show_game_in(area, {});
    made.view(0, 0, 7, 6);
    made.circle(3, 3, 30, k_white);
    made.circle(0, 0, 2, k_white);
    made.line(-20, -20, 30, 30, k_white);
    made.text(-4, 2, "everywhere", k_white);
    made.fill_rectangle(-9, -9, 99, 99, k_white);
    for (std::uint32_t y = 0; y < 16; ++y) {
        for (std::uint32_t x = 0; x < 16; ++x) {
            const bool is_inside = x >= 5 && x < 12 && y >= 4 && y < 10;
            EXPECT_EQ(white_at(made, x, y), is_inside ? 255 : 0) << x << ' ' << y;
        }
    }
}

TEST(Raster, AnAreaThatIsPartlyOutsideOfThePictureIsCut) {
    for (const PixelArea area : {PixelArea{10, 10, 100, 100}, PixelArea{50, 0, 4, 4},
                                 PixelArea{0, 0, 0, 0}, PixelArea{4, 4, 0xffffffffU, 3}}) {
        Raster made(16, 16, 7);
        made.clear(k_black);
        made.fill(area, k_white);
        made.show_game_in(area, {});
        made.view(0, 0, 10, 10);
        made.circle(5, 5, 100, k_white);
        made.fill_rectangle(-100, -100, 100, 100, k_white);
        EXPECT_EQ(white_at(made, 0, 0), 0);
    }
}

TEST(Raster, NothingIsInvisible) {
    // A quarter of white is more than anybody overlooks on black.
    constexpr int k_seen = 64;
    const std::array<DrawPoint, 3> speck{{{3, 3}, {3.001F, 3}, {3, 3.001F}}};
    const std::array<DrawPoint, 4> sliver{{{2, 2}, {12, 9}, {12, 9.01F}, {2, 2.01F}}};
    const std::array<DrawPoint, 3> point{{{6, 6}, {6, 6}, {6, 6}}};
    for (const float shift : {0.0F, 0.2F, 0.5F, 0.9F}) {
        for (const auto& draw : std::vector<std::function<void(Raster&)>>{
                 [&](Raster& on) { on.circle(5 + shift, 5 + shift, 0.01F, k_white); },
                 [&](Raster& on) { on.circle(5 + shift, 5, 0, k_white); },
                 [&](Raster& on) { on.line(5 + shift, 5, 5 + shift, 5, k_white); },
                 [&](Raster& on) { on.line(1, 1, 9 + shift, 4, k_white); },
                 [&](Raster& on) { on.fill_rectangle(3, 4 + shift, 9, 4 + shift, k_white); },
                 [&](Raster& on) { on.fill_rectangle(3 + shift, 1, 3.1F + shift, 9, k_white); },
                 [&](Raster& on) { on.polygon(speck, k_white); },
                 [&](Raster& on) { on.polygon(sliver, k_white); },
                 [&](Raster& on) { on.polygon(point, k_white); }}) {
            Raster made = raster();
            draw(made);
            EXPECT_GE(brightest(made), k_seen);
        }
    }
}

TEST(Raster, APolygonIsTheSameEitherWayRound) {
    std::array<DrawPoint, 5> corners{{{2, 3}, {12, 2.5F}, {14.2F, 8}, {7, 14.7F}, {1.3F, 9}}};
    Raster one = raster();
    one.polygon(corners, k_white);
    std::reverse(corners.begin(), corners.end());
    Raster other = raster();
    other.polygon(corners, k_white);
    EXPECT_TRUE(is_same(one, other));
    EXPECT_GT(white_in(one), 90);
}

TEST(Raster, ATriangleCoversItsArea) {
    const std::array<DrawPoint, 3> triangle{{{1, 1}, {15, 1}, {1, 15}}};
    Raster made = raster();
    made.polygon(triangle, k_white);
    EXPECT_NEAR(white_in(made), 98, 1);
    EXPECT_EQ(white_at(made, 1, 14), 255);
    EXPECT_EQ(white_at(made, 14, 1), 0);
}

TEST(Raster, FewerThanThreeCornersDrawNothing) {
    const std::array<DrawPoint, 2> corners{{{1, 1}, {9, 9}}};
    Raster made = raster();
    made.polygon(corners, k_white);
    made.polygon({}, k_white);
    EXPECT_EQ(white_in(made), 0);
}

TEST(Raster, ALongLineIsAsWideEverywhere) {
    Raster made = raster(200, 100);
    made.draw_segment({10, 10}, {190, 90}, 3, k_white);
    for (std::uint32_t x = 20; x < 180; ++x) {
        int column = 0;
        for (std::uint32_t y = 0; y < 100; ++y) {
            column += white_at(made, x, y);
        }
        const double upright = 3 * std::hypot(180.0, 80.0) / 180 * 255;
        EXPECT_NEAR(column, upright, 0.06 * upright) << x;
    }
}

TEST(Raster, WhatIsDrawnLaterLiesAbove) {
    Raster made = raster();
    made.circle(8, 8, 4, {200, 0, 0});
    made.fill_rectangle(6, 6, 10, 10, {0, 200, 0});
    EXPECT_EQ(bytes_at(made, 8, 8), (std::array<std::uint8_t, 4>{0, 200, 0, 255}));
}

TEST(Raster, NumbersThatAreNoneOrHugeAreHarmless) {
    const float none = std::numeric_limits<float>::quiet_NaN();
    const float endless = std::numeric_limits<float>::infinity();
    Raster made = raster();
    for (const float bad : {none, endless, -endless, 3e38F, -3e38F, 1e9F, -1e7F}) {
        const std::array<DrawPoint, 4> corners{{{bad, 1}, {9, bad}, {9, 9}, {1, 9}}};
        made.circle(bad, 5, 2, k_white);
        made.circle(5, 5, bad, k_black);
        made.line(bad, 1, 5, bad, k_white);
        made.line(1, 1, bad, 5, k_white);
        made.fill_rectangle(1, bad, 5, 5, k_white);
        made.polygon(corners, k_white);
        made.text(bad, bad, "far", k_white);
        made.draw_segment({1, 1}, {5, 5}, bad, k_black);
        made.draw_segment({bad, bad}, {5, 5}, 1, k_white);
        made.draw_text({bad, 5}, "far", k_white);
        made.view(bad, 0, 16, 16);
        made.view(0, 0, bad, bad);
        made.view(0, 0, 0, 0);
        made.view(0, 0, 1e-44F, 1e-44F);
    }
    made.clear(k_black);
    made.view(0, 0, 16, 16);
    made.fill_rectangle(3, 4, 9, 6, k_white);
    EXPECT_EQ(white_in(made), 12);
}

TEST(Raster, ToWorldIsTheInverseOfToPixels) {
    Raster made(200, 100, 9);
    made.show_game_in({20, 10, 150, 80}, {.zoom = 1.5F, .center = DrawPoint{3, -2}});
    made.view(-10, -7, 12, 9);
    for (const DrawPoint point : {DrawPoint{0, 0}, DrawPoint{3, -2}, DrawPoint{-11, 8.5F}}) {
        const DrawPoint back = made.to_world(made.to_pixels(point));
        EXPECT_NEAR(back.x, point.x, 1e-4F);
        EXPECT_NEAR(back.y, point.y, 1e-4F);
    }
}

TEST(Raster, TheCameraIsInSightInTheMiddleOfTheArea) {
    Raster made(200, 100, 9);
    made.show_game_in({20, 10, 150, 80}, {});
    made.view(0, 0, 10, 10);
    EXPECT_FLOAT_EQ(made.pixel(), 1.0F / 8);
    const PixelPoint middle = made.to_pixels({5, 5});
    EXPECT_FLOAT_EQ(middle.x, 95);
    EXPECT_FLOAT_EQ(middle.y, 50);
    EXPECT_FLOAT_EQ(made.to_pixels({0, 10}).y, 10);
    EXPECT_FLOAT_EQ(made.to_pixels({0, 0}).y, 90);
}

TEST(Raster, ZoomAndCenterChangeWhatIsInSight) {
    Raster made(100, 100, 9);
    made.show_game_in({0, 0, 100, 100}, {.zoom = 4, .center = DrawPoint{2, 3}});
    made.view(0, 0, 10, 10);
    EXPECT_FLOAT_EQ(made.pixel(), 1.0F / 40);
    EXPECT_FLOAT_EQ(made.to_pixels({2, 3}).x, 50);
    EXPECT_FLOAT_EQ(made.to_pixels({2, 3}).y, 50);
    EXPECT_FLOAT_EQ(made.to_pixels({3, 3}).x, 90);
}

TEST(Raster, TextIsAsWideAsItsCharacters) {
    Raster made(300, 30, 14);
    EXPECT_FLOAT_EQ(made.text_width(""), 0);
    EXPECT_FLOAT_EQ(made.text_width("abcd"), 4 * 12);
    EXPECT_FLOAT_EQ(made.text_width("\xc3\xa4\xe2\x82\xac"), 2 * 12);
    made.clear(k_black);
    made.draw_text({10, 20}, "WWWW", k_white);
    for (std::uint32_t y = 0; y < 30; ++y) {
        for (std::uint32_t x = 0; x < 300; ++x) {
            EXPECT_TRUE((x >= 10 && x < 58) || white_at(made, x, y) == 0) << x;
        }
    }
    EXPECT_GT(white_in(made), 50);
}

TEST(Raster, TextOnItsOwnColourCanBeRead) {
    Raster made = raster(32, 32);
    made.clear(k_white);
    made.text(10, 10, "n", k_white);
    EXPECT_LT(white_in(made), 32 * 32 - 10);
    EXPECT_EQ(brightest(made), 255);
}

TEST(Raster, ACharacterBeyondAsciiIsOneQuestionMark) {
    const auto drawn = [](std::string_view text) {
        Raster made = raster(64, 16);
        made.draw_text({1, 12}, text, k_white);
        return made;
    };
    EXPECT_TRUE(is_same(drawn("a\xc3\xa4"
                              "b\xe2\x82\xac\x1b"),
                        drawn("a?b??")));
    EXPECT_FALSE(is_same(drawn("a?"), drawn("a!")));
}

TEST(Raster, StatusLinesAreSafeToPrintAndBelongToOnePicture) {
    Raster made = raster();
    made.status("one \x1b[2J");
    made.status("two");
    EXPECT_EQ(made.status_lines(), (std::vector<std::string>{"one \\x1b[2J", "two"}));
    made.clear(k_black);
    EXPECT_TRUE(made.status_lines().empty());
}

TEST(Raster, PlayersAndPointerAreWhatTheViewerSays) {
    Raster made = raster();
    EXPECT_EQ(made.player_name(Slot{1}), "");
    EXPECT_FALSE(made.is_own(Slot{0}));
    EXPECT_FALSE(made.pointer());
    RasterOptions options;
    options.players = {{{1, "ann"}}, Slot{0}};
    options.pointer.emplace();
    made.show_game_in({0, 0, 16, 16}, options);
    EXPECT_EQ(made.player_name(Slot{1}), "ann");
    EXPECT_TRUE(made.is_own(Slot{0}));
    EXPECT_TRUE(made.pointer());
}

TEST(PixelArea, HoldsItsPixelsAndNotTheOnesBehind) {
    const PixelArea area{2, 3, 4, 5};
    EXPECT_TRUE(area.holds(2, 3));
    EXPECT_TRUE(area.holds(5.9F, 7.9F));
    EXPECT_FALSE(area.holds(6, 4));
    EXPECT_FALSE(area.holds(3, 8));
    EXPECT_FALSE(area.holds(1.9F, 4));
}

}  // namespace
}  // namespace tandem::tools
