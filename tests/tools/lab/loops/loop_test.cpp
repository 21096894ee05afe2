// SPDX-License-Identifier: MIT
// Loops by their ids, how much of their time is accounted for, and runs that would take too long.
// The figures of each loop on each machine stand in tests/golden/lab/loops.txt.
#include <tandem/tools/lab/loops/loop.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tandem::tools::lab {
namespace {

TEST(Loops, LoseNoTimeAsPublished) {
    for (const Loop& loop : loops()) {
        for (const Machine& machine : known_machines()) {
            RunOptions options;
            if (loop.is_driven_by_input) {
                options.presses = scripted_presses(options.window);
            }
            const LoopReport report = run_loop(loop, machine, options);
            const std::string where = std::string(loop.id) + " on " + machine.name;
            EXPECT_EQ(report.busy + report.idle + report.stalled, report.window) << where;
            EXPECT_LE(report.worker_busy, report.window) << where;
            if (report.tick != Flicks(0)) {
                EXPECT_EQ(report.simulated, static_cast<std::int64_t>(report.updates) * report.tick)
                    << where;
            }
        }
    }
}

TEST(Loops, OfNoIdAreAllAndOfAnUnknownOneAnErrorThatNamesTheKnown) {
    EXPECT_EQ(choose_loops({})->size(), loops().size());
    const auto chosen = choose_loops({"M2", "L1"});
    ASSERT_TRUE(chosen);
    EXPECT_EQ(chosen->at(0)->id, "M2");
    EXPECT_EQ(chosen->at(1)->id, "L1");
    const auto unknown = choose_loops({"L9\n"});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, sim::ErrorCode::usage);
    EXPECT_NE(unknown.error().message.find("L0 L1 L2"), std::string::npos);
    EXPECT_EQ(unknown.error().message.find('\n'), std::string::npos);
}

TEST(Loops, OfAFamilyAreAllOfItsAndEachIsThereOnce) {
    const auto chosen = choose_loops({"M3", "G7b", "M1", "M3c", "G7b"});
    ASSERT_TRUE(chosen);
    std::string ids;
    for (const Loop* loop : *chosen) {
        ids += std::string(loop->id) + " ";
    }
    EXPECT_EQ(ids, "M3a M3b M3c G7b M1 ");
    EXPECT_FALSE(choose_loops({"M"}));
    EXPECT_FALSE(choose_loops({""}));
}

TEST(Loops, ThatRunByThemselvesAreAllButThoseOfThePlayerAndTheStoppedOne) {
    const auto steady = choose_steady_loops({});
    ASSERT_TRUE(steady);
    EXPECT_EQ(steady->size(), loops().size() - 5);
    EXPECT_EQ(choose_steady_loops({"G4"})->size(), 1U);
}

TEST(Loops, ThatTakeTooLongAreRefusedWithWhatWouldFit) {
    RunOptions options;
    options.window = std::chrono::hours(24);
    const Machine machine = *parse_machine("0:0.01");
    const auto report = try_loop(*find_loop("L0"), machine, options);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, sim::ErrorCode::usage);
    const std::string words = report.error().text();
    EXPECT_NE(words.find("L0 on the machine 0:0.01"), std::string::npos) << words;
    const std::size_t at = words.find("ask for ");
    ASSERT_NE(at, std::string::npos) << words;
    RunOptions shorter = options;
    shorter.window = std::chrono::seconds(std::stoi(words.substr(at + 8)));
    EXPECT_TRUE(try_loop(*find_loop("L0"), machine, shorter)) << words;
    EXPECT_THROW(run_loop(*find_loop("L0"), machine, options), RunTooLong);
}

// Whatever is asked for ends: nothing costs nothing, an hour's update, a screen of 1 and of 1000
// Hz.
TEST(Loops, EndOnEveryMachine) {
    for (const Loop& loop : loops()) {
        for (const char* text : {"0:0.01", "3600000:0.01", "0:3600000", "0.01:16.66", "50:0.5"}) {
            for (const std::uint32_t hz : {1U, 59U, 1'000U}) {
                for (const bool repaired : {false, true}) {
                    Machine machine = *parse_machine(text);
                    machine.refresh_hz = hz;
                    RunOptions options;
                    options.window = std::chrono::seconds(1);
                    options.presses.assign(3, std::chrono::milliseconds(100));
                    options.repaired = repaired;
                    const LoopReport report = run_loop(loop, machine, options);
                    EXPECT_EQ(report.busy + report.idle, report.window)
                        << loop.id << " on " << text << " at " << hz;
                }
            }
        }
    }
}

TEST(Loops, OfTooManyStepsNameSoManySecondsAsTheyThenRun) {
    const Machine machine = machine_of("0:1");
    RunOptions options;
    options.steps_max = 10'000;
    for (const auto& stall : {std::optional<Stall>(), std::optional(k_usual_stall)}) {
        options.stall = stall;
        options.window = std::chrono::hours(1);
        const auto refused = try_loop(*find_loop("L0"), machine, options);
        ASSERT_FALSE(refused);
        const std::string before = "ask for ";
        const std::string& text = refused.error().message;
        const std::size_t at = text.find(before);
        ASSERT_NE(at, std::string::npos) << text;
        const int named = std::stoi(text.substr(at + before.size()));
        options.window = std::chrono::seconds(named);
        EXPECT_TRUE(try_loop(*find_loop("L0"), machine, options)) << text;
        options.window = std::chrono::seconds(named + 1);
        EXPECT_FALSE(try_loop(*find_loop("L0"), machine, options)) << text;
    }
}

TEST(Loops, WithAWorkerRunOnTheRealClockToo) {
    for (const char* id : {"M3b", "M3c"}) {
        RunOptions options;
        options.window = std::chrono::milliseconds(120);
        options.real = true;
        const LoopReport report = run_loop(*find_loop(id), *parse_machine("fast"), options);
        EXPECT_LE(report.updates, 2U) << id;
        EXPECT_LE(report.busy + report.idle + report.stalled, report.window) << id;
    }
}

TEST(Loops, RunOnTheRealClockToo) {
    RunOptions options;
    options.window = std::chrono::milliseconds(50);
    options.real = true;
    const LoopReport report = run_loop(*find_loop("G2"), *parse_machine("fast"), options);
    // How many is the machine's affair; that time went by and none was counted twice is ours.
    EXPECT_LE(report.busy + report.idle + report.stalled, report.window);
    EXPECT_LE(report.updates, 50U / 16);
}

}  // namespace
}  // namespace tandem::tools::lab
