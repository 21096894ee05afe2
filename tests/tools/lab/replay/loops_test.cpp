// SPDX-License-Identifier: MIT
// The replays of every loop, and that two tables say the same of it.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/tools/lab/replay/tables.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tests/tools/lab/tables.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ReplayLoops, OnlyTheVariableStepNeedsItsStepsStored) {
    for (const Loop* loop : steady_loops()) {
        const LoopReplay run = replay_loop(*loop);
        EXPECT_EQ(run.inputs, loop->id != "L2") << loop->id;
        EXPECT_EQ(run.agrees_at_tick, loop->id != "L2") << loop->id;
        EXPECT_TRUE(run.inputs_and_steps) << loop->id;
    }
}

TEST(ReplayLoops, AFileWithAPlantedFaultDoesNotReplay) {
    RunRecord run;
    run_loop(*find_loop("L2"), *parse_machine("normal"), {}, &run);
    EXPECT_TRUE(replays_from_file(run));
    for (const std::uint64_t update : {0U, 500U, 999U}) {
        EXPECT_FALSE(replays_from_file(run, sim::Plant{sim::Tick{update}, "walker"})) << update;
    }
    EXPECT_FALSE(replays_from_file(RunRecord{})) << "a file without an update proves nothing";
}

// What lab loops says of a loop on a machine, lab replay says too, wherever the other machine of
// that row keeps time as well.
TEST(ReplayLoops, AgreeWithTheTableOfLoops) {
    const auto tables = find_section("loops")->run({});
    ASSERT_TRUE(tables);
    for (const Loop* loop : steady_loops()) {
        const LoopReplay replayed = replay_loop(*loop);
        const std::vector<std::string>& on_time = replayed.on_time;
        const auto is_on_time_on = [&](const std::string& machine) {
            return std::find(on_time.begin(), on_time.end(), machine) != on_time.end();
        };
        for (std::size_t i = 0; i < known_machines().size(); ++i) {
            const std::string& machine = known_machines()[i].name;
            const std::string other = machine == "fast" ? "normal" : "fast";
            const auto text = [&](const char* key) {
                return cell_of(tables->front(), {std::string(loop->id), machine}, key);
            };
            EXPECT_EQ(text("agree_at_time") == "yes",
                      is_on_time_on(machine) && is_on_time_on(other))
                << loop->id << " on " << machine;
            EXPECT_EQ(text("distance_error"), cell_text(ExactDouble{replayed.distance_errors[i]}));
        }
    }
}

TEST(ReplayRefresh, TicksOfTheirOwnAgreeOnBoth) {
    const RefreshRun run = run_refresh_pair("M2");
    EXPECT_EQ(run.ratios[0], run.ratios[1]);
    EXPECT_EQ(run.ticks.differing, 0U);
    EXPECT_GT(run.ticks.compared, 0U);
}

}  // namespace

}  // namespace tandem::tools::lab
