// SPDX-License-Identifier: MIT
// What a recording must hold: C01 to C03, each arm seen to hold or to fail.
#include <gtest/gtest.h>

#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayStored, KeysByFrameFailFromTheFirstFrameOfAnotherLengthOn) {
    for (const Machine& recorded : known_machines()) {
        for (const Machine& played : known_machines()) {
            const VariableReplay run = replay_keys_only(recorded, played);
            EXPECT_EQ(run.comparison.first, run.first_other_step)
                << recorded.name << " on " << played.name;
            EXPECT_EQ(run.comparison.differing == 0, recorded.frame_cost() == played.frame_cost());
            EXPECT_GE(run.comparison.compared, 25U);
        }
    }
}

TEST(ReplayStored, KeysAndLengthsOfFramesSuffice) {
    for (const Machine& machine : known_machines()) {
        const Comparison run = replay_keys_and_steps(machine);
        EXPECT_EQ(run.differing, 0U) << machine.name;
        EXPECT_GE(run.compared, 25U);
    }
}

TEST(ReplayStored, AFaultInAFileOfKeysAndLengthsIsFoundAtItsTick) {
    const Comparison run =
        replay_keys_and_steps(*parse_machine("normal"), sim::Plant{sim::Tick{60}, "car"});
    EXPECT_EQ(run.first, 60U);
    EXPECT_EQ(run.differing, 1U);
}

TEST(ReplayStored, KeysByTickSufficeOnEveryMachine) {
    for (const Machine& machine : known_machines()) {
        const Comparison run = replay_ticks(machine);
        EXPECT_EQ(run.differing, 0U) << machine.name;
        EXPECT_GT(run.compared, 150U) << machine.name;
    }
}

TEST(ReplayStored, AClockAsSeedFailsAtTheFirstDrawAndASeedInTheHeaderDoesNot) {
    EXPECT_EQ(replay_wall_clock().first, Yard::k_gust_ticks - 1);
    EXPECT_EQ(replay_seed().differing, 0U);
    EXPECT_EQ(replay_seed().compared, 500U);
}

TEST(ReplayStored, FilmBringsEveryStateBack) {
    const Comparison run = replay_film();
    EXPECT_EQ(run.differing, 0U);
    EXPECT_EQ(run.compared, 1'000U);
}

}  // namespace
}  // namespace tandem::tools::lab
