// SPDX-License-Identifier: MIT
// The bodies of a match at 10 and 100 ms do what those of the lab's experiments do.
#include <tandem/tools/lab/match/world.hpp>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/tools/lab/experiments/get_distance.hpp>
#include <tandem/tools/lab/experiments/physics.hpp>

namespace tandem::test {
namespace {

using namespace tools::lab::match;
namespace lab = tools::lab;

World after(std::uint32_t seconds, std::uint32_t step_ms, HeldKeys keys) {
    World world;
    for (std::uint32_t ms = 0; ms < seconds * 1'000; ms += step_ms) {
        if (ms % 1'000 == 0) {
            world.begin_second();
        }
        world.step(step_ms * 1'000'000, keys, true);
    }
    return world;
}

TEST(MatchWorld, TheBulletIsTheArticlesSum) {
    for (const std::uint32_t step_ms : {10U, 25U, 100U}) {
        EXPECT_EQ(after(10, step_ms, {}).bullet.value,
                  lab::get_distance<double>(static_cast<int>(1'000 / step_ms)).distance);
    }
    EXPECT_EQ(after(10, 10, {}).bullet_nano, 10'000'000'000);
    EXPECT_NE(after(10, 10, {}).bullet_float, after(10, 100, {}).bullet_float);
}

// At the end of a step, so later and farther where half a second is none.
TEST(MatchWorld, AShotVanishesAtTheEndOfAStepAndIsFiredAnew) {
    const World slow = after(3, 125, {});
    EXPECT_EQ(slow.shot_ns, 500'000'000U);
    EXPECT_EQ(slow.shot_nano, 960'000'000'000);
    const World uneven = after(1, 200, {});
    EXPECT_EQ(uneven.shot_ns, 600'000'000U);
    EXPECT_EQ(uneven.shot_nano, 1'152'000'000'000);
    EXPECT_NEAR(uneven.shot.value, 1'152, 1e-9);
}

// C22: v0^2 / 2g - v0 dt / 2; integers do not rescue it.
TEST(MatchWorld, AJumpIsLowerInLongerSteps) {
    const World fast = after(1, 10, {k_jump_key, 0});
    const World slow = after(1, 100, {k_jump_key, 0});
    EXPECT_NEAR(fast.apex.value, 2.5 - 5 * 0.01, 1e-12);
    EXPECT_NEAR(slow.apex.value, 2.5 - 5 * 0.1, 1e-12);
    EXPECT_EQ(fast.apex_nano, 2'450'000'000);
    EXPECT_EQ(slow.apex_nano, 2'000'000'000);
}

TEST(MatchWorld, NobodyJumpsWithoutTheKeyOfPlayer0) {
    EXPECT_EQ(after(1, 10, {k_tap_key | k_hold_key, k_all_keys}).apex.value, 0);
    EXPECT_EQ(after(1, 10, {k_tap_key | k_hold_key, k_all_keys}).apex_nano, 0);
}

// C24, and again every second.
TEST(MatchWorld, TheSpringBlowsUpInLongStepsAndIsLetGoAnew) {
    for (const std::uint32_t seconds : {1U, 3U}) {
        EXPECT_NEAR(after(seconds, 10, {}).spring_max.value,
                    lab::spring_in_a_second({"L2", "normal"}).farthest, 5e-5);
        EXPECT_NEAR(after(seconds, 100, {}).spring_max.value,
                    lab::spring_in_a_second({"L2", "slow"}).farthest, 0.01);
    }
}

TEST(MatchWorld, EachPlayersKeyMovesItsOwnWalker) {
    const World world = after(1, 10, {k_hold_key, 0});
    EXPECT_NEAR(world.held[0].value, 100, 1e-9);
    EXPECT_EQ(world.held[1].value, 0);
}

// From there a step would overflow.
TEST(MatchWorld, WhatNoMatchReachesIsRefused) {
    const auto refuses = [](std::int64_t World::*member) {
        for (const std::int64_t value :
             {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
            World world;
            world.*member = value;
            EXPECT_THROW(world.check(), std::runtime_error);
        }
    };
    refuses(&World::bullet_nano);
    refuses(&World::shot_nano);
    refuses(&World::height_nano);
    refuses(&World::velocity_nano);
    for (const std::uint32_t step_ms : {1U, 10U, 100U, 1'000U}) {
        EXPECT_NO_THROW(after(2, step_ms, {k_jump_key, 0}).check());
    }
    // What is not refused can be played on, in the longest steps as well.
    World world;
    world.bullet_nano = 1'000'000'000'000'000'000;
    world.height_nano = world.velocity_nano = 1'000'000'000'000;
    ASSERT_NO_THROW(world.check());
    for (int second = 0; second < 300; ++second) {
        world.step(1'000'000'000, {}, true);
    }
    EXPECT_GT(world.apex_nano, 20'000'000'000'000);
    EXPECT_EQ(world.height_nano, 0);
}

TEST(MatchWorld, ATapIsSeenOncePerFrameHoweverItWasCut) {
    World world;
    world.step(4'000'000, {k_tap_key, 0}, false);
    world.step(6'000'000, {k_tap_key, 0}, true);
    EXPECT_EQ(world.tap_frames, 1U);
    world.step(10'000'000, {0, k_tap_key}, true);
    EXPECT_EQ(world.tap_frames, 1U);
}

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
