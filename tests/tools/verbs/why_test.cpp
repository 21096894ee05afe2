// SPDX-License-Identifier: MIT
// why, inside of the test: the tick, the values, the phase and the inputs of a change, and what is
// said where there is none.
#include <algorithm>
#include <filesystem>

#include <tandem/tools/games/duel.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using games::Duel;

class Why : public InFolder {};

TEST_F(Why, NamesTickValuesPhaseAndInputs) {
    const std::string file = recorded<Duel>("a", {"--ticks", "300"});
    const Said said = expect<Duel>(0, {"why", file, "--at", "250", "ticks"});
    EXPECT_TRUE(
        said.out.starts_with("ticks last changed in tick 249 in the phase timers\n"
                             "  tick 249  ticks  249 | 250\n"
                             "  input of player 0  forward "))
        << said.out;
    EXPECT_TRUE(says(said.out, "\n  input of player 1  forward "));
    const Said moved = program<Duel>({"why", file, "--at", "250", "fighters[0].position"});
    EXPECT_TRUE(says(moved.out, "fighters[0].position last changed in tick "));
    EXPECT_TRUE(says(moved.out, " in the phase movement\n"));
    EXPECT_TRUE(says(moved.out, "  fighters[0].position.x  "));
}

TEST_F(Why, GoesBackFromChangeToChange) {
    const std::string file = recorded<Counter>("a", {"--ticks", "50"});
    const Said three = expect<Counter>(0, {"why", file, "ticks", "--back", "2"});
    EXPECT_TRUE(three.out.starts_with("ticks last changed in tick 49\n")) << three.out;
    EXPECT_TRUE(says(three.out, "\nbefore that in tick 48\n"));
    EXPECT_TRUE(says(three.out, "\nbefore that in tick 47\n"));
    EXPECT_FALSE(says(three.out, "tick 46"));
    const Said all = program<Counter>({"why", file, "ticks", "--all", "--at", "20"});
    EXPECT_TRUE(says(all.out, "before that in tick 0\n"));
    EXPECT_TRUE(says(all.out, "before that it has not changed from the beginning of the file on"));
}

TEST_F(Why, IsOneObjectAChangeInJson) {
    const std::string file = recorded<Counter>("a", {"--ticks", "50", "--seed", "4"});
    const Said said =
        expect<Counter>(0, {"--json", "why", file, "ticks", "--at", "9", "--back", "1"});
    EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 2);
    EXPECT_TRUE(says(said.out,
                     "\"game\":\"counter\",\"path\":\"ticks\",\"at\":9,\"tick\":8,\"from\":8,"
                     "\"to\":9,\"fields\":[{\"path\":\"ticks\",\"a\":\"8\",\"b\":\"9\","
                     "\"raw_a\":\"\",\"raw_b\":\"\",\"more\":0}],\"phases\":[],\"inputs\":[{"
                     "\"player\":0,\"value\":{\"amount\":"));
    EXPECT_TRUE(says(said.out, "\"planted\":false,\"reproduced\":true}"));
    const Said none = expect<Counter>(0, {"--json", "why", file, "totals.size"});
    EXPECT_TRUE(says(none.out, "\"path\":\"totals.size\",\"at\":50,\"tick\":null}"));
}

TEST_F(Why, SaysThatNothingChanged) {
    const std::string file = recorded<Counter>("a", {"--ticks", "50"});
    EXPECT_EQ(program<Counter>({"why", file, "totals.size"}).out,
              "totals.size has not changed from the beginning of the file, after 0 ticks, to the "
              "state after 50 ticks\n");
    EXPECT_TRUE(says(program<Counter>({"why", file, "totals[9]"}).out, "has not changed"));
    EXPECT_TRUE(says(program<Counter>({"why", file, "ticks", "--at", "0"}).out,
                     "to the state after 0 ticks"));
}

TEST_F(Why, TellsAPhaseForEveryPartOfAState) {
    const std::string file = recorded<RichGame>("a", {"--ticks", "30", "--players", "3"});
    const Said said = expect<RichGame>(0, {"--json", "why", file, "u32"});
    EXPECT_TRUE(says(said.out, "\"phases\":[{\"phase\":\"inputs\",\"value\":"));
    EXPECT_TRUE(says(program<RichGame>({"why", file, "units"}).out, " in the phase churn\n"));
    EXPECT_TRUE(says(program<RichGame>({"why", file, "units[0].hp"}).out, "units[0].hp  "));
}

TEST_F(Why, SaysWhatWasFlippedOnPurpose) {
    const std::string file =
        recorded<Duel>("a", {"--ticks", "80", "--plant", "60:fighters[0].kills"});
    const Said said = program<Duel>({"why", file, "--at", "61", "fighters[0].kills"});
    EXPECT_TRUE(
        said.out.starts_with("fighters[0].kills last changed in tick 60, by a bit that was "
                             "flipped on purpose behind the step\n"))
        << said.out;
}

TEST_F(Why, RefusesWhatItCannotTell) {
    const std::string file = recorded<Counter>("a", {"--ticks", "50"});
    const Said unknown = expect<Counter>(2, {"why", file, "tick"});
    EXPECT_TRUE(says(unknown.err, "there are ticks, totals, did you mean ticks?"));
    expect<Counter>(2, {"why", file, "totals[*]"});
    expect<Counter>(2, {"why", file, "ticks", "--at", "51"});
    expect<Leaky>(6, {"why", file, "ticks"});
    expect<Counter>(5, {"why", path("missing"), "ticks"});
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
    const Said cut = expect<Counter>(3, {"why", file, "ticks", "--at", "5"});
    EXPECT_TRUE(cut.out.starts_with("ticks last changed in tick 4\n"));
}

TEST_F(Why, StopsWhereTheSimulationLeavesTheRecording) {
    const std::string file = recorded<Forked<0>>("a", {"--ticks", "100"});
    const Said said = expect<Forked<1>>(1, {"why", file, "total"});
    EXPECT_TRUE(says(said.err, "tick 50: the simulation leaves the recording here"));
    expect<Forked<1>>(0, {"why", file, "total", "--at", "40"});
}

}  // namespace
}  // namespace tandem::test
