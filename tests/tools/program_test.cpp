// SPDX-License-Identifier: MIT
// From arguments to exit codes, without a process of its own.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Program, ListsItsGames) {
    const Said said = program<Counter, Leaky>({"games"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(
        says(said.out, "counter  version 1, 1 to 4 players, 60 ticks a second, bots, keys\n"));
    EXPECT_TRUE(says(said.out, "leaky"));
    const Said json = program<Counter>({"--json", "games"});
    EXPECT_TRUE(
        says(json.out, "{\"schema\":1,\"verb\":\"games\",\"game\":\"counter\",\"version\":1,"));
}

TEST(Program, CallsItselfAsItWasCalled) {
    EXPECT_TRUE(says(program<Counter>({}).out, "  here record"));
    EXPECT_TRUE(says((program<Counter, Leaky>({}).out), "  here --game counter record"));
}

TEST(Program, TellsItsVersion) {
    EXPECT_TRUE(says(program<Counter>({"--version"}).out, "tandem "));
    EXPECT_TRUE(says(program<Counter>({"--version", "--json"}).out, "\"verb\":\"version\""));
}

TEST(Program, TellsUsageErrorsInJsonEvenThoughNothingParsed) {
    const Said said = program<Counter>({"--json", "recrod"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.out, "\"code\":\"usage\",\"exit\":2}"));
    EXPECT_TRUE(says(said.err, "tandem: there is no verb 'recrod'"));
}

}  // namespace
}  // namespace tandem::test
