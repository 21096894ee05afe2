// SPDX-License-Identifier: MIT
// The bodies of the experiments in all three arithmetics, by what they must have in common and by
// closed forms.
#include <tandem/tools/lab/games/bodies.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <tandem/tools/lab/experiments/get_distance.hpp>

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
    jump.leave_ground();
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

TEST(Bodies, C11C12TheCarIsGetDistanceToTheBit) {
    const auto drive = [](auto number, int length, int steps) {
        using Number = decltype(number);
        return after(Car<Number>{}, number, milliseconds(length), steps).distance;
    };
    EXPECT_EQ(drive(double{}, 25, 400), get_distance<double>(40).distance);
    EXPECT_EQ(drive(double{}, 10, 1'000), get_distance<double>(100).distance);
    EXPECT_EQ(drive(Integer{}, 25, 400), drive(Integer{}, 10, 1'000));
}

TEST(Bodies, C16TheBulletDriftsInFloatsAndNotInIntegers) {
    const auto bullet = [](auto number, int length, int steps) {
        using Number = decltype(number);
        return after(Bullet<Number>{.speed = Number(k_bullet_speed)}, number, milliseconds(length),
                     steps)
            .pixels();
    };
    EXPECT_GT(bullet(double{}, 10, 50), bullet(double{}, 100, 5));
    EXPECT_GT(bullet(float{}, 10, 50), bullet(float{}, 100, 5));
    EXPECT_EQ(bullet(Integer{}, 10, 50), bullet(Integer{}, 100, 5));
}

// v0^2 / 2g - v0 dt / 2, with the other sign where the old velocity moves the body.
TEST(Bodies, C22TheJumpsApexFollowsTheStepInEveryArithmetic) {
    for (const int length : {2, 10, 100}) {
        const double lower = 5 * in_seconds(milliseconds(length));
        EXPECT_NEAR(jump_at<double>(milliseconds(length)).apex_units(), 2.5 - lower, 1e-12);
        EXPECT_NEAR(jump_at<float>(milliseconds(length)).apex_units(), 2.5 - lower, 1e-5);
        EXPECT_NEAR(jump_at<Integer>(milliseconds(length)).apex_units(), 2.5 - lower, 1e-12);
        EXPECT_NEAR(jump_at<double>(milliseconds(length), Euler::forward).apex_units(), 2.5 + lower,
                    1e-12);
    }
}

TEST(Bodies, AJumpEndsOnTheGroundAndMayBeginAgain) {
    Jump<Integer> jump = jump_at<Integer>(milliseconds(20));
    EXPECT_EQ(jump.height, 0);
    EXPECT_EQ(jump.velocity, 0);
    const Jump<Integer> landed = jump;
    jump.step(step_of<Integer>(milliseconds(20)));
    EXPECT_EQ(jump, landed);
    jump.leave_ground();
    EXPECT_TRUE(jump.is_in_air);
    jump.step(step_of<Integer>(milliseconds(20)));
    const Integer velocity = jump.velocity;
    jump.leave_ground();
    EXPECT_EQ(jump.velocity, velocity);
}

TEST(Bodies, AJumpSurvivesAStepOfNoLength) {
    Jump<double> jump;
    jump.leave_ground();
    jump.step(step_of<double>(Flicks(0)));
    EXPECT_TRUE(jump.is_in_air);
    EXPECT_EQ(jump.velocity, 10);
}

// A step of 2 / omega, here 80 ms, is the longest under which the spring swings.
TEST(Bodies, C24TheSpringGrowsWhereItsStepIsTooLong) {
    for (const int length : {2, 10, 75, 85, 100}) {
        const auto farthest = [&](auto number) {
            using Number = decltype(number);
            return after(Spring<Number>{}, number, milliseconds(length), 1'000 / length);
        };
        EXPECT_EQ(farthest(double{}).farthest > 10, length > 80) << length;
        EXPECT_EQ(farthest(Integer{}).farthest_units() > 10, length > 80) << length;
    }
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
    EXPECT_NEAR(damped.units(), std::pow(0.99, 25), 1e-12);
    EXPECT_NEAR(whole.units(), std::pow(0.99, 25), 5e-4);
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
    latch.update(k_tap, milliseconds(1'000));
    EXPECT_FALSE(latch.extract());
    latch.update(k_tap, milliseconds(1'100));
    EXPECT_TRUE(latch.extract());
    EXPECT_FALSE(latch.extract());
}

TEST(Bodies, ALatchTellsAKeyThatIsStillDown) {
    KeyLatch latch;
    latch.update(k_hold, milliseconds(1'100));
    EXPECT_TRUE(latch.extract());
    EXPECT_TRUE(latch.extract());
    latch.update(k_hold, milliseconds(1'257));
    EXPECT_FALSE(latch.extract());
}

}  // namespace
}  // namespace tandem::tools::lab
