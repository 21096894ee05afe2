// SPDX-License-Identifier: MIT
// Pictures in terminal cells, compared as text.
#include <tandem/tools/view/term_canvas.hpp>

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

constexpr Color k_red{255, 0, 0};
constexpr Color k_blue{0, 0, 255};

// Eight columns and four rows are eight by eight pixels, one for each unit.
TermCanvas canvas() {
    TermCanvas made(8, 4);
    made.view(0, 0, 8, 8);
    return made;
}

// What is then on it.
template <class Draw>
std::string drawn(Draw draw) {
    TermCanvas made = canvas();
    draw(made);
    return made.plain();
}

TEST(TermCanvas, ARectangleFillsItsHalfBlocks) {
    EXPECT_EQ(drawn([](TermCanvas& on) { on.fill_rectangle(1, 1, 4, 4, k_red); }),
              "\n"
              "\n"
              " ███\n"
              " ▀▀▀");
}

TEST(TermCanvas, LinesRunBetweenTheirEnds) {
    EXPECT_EQ(drawn([](TermCanvas& on) { on.line(0.5F, 7.5F, 7.5F, 0.5F, k_red); }),
              "▀▄\n"
              "  ▀▄\n"
              "    ▀▄\n"
              "      ▀▄");
}

TEST(TermCanvas, LinesAreClippedWhereTheyLeaveTheScreen) {
    EXPECT_EQ(drawn([](TermCanvas& on) { on.line(-1e9F, 0.5F, 1e9F, 0.5F, k_red); }),
              "\n\n\n▄▄▄▄▄▄▄▄");
    EXPECT_EQ(drawn([](TermCanvas& on) { on.line(-5, 9, 20, 9, k_red); }), "\n\n\n");
}

TEST(TermCanvas, PolygonsAreFilledAndNeverInvisible) {
    const std::array<DrawPoint, 3> triangle{{{0, 0}, {8, 0}, {0, 8}}};
    EXPECT_EQ(drawn([&](TermCanvas& on) { on.polygon(triangle, k_red); }),
              "▄\n"
              "██▄\n"
              "████▄\n"
              "██████▄");
    const std::array<DrawPoint, 4> speck{{{0.1F, 7.9F}, {0.2F, 7.9F}, {0.2F, 7.8F}, {0.1F, 7.8F}}};
    EXPECT_EQ(drawn([&](TermCanvas& on) { on.polygon(speck, k_red); }), "▀\n\n\n");
    EXPECT_EQ(drawn([&](TermCanvas& on) { on.polygon(std::span(speck).first(2), k_red); }),
              "\n\n\n");
}

TEST(TermCanvas, APolygonThatLeavesTheScreenIsCutThere) {
    constexpr float k_far = 1e30F;
    const std::array<DrawPoint, 3> wide{{{-k_far, -k_far}, {k_far, -k_far}, {0, k_far}}};
    EXPECT_EQ(drawn([&](TermCanvas& on) { on.polygon(wide, k_red); }),
              "████████\n████████\n████████\n████████");
    constexpr float k_nowhere = std::numeric_limits<float>::infinity();
    const std::array<DrawPoint, 3> nowhere{{{0, 0}, {8, 0}, {0, k_nowhere}}};
    EXPECT_EQ(drawn([&](TermCanvas& on) { on.polygon(nowhere, k_red); }), "\n\n\n");
}

TEST(TermCanvas, KnowsHowLongAPixelIs) {
    EXPECT_EQ(canvas().pixel(), 1);
    TermCanvas coarse(4, 2);
    coarse.view(0, 0, 8, 8);
    EXPECT_EQ(coarse.pixel(), 2);
}

TEST(TermCanvas, CirclesAreFilledAndNeverInvisible) {
    EXPECT_EQ(drawn([](TermCanvas& on) { on.circle(4, 4, 2, k_red); }),
              "\n"
              "  ▄██▄\n"
              "  ▀██▀\n");
    EXPECT_EQ(drawn([](TermCanvas& on) { on.circle(0.5F, 7.5F, 0.001F, k_red); }), "▀\n\n\n");
}

TEST(TermCanvas, TheWorldKeepsItsShapeAndIsCentred) {
    TermCanvas wide(16, 4);
    wide.view(0, 0, 8, 8);
    wide.fill_rectangle(0, 0, 8, 8, k_red);
    EXPECT_EQ(wide.plain(),
              "    ████████\n"
              "    ████████\n"
              "    ████████\n"
              "    ████████");
}

