// SPDX-License-Identifier: MIT
// Records into a file and out of it again.
#include <tandem/tools/lab/replay/recording.hpp>

#include <gtest/gtest.h>

#include <chrono>

#include <tandem/sim/erase.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

TEST(Recording, AFileHoldsTheRecordsAndTheChainOfTheRun) {
    const Records records = yard_records(120);
    const replay::Replay file = record(sim::erase<Yard>(), records, 5);
    EXPECT_EQ(records_of(file), records);
    EXPECT_EQ(file.chain(), run_records(sim::erase<Yard>(), records, 5).chain);
    EXPECT_NE(file.chain(), run_records(sim::erase<Yard>(), records, 6).chain);
    EXPECT_EQ(file.completeness(), replay::Completeness::complete);
}

TEST(Recording, LengthsOfFramesAreReplacedAndKeysKept) {
    const Loop& loop = *find_loop("L2");
    const FrameLog normal =
        log_loop(loop, *parse_machine("normal"), {.window = std::chrono::seconds(1)});
    const FrameLog slow =
        log_loop(loop, *parse_machine("slow"), {.window = std::chrono::seconds(1)});
    const Records records = variable_records(normal);
    EXPECT_EQ(with_steps_of(records, normal), records);
    const Records others = with_steps_of(records, slow);
    ASSERT_EQ(others.size(), slow.updates.size());
    for (std::size_t i = 0; i < others.size(); ++i) {
        EXPECT_EQ(others[i].back(), records[i].back()) << "the keys";
        EXPECT_EQ(others[i] == records[i], slow.updates[i].step == normal.updates[i].step);
    }
}

TEST(Recording, AStepThatThrowsIsNamed) {
    const GameRun run = run_records(sim::erase<YardWithAssertion>(), yard_records(500));
    ASSERT_TRUE(run.failed_at);
    EXPECT_EQ(run.hashes.size(), *run.failed_at);
    EXPECT_NE(run.failure.find("tick " + std::to_string(*run.failed_at)), std::string::npos);
}

TEST(Recording, AComparisonCountsWhatBothHave) {
    const Comparison comparison = compare({1, 2, 3, 4}, {1, 9, 3, 8, 5});
    EXPECT_EQ(comparison.compared, 4U);
    EXPECT_EQ(comparison.differing, 2U);
    EXPECT_EQ(comparison.first, 1U);
    EXPECT_FALSE(compare({1}, {1, 2}).first);
    EXPECT_EQ(compare({}, {1}).compared, 0U);
}

}  // namespace
}  // namespace tandem::tools::lab
