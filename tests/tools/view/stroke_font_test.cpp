// SPDX-License-Identifier: MIT
// What every letter has in common; how pretty they are is for eyes.
#include <tandem/tools/view/stroke_font.hpp>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include <string_view>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

constexpr float k_depth = 9;  // of descenders
constexpr float k_half_stroke = 0.5F;

using Figure = std::vector<std::tuple<float, float, float, float>>;

Figure figure_of(char letter) {
    Figure figure;
    for (const Stroke& stroke : strokes_of(letter)) {
        figure.emplace_back(stroke.x0, stroke.y0, stroke.x1, stroke.y1);
    }
    return figure;
}

TEST(StrokeFont, EveryPrintableLetterButTheSpaceHasStrokes) {
    EXPECT_TRUE(strokes_of(' ').empty());
    for (char letter = '!'; letter <= '~'; ++letter) {
        EXPECT_FALSE(strokes_of(letter).empty()) << letter;
    }
}

TEST(StrokeFont, EveryLetterStaysInItsCellWithTheWidthOfItsStrokes) {
    for (char letter = ' '; letter <= '~'; ++letter) {
        for (const Stroke& stroke : strokes_of(letter)) {
            for (const float x : {stroke.x0, stroke.x1}) {
                EXPECT_GE(x, k_half_stroke) << letter;
                EXPECT_LE(x, k_letter_advance - k_half_stroke) << letter;
            }
            for (const float y : {stroke.y0, stroke.y1}) {
                EXPECT_GE(y, -k_half_stroke) << letter;  // the dots of i and j
                EXPECT_LE(y, k_depth) << letter;
            }
        }
    }
}

TEST(StrokeFont, CapitalsAndDigitsAreAsHighAsACapital) {
    for (const char letter : std::string_view("ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789")) {
        float top = k_depth;
        float foot = 0;
        for (const Stroke& stroke : strokes_of(letter)) {
            top = std::min({top, stroke.y0, stroke.y1});
            foot = std::max({foot, stroke.y0, stroke.y1});
        }
        EXPECT_EQ(top, 0) << letter;
        EXPECT_EQ(foot, k_capital_height) << letter;
    }
}

TEST(StrokeFont, NoTwoLettersLookAlike) {
    std::set<Figure> seen;
    for (char letter = ' '; letter <= '~'; ++letter) {
        EXPECT_TRUE(seen.insert(figure_of(letter)).second) << letter;
    }
}

TEST(StrokeFont, WhatIsNotPrintableIsAQuestionMark) {
    for (const char other : {'\0', '\n', '\x1b', '\x7f', '\x80', '\xc3', '\xff'}) {
        EXPECT_EQ(figure_of(other), figure_of('?'));
    }
}

}  // namespace
}  // namespace tandem::tools
