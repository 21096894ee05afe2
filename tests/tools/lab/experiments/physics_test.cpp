// SPDX-License-Identifier: MIT
// Bodies under loops: what a step's length decides (C22 to C27), and by which formula.
#include <tandem/tools/lab/experiments/physics.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

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

// v0^2 / 2g - v0 dt / 2 of a jump with v0 = 10, g = 20, where v0 / (g dt) is whole.
TEST(Physics, C22AJumpRisesByTheClosedFormOfItsStep) {
    for (const LoopOnMachine place :
         {LoopOnMachine{"L2", "fast"}, LoopOnMachine{"L2", "normal"}, LoopOnMachine{"L2", "slow"},
          LoopOnMachine{"L3", "slow"}, LoopOnMachine{"M2", "fast"}}) {
        EXPECT_NEAR(jump_apex(place), 2.5 - 5 * in_seconds(step_length(place)), 1e-12);
    }
}

TEST(Physics, C22AJumpUnderAFixedTickIsTheSameOnEveryMachine) {
    for (const std::string_view machine : k_machines) {
        for (const std::string_view loop : k_fixed_loops) {
            EXPECT_EQ(jump_apex({loop, machine}), jump_apex({loop, "fast"}));
        }
    }
}

TEST(Physics, C23AShotIsFoundOnItsWayWhereverItsStepsAreTooLong) {
    for (const std::string_view machine : k_machines) {
        const LoopOnMachine place{"L2", machine};
        EXPECT_EQ(shot_at_wall(place).hit_at_step_end, step_length(place) < milliseconds(40));
        EXPECT_TRUE(shot_at_wall(place).hit_on_the_way);
    }
    for (const LoopOnMachine place : k_fixed) {
        EXPECT_FALSE(shot_at_wall(place).hit_at_step_end);
        EXPECT_TRUE(shot_at_wall(place).hit_on_the_way);
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

TEST(Physics, C25DampingCountsUpdates) {
    for (const LoopOnMachine place : {LoopOnMachine{"L2", "normal"}, LoopOnMachine{"L2", "1:19"},
                                      LoopOnMachine{"L2", "slow"}, LoopOnMachine{"L4", "slow"}}) {
        const DampedRun run = damped_in_a_second(place);
        EXPECT_NEAR(run.velocity, std::pow(0.99, run.updates), 1e-9) << place.machine;
        EXPECT_EQ(run.updates * step_length(place), Flicks(std::chrono::seconds(1)));
    }
}

TEST(Physics, C27AHoldGoesAsFarOnBothPeersOfAFixedTickAlone) {
    EXPECT_NE(pixels_walked({"L2", "fast"}), pixels_walked({"L2", "slow"}));
    const std::vector<bool> held = ticks_held({"L4", "fast"});
    EXPECT_EQ(walked_by_ticks({"L4", "fast"}, held), walked_by_ticks({"L4", "slow"}, held));
}

}  // namespace
}  // namespace tandem::tools::lab
