// SPDX-License-Identifier: MIT
// Records into a file and out of it again.
#include <tandem/tools/lab/replay/recording.hpp>

#include <chrono>
#include <set>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
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

using std::chrono::milliseconds;

TEST(FrameLogTest, HasEveryUpdateOfALoop) {
    const FrameLog log = log_loop(*find_loop("L3"), *parse_machine("slow"));
    ASSERT_EQ(log.updates.size(), 498U);
    EXPECT_EQ(log.report.frames, 83U);
    for (const LoggedUpdate& update : log.updates) {
        EXPECT_EQ(update.step, milliseconds(20));
    }
}

std::vector<Flicks> steps(const FrameLog& log) {
    std::vector<Flicks> all;
    for (const LoggedUpdate& update : log.updates) {
        all.push_back(update.step);
    }
    return all;
}

TEST(FrameLogTest, UnevenFramesComeAgainWithTheirSeedAndDifferWithAnother) {
    const auto run = [](std::optional<std::uint64_t> seed) {
        return steps(log_loop(*find_loop("L2"), *parse_machine("normal"),
                              {.window = milliseconds(500), .jitter_seed = seed}));
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
    EXPECT_NE(run(1), run(std::nullopt));
    for (const Flicks step : run(1)) {
        EXPECT_LE(step, Flicks(milliseconds(10)) + 2 * k_jitter + Flicks(milliseconds(1)));
    }
}

TEST(FrameLogTest, ARunOfTooManyStepsIsRefused) {
    EXPECT_THROW(
        log_loop(*find_loop("L0"), *parse_machine("0:0.01"), {.window = std::chrono::hours(1)}),
        RunTooLong);
}

TEST(FrameLogTest, KeysAreATimesNotAFrames) {
    EXPECT_EQ(keys_at(milliseconds(1'000)), keys_at(milliseconds(1'019)));
    std::set<std::uint8_t> seen;
    for (int look = 0; look < 200; ++look) {
        seen.insert(keys_at(look * milliseconds(100)));
    }
    EXPECT_GT(seen.size(), 4U);
}

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
