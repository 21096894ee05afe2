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

class Why : public InFolder {
protected:
    template <class Game>
    std::string recorded(const std::string& name, std::vector<std::string> options) const {
        std::vector<std::string> arguments{"record", "-o", path(name)};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Said said = program<Game>(arguments);
        EXPECT_EQ(said.code, 0) << said.err;
        return path(name);
    }
};

TEST_F(Why, NamesTickValuesPhaseAndInputs) {
    const std::string file = recorded<Duel>("a", {"--ticks", "300"});
    const Said said = program<Duel>({"why", file, "--at", "250", "ticks"});
    EXPECT_EQ(said.code, 0) << said.err;
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
    const Said three = program<Counter>({"why", file, "ticks", "--back", "2"});
    EXPECT_EQ(three.code, 0);
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
        program<Counter>({"--json", "why", file, "ticks", "--at", "9", "--back", "1"});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 2);
    EXPECT_TRUE(says(said.out,
                     "\"game\":\"counter\",\"path\":\"ticks\",\"at\":9,\"tick\":8,\"from\":8,"
                     "\"to\":9,\"fields\":[{\"path\":\"ticks\",\"a\":\"8\",\"b\":\"9\","
                     "\"raw_a\":\"\",\"raw_b\":\"\",\"more\":0}],\"phases\":[],\"inputs\":[{"
                     "\"player\":0,\"value\":{\"amount\":"));
    EXPECT_TRUE(says(said.out, "\"planted\":false,\"reproduced\":true}"));
    const Said none = program<Counter>({"--json", "why", file, "totals.size"});
    EXPECT_EQ(none.code, 0);
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
    const Said said = program<RichGame>({"--json", "why", file, "u32"});
    EXPECT_EQ(said.code, 0) << said.err;
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
    const Said unknown = program<Counter>({"why", file, "tick"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(says(unknown.err, "there are ticks, totals, did you mean ticks?"));
    EXPECT_EQ(program<Counter>({"why", file, "totals[*]"}).code, 2);
    EXPECT_EQ(program<Counter>({"why", file, "ticks", "--at", "51"}).code, 2);
    EXPECT_EQ(program<Leaky>({"why", file, "ticks"}).code, 6);
    EXPECT_EQ(program<Counter>({"why", path("missing"), "ticks"}).code, 5);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
    const Said cut = program<Counter>({"why", file, "ticks", "--at", "5"});
    EXPECT_EQ(cut.code, 3);
    EXPECT_TRUE(cut.out.starts_with("ticks last changed in tick 4\n"));
}

TEST_F(Why, StopsWhereTheSimulationLeavesTheRecording) {
    const std::string file = recorded<Forked<0>>("a", {"--ticks", "100"});
    const Said said = program<Forked<1>>({"why", file, "total"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.err, "tick 50: the simulation leaves the recording here"));
    EXPECT_EQ(program<Forked<1>>({"why", file, "total", "--at", "40"}).code, 0);
}

}  // namespace
}  // namespace tandem::test
