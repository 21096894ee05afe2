// SPDX-License-Identifier: MIT
// A simulation of this program answers as any other program would.
#include <tandem/replay/explain/game_program.hpp>

#include <gtest/gtest.h>

#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {
namespace {

TEST(OwnProgram, StepsAsItsSimulationDoes) {
    const Recorded recorded = record<PhasedFork<0>>({.ticks = 20});
    const auto file = open_replay(recorded);
    replay::OwnProgram program(sim::erase<PhasedFork<0>>(), "this");
    EXPECT_EQ(program.build(), "this");
    ASSERT_TRUE(program.reset(file.header().setup));
    EXPECT_EQ(*program.save(), recorded.states[0]);
    const auto hashes = program.step(recorded.records);
    ASSERT_TRUE(hashes);
    ASSERT_EQ(hashes->size(), 20U);
    EXPECT_EQ(hashes->back().value, sim::hash_bytes(recorded.states[20]));
    ASSERT_TRUE(program.restore(recorded.states[7]));
    const auto phases = program.step_with_phases(recorded.records[7]);
    ASSERT_TRUE(phases);
    ASSERT_EQ(phases->size(), 2U);
    EXPECT_EQ((*phases)[1].phase, "growing");
    EXPECT_EQ((*phases)[1].state_hash.value, sim::hash_bytes((*phases)[1].state));
    EXPECT_EQ(*program.save(), recorded.states[8]);
}

TEST(OwnProgram, TellsHowManyTicksItCouldStep) {
    const Recorded recorded = record<Throwing>({.ticks = 5});
    const auto file = open_replay(recorded);
    replay::OwnProgram program(sim::erase<Throwing>());
    ASSERT_TRUE(program.reset(file.header().setup));
    std::vector<sim::Bytes> records(200, recorded.records[0]);
    const auto hashes = program.step(records);
    ASSERT_TRUE(hashes);
    EXPECT_LT(hashes->size(), records.size());
    EXPECT_GE(hashes->size(), 5U);
    EXPECT_EQ(program.step_with_phases(records[0]).error().code, sim::ErrorCode::step_failed);
}

}  // namespace
}  // namespace tandem::test
