// SPDX-License-Identifier: MIT
// Bodies under loops, against the inventory's C22 to C27.
#include <tandem/tools/lab/experiments/physics.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

// Half of the last digit that the inventory prints.
constexpr double k_two_digits = 0.5e-2;
constexpr double k_three_digits = 0.5e-3;

TEST(Physics, DrivesExactlyTheGameTimeAndLeavesEmptyStepsOut) {
    for (const LoopOnMachine place :
         {LoopOnMachine{"L2", "fast"}, LoopOnMachine{"L2", "slow"}, LoopOnMachine{"L4", "slow"}}) {
        Flicks simulated{};
        run_updates(place, std::chrono::seconds(1), [&](const Update& update) {
            EXPECT_NE(update.step, Flicks(0));
            simulated += update.step;
        });
        EXPECT_EQ(simulated, Flicks(std::chrono::seconds(1)));
    }
    EXPECT_EQ(step_length({"L2", "1:39"}), Flicks(milliseconds(40)));
    EXPECT_EQ(step_length({"M2", "slow"}), Flicks(milliseconds(50)));
}

TEST(Physics, C22AJumpUnderAVariableStepDependsOnTheMachine) {
    EXPECT_NEAR(jump_apex({"L2", "fast"}), 2.49, 1e-12);
    EXPECT_NEAR(jump_apex({"L2", "normal"}), 2.45, 1e-12);
    EXPECT_NEAR(jump_apex({"L2", "slow"}), 2.00, 1e-12);
}

TEST(Physics, C22AJumpUnderAFixedTickClearsTheWallOnEveryMachine) {
    for (const std::string_view machine : k_machines) {
        EXPECT_NEAR(jump_apex({"L3", machine}), 2.40, 1e-12);
        EXPECT_NEAR(jump_apex({"L4", machine}), 2.304, 1e-12);
        EXPECT_NEAR(jump_apex({"M2", machine}), 2.25, 1e-12);
        EXPECT_EQ(jump_apex({"L4", machine}), jump_apex({"L4", "fast"}));
    }
}

TEST(Physics, C23AShotGoesThroughTheWallWhereverItsStepsAreLong) {
    EXPECT_TRUE(shot_at_wall({"L2", "fast"}).hit_at_step_end);
    EXPECT_TRUE(shot_at_wall({"L2", "normal"}).hit_at_step_end);
    EXPECT_FALSE(shot_at_wall({"L2", "1:39"}).hit_at_step_end);
    EXPECT_FALSE(shot_at_wall({"L2", "slow"}).hit_at_step_end);
    EXPECT_TRUE(shot_at_wall({"L2", "slow"}).hit_on_the_way);
    for (const LoopOnMachine place : k_fixed) {
        EXPECT_FALSE(shot_at_wall(place).hit_at_step_end);
        EXPECT_TRUE(shot_at_wall(place).hit_on_the_way);
    }
}

TEST(Physics, C24ASpringBlowsUpUnderAVariableStepAlone) {
    EXPECT_NEAR(spring_in_a_second({"L2", "fast"}).farthest, 1.0003, 0.5e-4);
    EXPECT_NEAR(spring_in_a_second({"L2", "normal"}).farthest, 1.0079, 0.5e-4);
    EXPECT_NEAR(spring_in_a_second({"L2", "slow"}).farthest, 1'398'101.33, k_two_digits);
    for (const std::string_view machine : k_machines) {
        EXPECT_NEAR(spring_in_a_second({"L3", machine}).farthest, 1.033, k_three_digits);
        EXPECT_NEAR(spring_in_a_second({"W2", machine}).farthest, 1.097, k_three_digits);
        EXPECT_NEAR(spring_in_a_second({"L4", machine}).farthest, 1, 1e-9);
        EXPECT_NEAR(spring_in_a_second({"M2", machine}).farthest, 1.266, k_three_digits);
    }
}

TEST(Physics, C24TheSpringsGrowingPartIsExactlyFourTimesAsFarEachFrame) {
    const ExactSpring spring = spring_in_quarters();
    ASSERT_EQ(spring.numerators.size(), 11U);
    Integer quarters = 1;  // 4^n
    for (std::size_t n = 1; n != spring.numerators.size(); ++n) {
        quarters *= 4;
        // x(n) + x(n-1) / 4, whose powers of 1/4 cancel out.
        const Integer growing = spring.numerators[n] + spring.numerators[n - 1];
        EXPECT_EQ(growing, (n % 2 == 0 ? 5 : -5) * (quarters / 4) * quarters) << n;
    }
    // (4 * 4^10 - 4^-10) / 3
    EXPECT_EQ(3 * spring.numerators.back(), 4 * quarters * quarters - 1);
    EXPECT_NEAR(spring_in_a_second({"L2", "slow"}).farthest,
                static_cast<double>(spring.numerators.back()) / static_cast<double>(quarters),
                1e-6);
}

TEST(Physics, C25DampingFollowsTheFrameRateUnderAVariableStep) {
    const auto damped = [](LoopOnMachine place, int updates) {
        const DampedRun run = damped_in_a_second(place);
        EXPECT_EQ(run.updates, updates) << place.machine;
        return run.velocity;
    };
    EXPECT_NEAR(damped({"L2", "normal"}, 100), 0.366, k_three_digits);
    EXPECT_NEAR(damped({"L2", "1:19"}, 50), 0.605, k_three_digits);
    EXPECT_NEAR(damped({"L2", "slow"}, 10), 0.904, k_three_digits);
    for (const LoopOnMachine place : k_fixed) {
        EXPECT_NEAR(damped(place, 25), 0.778, k_three_digits);
    }
}

TEST(Physics, C26APolledTapIsLostOnASlowMachineAndALatchedOneNever) {
    EXPECT_EQ(updates_that_see_tap({"L2", "fast"}, Reading::polled), 27);
    EXPECT_EQ(updates_that_see_tap({"L2", "normal"}, Reading::polled), 5);
    EXPECT_EQ(updates_that_see_tap({"L2", "slow"}, Reading::polled), 0);
    for (const std::string_view loop : k_fixed_loops) {
        for (const std::string_view machine : k_machines) {
            EXPECT_GE(updates_that_see_tap({loop, machine}, Reading::latched), 1);
        }
    }
    EXPECT_EQ(updates_that_see_tap({"L4", "fast"}, Reading::latched), 1);
    EXPECT_EQ(updates_that_see_tap({"L4", "slow"}, Reading::latched), 1);
}

TEST(Physics, C27AHoldGoesAsFarOnBothPeersOfAFixedTickAlone) {
    EXPECT_NEAR(pixels_walked({"L2", "fast"}), 25.4, 1e-9);
    EXPECT_NEAR(pixels_walked({"L2", "normal"}), 25.0, 1e-9);
    EXPECT_NEAR(pixels_walked({"L2", "slow"}), 20.0, 1e-9);
    const std::vector<bool> held = ticks_held({"L4", "fast"});
    EXPECT_EQ(std::count(held.begin(), held.end(), true), 6);
    EXPECT_EQ(walked_by_ticks({"L4", "fast"}, held), 24'000);
    EXPECT_EQ(walked_by_ticks({"L4", "slow"}, held), 24'000);
}

TEST(Physics, TheScriptedLinearArmDiffersInTheLastDigits) {
    EXPECT_EQ(car_in_ten_seconds({"L2", "normal"}), 9.9999999999998312);
    EXPECT_EQ(car_in_ten_seconds({"L2", "slow"}), 9.9999999999999805);
}

}  // namespace
}  // namespace tandem::tools::lab