TEST(TermCanvas, LettersStandInTheirCellsAndForeignOnesAreMarked) {
    TermCanvas made = canvas();
    made.text(2, 7, "a\x1b[b", k_blue);
    EXPECT_EQ(made.plain(), "  a?[b\n\n\n");
    made.text(6, 5, "cut off", k_blue);
    EXPECT_EQ(made.plain(), "  a?[b\n      cu\n\n");
}

TEST(TermCanvas, WhatIsNoNumberDrawsNothing) {
    TermCanvas made = canvas();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    made.line(nan, 0, 5, 5, k_red);
    made.circle(infinity, 1, 1, k_red);
    made.circle(1, 1, nan, k_red);
    made.fill_rectangle(0, nan, 4, 4, k_red);
    made.text(nan, 1, "x", k_red);
    made.view(0, 0, nan, 5);
    EXPECT_EQ(made.plain(), "\n\n\n");
}

TEST(TermCanvas, ACellHasTheColoursOfItsTwoPixels) {
    TermCanvas made(4, 1);
    made.view(0, 0, 4, 2);
    made.fill_rectangle(0, 1, 3, 2, k_red);
    made.fill_rectangle(1, 0, 2, 1, k_blue);
    made.fill_rectangle(2, 0, 3, 1, k_red);
    TermPicture picture(4, 2);
    made.paint(picture, 1);
    EXPECT_EQ(picture.cell(0, 1), (TermCell{k_upper_half, 0xFF0000}));
    EXPECT_EQ(picture.cell(1, 1), (TermCell{k_upper_half, 0xFF0000, 0x0000FF}));
    EXPECT_EQ(picture.cell(2, 1), (TermCell{k_full_block, 0xFF0000}));
    EXPECT_EQ(picture.cell(3, 1), TermCell{});
    EXPECT_EQ(picture.cell(0, 0), TermCell{});
}

TEST(TermCanvas, ALetterStandsOnTheLowerPixel) {
    TermCanvas made(3, 1);
    made.view(0, 0, 3, 2);
    made.fill_rectangle(0, 0, 3, 1, k_red);
    made.text(0, 1, "a b", k_blue);
    TermPicture picture(3, 1);
    made.paint(picture, 0);
    EXPECT_EQ(picture.cell(0, 0), (TermCell{U'a', 0x0000FF, 0xFF0000}));
    EXPECT_EQ(picture.cell(1, 0), (TermCell{U' ', TermCell::k_own_color, 0xFF0000}));
}

TEST(TermCanvas, RowsThatThePictureDoesNotHaveAreLeftOut) {
    TermCanvas made = canvas();
    made.fill_rectangle(0, 0, 8, 8, k_red);
    TermPicture picture(8, 3);
    made.paint(picture, 2);
    EXPECT_EQ(picture.plain(), "\n\n████████");
}

TEST(TermCanvas, ACharacterBeyondAsciiTakesOneColumn) {
    TermCanvas canvas(4, 1);
    canvas.view(0, 0, 4, 2);
    canvas.text(0, 1,
                "a\xc3\xab\xe2\x82\xac"
                "b",
                {});
    EXPECT_EQ(canvas.plain(), "a??b");
}

TEST(TermCanvas, KnowsWhoPlays) {
    const TermCanvas nobody(1, 1);
    EXPECT_EQ(nobody.player_name(Slot{0}), "");
    EXPECT_FALSE(nobody.is_own(Slot{0}));
    EXPECT_EQ(label_of(nobody, Slot{3}), "3");
    const TermCanvas somebody(1, 1, {{{0, "ann"}, {1, "b\x1bob"}}, Slot{2}});
    EXPECT_EQ(label_of(somebody, Slot{0}), "ann");
    EXPECT_EQ(somebody.player_name(Slot{1}), "b\x1bob");  // made safe where it is shown
    EXPECT_EQ(label_of(somebody, Slot{2}), "you");
    EXPECT_FALSE(somebody.is_own(Slot{0}));
}

TEST(TermCanvas, StatusLinesAreKeptEscaped) {
    TermCanvas made = canvas();
    made.status("score 3");
    made.status("name \x1b[2J");
    EXPECT_EQ(made.status_lines(), (std::vector<std::string>{"score 3", "name \\x1b[2J"}));
}

}  // namespace
}  // namespace tandem::tools
