// SPDX-License-Identifier: MIT
// The bodies of the experiments in all three arithmetics. Expected values are the inventory's,
// derived without this code.
#include <tandem/tools/lab/games/bodies.hpp>

#include <gtest/gtest.h>

#include <bit>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

template <class Body, class Number>
Body after(Body body, Number, Flicks length, int steps) {
    for (int i = 0; i < steps; ++i) {
        body.step(step_of<Number>(length));
    }
    return body;
}

template <class Number>
Jump<Number> jump_at(Flicks length, Euler euler = Euler::semi_implicit) {
    Jump<Number> jump;
    jump.take_off();
    while (jump.is_in_air) {
        jump.step(step_of<Number>(length), euler);
    }
    return jump;
}

TEST(Bodies, StepsAreTheNearestDoublesAndWholeMilliseconds) {
    const Flicks third = Flicks(Flicks::period::den) / 30;
    EXPECT_EQ(step_of<double>(milliseconds(10)).seconds, 0.01);
    EXPECT_EQ(step_of<float>(milliseconds(10)).seconds, 0.01F);
    EXPECT_EQ(step_of<double>(third).seconds, 1.0 / 30);
    EXPECT_EQ(step_of<Integer>(third).milliseconds, 33);
    EXPECT_EQ(step_of<Integer>(milliseconds(100)).milliseconds, 100);
}

