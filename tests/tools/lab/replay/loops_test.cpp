// SPDX-License-Identifier: MIT
// Every loop against what the inventory derives of its replays, errors and agreement.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

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

TEST(ReplayLoops, AgreeAtEqualTimeWhereTheMachineKeepsUp) {
    using Names = std::vector<std::string>;
    const Names keeps_up{"fast", "normal"};
    const Names catches_up{"fast", "normal", "slow"};
    const Names uncapped{"fast", "normal", "slow", "floor"};
    const Names all{"fast", "normal", "slow", "floor", "choked"};
    const std::map<std::string_view, Names> expected{
        {"L0", {"normal"}}, {"L1", keeps_up}, {"L2", {}},       {"L3", catches_up},
        {"L4", catches_up}, {"G1", keeps_up}, {"G2", uncapped}, {"G3", keeps_up},
        {"W1", keeps_up},   {"W2", uncapped}, {"W3", uncapped}, {"M1", keeps_up},
        {"M2", uncapped},   {"M3b", all},     {"M3c", all}};
    for (const auto& [id, machines] : expected) {
        EXPECT_EQ(replay_loop(*find_loop(id)).on_time, machines) << id;
    }
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

// The inventory's figures, by machine: fast, normal, slow, floor.
TEST(ReplayLoops, ErrorsOfTheSumAreTheInventorys) {
    const auto variable = replay_loop(*find_loop("L2")).distance_errors;
    EXPECT_NEAR(variable[0], 8.21e-15, 1e-17);
    EXPECT_NEAR(variable[1], -1.685e-13, 1e-16);
    EXPECT_NEAR(variable[2], -1.918e-14, 1e-17);
    EXPECT_NEAR(variable[3], 3.2e-15, 1e-17);
    for (const std::size_t machine : {0U, 1U}) {
        EXPECT_NEAR(replay_loop(*find_loop("L1")).distance_errors[machine], -3.730e-14, 1e-17);
        EXPECT_NEAR(replay_loop(*find_loop("L4")).distance_errors[machine], -3.730e-14, 1e-17);
        EXPECT_NEAR(replay_loop(*find_loop("L3")).distance_errors[machine], -1.243e-13, 1e-16);
    }
}

}  // namespace
}  // namespace tandem::tools::lab
