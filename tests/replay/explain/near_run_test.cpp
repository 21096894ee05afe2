// SPDX-License-Identifier: MIT
// A part of a recording comes out as recorded, or parts at the very place.
#include <gtest/gtest.h>

#include <tandem/replay/explain/near_run.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

replay::NearRun run_near(const Recorded& recorded, const replay::NearRunPlan& plan) {
    const auto replay = open_replay(recorded);
    auto run = replay::run_near(*replay, sim::erase<Counter>(), plan);
    EXPECT_TRUE(run) << (run ? "" : run.error().text());
    return run ? std::move(run).value() : replay::NearRun{};
}

Recording near_keyframes() { return {.options = {.block_ticks = 10, .keyframe_ticks = 20}}; }

TEST(NearRun, EndsInTheRecordedStateWhereverItBegins) {
    const Recorded recorded = record<Counter>(near_keyframes());
    for (const std::uint64_t end : {0U, 1U, 20U, 57U, 100U}) {
        const auto near = run_near(recorded, {replay::RunFrom::keyframe, end});
        const auto whole = run_near(recorded, {replay::RunFrom::start, end});
        EXPECT_TRUE(near.agrees() && whole.agrees());
        EXPECT_EQ(near.state, recorded.states[end]);
        EXPECT_EQ(whole.state, recorded.states[end]);
        EXPECT_EQ(near.hashes, recorded.hashes[end]);
        EXPECT_EQ(whole.from_ticks_done, 0U);
        EXPECT_GE(near.from_ticks_done + 20, end);
    }
}

TEST(NearRun, StopsWhereItParts) {
    Recording recording = near_keyframes();
    recording.plant = sim::Plant{sim::Tick{53}, "totals[0]", 3, false};
    const Recorded recorded = record<Counter>(recording);
    const auto run = run_near(recorded, {replay::RunFrom::start, 100});
    EXPECT_EQ(run.parted_at, 54U);
    EXPECT_EQ(run.ticks_done, 54U);
    const auto on = run_near(recorded, {replay::RunFrom::start, 100, std::nullopt, false});
    EXPECT_EQ(on.parted_at, 54U);
    EXPECT_EQ(on.ticks_done, 100U);
}

TEST(NearRun, ARestoreOnTheWayShowsWhatAStateLacks) {
    const Recorded recorded = record<SeldomForgetful<16>>(near_keyframes());
    const auto replay = open_replay(recorded);
    const auto run = replay::run_near(*replay, sim::erase<SeldomForgetful<16>>(),
                                      {replay::RunFrom::start, 100, 40});
    ASSERT_TRUE(run);
    EXPECT_EQ(run->parted_at, 48U) << "the next tick in which the lost field is read";
}

TEST(NearRun, EndsEarlyWhereTheCallerStops) {
    const Recorded recorded = record<Counter>(near_keyframes());
    const auto replay = open_replay(recorded);
    const auto run = replay::run_near(*replay, sim::erase<Counter>(), {replay::RunFrom::start, 100},
                                      [](auto) { return false; });
    ASSERT_TRUE(run);
    EXPECT_EQ(run->ticks_done, 0U);
}

}  // namespace
}  // namespace tandem::test
