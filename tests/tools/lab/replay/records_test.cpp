// SPDX-License-Identifier: MIT
// Records made of frames, and runs that end early.
#include <tandem/tools/lab/replay/records.hpp>

#include <gtest/gtest.h>

#include <chrono>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>

namespace tandem::tools::lab {
namespace {

TEST(Records, LengthsOfFramesAreReplacedAndKeysKept) {
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

TEST(Records, AStepThatThrowsIsNamed) {
    const GameRun run = run_records(sim::erase<YardWithAssertion>(), yard_records(500));
    ASSERT_TRUE(run.failed_at);
    EXPECT_EQ(run.hashes.size(), *run.failed_at);
    EXPECT_NE(run.failure.find("tick " + std::to_string(*run.failed_at)), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools::lab