TEST(Bodies, C11C12TheCarIsGetDistanceToTheBitAndExactInIntegers) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(
                  after(Car<double>{}, double{}, milliseconds(25), 400).distance),
              0x402400000000002aU);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(
                  after(Car<double>{}, double{}, milliseconds(10), 1'000).distance),
              0x4023ffffffffffa1U);
    EXPECT_EQ(after(Car<Integer>{}, Integer{}, milliseconds(25), 400).distance, 10'000);
    EXPECT_EQ(after(Car<Integer>{}, Integer{}, milliseconds(10), 1'000).distance, 10'000);
}

TEST(Bodies, C16TheBulletDriftsInFloatsAndNotInIntegers) {
    const auto bullet = [](auto number, int length, int steps) {
        using Number = decltype(number);
        return after(Bullet<Number>{.speed = Number(k_bullet_speed)}, number, milliseconds(length),
                     steps)
            .pixels();
    };
    EXPECT_EQ(bullet(double{}, 10, 50), 960.00000000000091);
    EXPECT_EQ(bullet(double{}, 100, 5), 960);
    EXPECT_NEAR(bullet(float{}, 10, 50), 960.00042725, 5e-9);
    EXPECT_EQ(bullet(float{}, 100, 5), 960);
    EXPECT_EQ(bullet(Integer{}, 10, 50), 960);
    EXPECT_EQ(bullet(Integer{}, 100, 5), 960);
}

TEST(Bodies, C22TheJumpsApexFollowsTheStepInEveryArithmetic) {
    EXPECT_NEAR(jump_at<double>(milliseconds(2)).apex_units(), 2.49, 1e-12);
    EXPECT_NEAR(jump_at<double>(milliseconds(10)).apex_units(), 2.45, 1e-12);
    EXPECT_NEAR(jump_at<float>(milliseconds(100)).apex_units(), 2.0, 1e-6);
    EXPECT_NEAR(jump_at<double>(milliseconds(100), Euler::forward).apex_units(), 3.0, 1e-12);
    EXPECT_EQ(jump_at<Integer>(milliseconds(10)).apex, 2'450'000);
    EXPECT_EQ(jump_at<Integer>(milliseconds(100)).apex, 2'000'000);
}

TEST(Bodies, AJumpEndsOnTheGroundAndMayBeginAgain) {
    Jump<Integer> jump = jump_at<Integer>(milliseconds(20));
    EXPECT_EQ(jump.height, 0);
    EXPECT_EQ(jump.velocity, 0);
    const Jump<Integer> landed = jump;
    jump.step(step_of<Integer>(milliseconds(20)));
    EXPECT_EQ(jump, landed);
    jump.take_off();
    EXPECT_TRUE(jump.is_in_air);
    jump.step(step_of<Integer>(milliseconds(20)));
    const Integer velocity = jump.velocity;
    jump.take_off();
    EXPECT_EQ(jump.velocity, velocity);
}

TEST(Bodies, AJumpSurvivesAStepOfNoLength) {
    Jump<double> jump;
    jump.take_off();
    jump.step(step_of<double>(Flicks(0)));
    EXPECT_TRUE(jump.is_in_air);
    EXPECT_EQ(jump.velocity, 10);
}

TEST(Bodies, C24TheSpringGrowsWhereItsStepIsTooLong) {
    EXPECT_NEAR(after(Spring<double>{}, double{}, milliseconds(2), 500).farthest, 1.0003, 5e-5);
    EXPECT_NEAR(after(Spring<double>{}, double{}, milliseconds(10), 100).farthest, 1.0079, 5e-5);
    EXPECT_NEAR(after(Spring<double>{}, double{}, milliseconds(100), 10).farthest, 1'398'101.33,
                5e-3);
    EXPECT_NEAR(after(Spring<Integer>{}, Integer{}, milliseconds(100), 10).farthest_units(),
                1'398'101.33, 5e-3);
    EXPECT_NEAR(after(Spring<Integer>{}, Integer{}, milliseconds(10), 100).farthest_units(), 1.0079,
                5e-5);
}

TEST(Bodies, AnIntegerSpringStopsBeforeItOverflows) {
    const auto spring = after(Spring<Integer>{}, Integer{}, std::chrono::hours(1), 1'000);
    EXPECT_EQ(spring.farthest, 4'000'000'000'000);
}

TEST(Bodies, C25DampingCountsStepsAndNotTime) {
    Damped<double> damped;
    Damped<Integer> whole;
    for (int i = 0; i < 25; ++i) {
        damped.step();
        whole.step();
    }
    EXPECT_NEAR(damped.units(), 0.778, 5e-4);
    EXPECT_NEAR(whole.units(), 0.778, 5e-4);
}

TEST(Bodies, C23AShotIsFoundOnItsWayWhateverItsStep) {
    for (const int length : {2, 10, 40, 100}) {
        const bool at_step_end = length <= 10;
        const auto shot = after(Shot<double>{}, double{}, milliseconds(length), 400 / length);
        EXPECT_EQ(shot.hit_at_step_end, at_step_end) << length;
        EXPECT_TRUE(shot.hit_on_the_way) << length;
        EXPECT_EQ(
            after(Shot<Integer>{}, Integer{}, milliseconds(length), 400 / length).hit_at_step_end,
            at_step_end);
    }
}

TEST(Bodies, AShotThatStopsShortOfTheWallHitsNothing) {
    const auto shot = after(Shot<double>{}, double{}, milliseconds(10), 12);
    EXPECT_EQ(shot.position, 480);
    EXPECT_FALSE(shot.hit_at_step_end);
    EXPECT_FALSE(shot.hit_on_the_way);
}

TEST(Bodies, C27AWalkerMovesWhileTheKeyIsHeld) {
    const auto walk = [](auto number, int length) {
        using Number = decltype(number);
        Walker<Number> walker;
        for (milliseconds now(0); now < milliseconds(2'000); now += milliseconds(length)) {
            walker.step(step_of<Number>(milliseconds(length)), k_hold.is_down(now));
        }
        return walker.pixels();
    };
    EXPECT_NEAR(walk(double{}, 2), 25.4, 1e-12);
    EXPECT_NEAR(walk(double{}, 10), 25.0, 1e-12);
    EXPECT_NEAR(walk(float{}, 100), 20.0, 1e-5);
    EXPECT_EQ(walk(Integer{}, 40), 24);
}

TEST(Bodies, C26ALatchKeepsATapThatCameAndWentBetweenTwoLooks) {
    KeyLatch latch;
    latch.look(k_tap, milliseconds(1'000));
    EXPECT_FALSE(latch.take());
    latch.look(k_tap, milliseconds(1'100));
    EXPECT_TRUE(latch.take());
    EXPECT_FALSE(latch.take());
}

TEST(Bodies, ALatchTellsAKeyThatIsStillDown) {
    KeyLatch latch;
    latch.look(k_hold, milliseconds(1'100));
    EXPECT_TRUE(latch.take());
    EXPECT_TRUE(latch.take());
    latch.look(k_hold, milliseconds(1'257));
    EXPECT_FALSE(latch.take());
}

}  // namespace
}  // namespace tandem::tools::lab
