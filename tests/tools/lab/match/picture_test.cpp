// SPDX-License-Identifier: MIT
// A picture says where the bodies are, and none of it is a number that a canvas cannot take.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <tandem/tools/lab/match/picture.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;

class Notes final : public Canvas {
public:
    void view(float, float, float right, float top) override {
        width = right;
        height = top;
    }
    void line(float x0, float y0, float x1, float y1, Color) override { note({x0, y0, x1, y1}); }
    void polygon(std::span<const DrawPoint>, Color) override {}
    void circle(float x, float y, float radius, Color) override {
        note({x, y, radius});
        circles.push_back({x, y});
    }
    void fill_rectangle(float, float, float, float, Color) override {}
    void text(float, float, std::string_view, Color) override {}
    void status(std::string_view text) override { line_below = text; }

    float width = 0;
    float height = 0;
    std::vector<std::pair<float, float>> circles;
    std::string line_below;

private:
    void note(const std::vector<float>& values) const {
        for (const float value : values) {
            EXPECT_TRUE(std::isfinite(value));
            EXPECT_LE(std::abs(value), width);
        }
    }
};

TEST(MatchPicture, BlendsTwoStates) {
    Notes notes;
    draw_picture(notes, {2, 0, 1, {}}, {4, 2, 1, {}}, 0.5F);
    ASSERT_EQ(notes.circles.size(), 5U);
    EXPECT_EQ(notes.circles[0].first, 3);
    EXPECT_EQ(notes.circles[1].second, 1);
    EXPECT_EQ(notes.line_below.substr(0, 8), "bullet 4");
}

TEST(MatchPicture, ASpringThatHasBlownUpStaysInThePicture) {
    Notes notes;
    constexpr double k_far = 1e300;
    draw_picture(notes, {k_far, k_far, -k_far, {k_far, k_far}},
                 {k_far, k_far, std::numeric_limits<double>::infinity(), {k_far, 0}}, 1);
    EXPECT_EQ(notes.circles.size(), 5U);
}

}  // namespace
}  // namespace tandem::test
