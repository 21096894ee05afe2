// SPDX-License-Identifier: MIT
// check finds every broken game of the tests and passes the sound ones.
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Check, PassesSoundGamesAndSaysHowMuchItChecked) {
    const Said counter = program<Counter>({"--json", "check", "--ticks", "300"});
    EXPECT_EQ(counter.code, 0) << counter.err;
    EXPECT_TRUE(says(counter.out, "\"ticks_checked\":300,\"verdict\":\"same\""));
    EXPECT_EQ(program<games::Duel>({"check", "--ticks", "300", "--players", "4"}).code, 0);
    EXPECT_EQ(program<games::Swarm>({"check", "--ticks", "60", "--option", "units=200"}).code, 0);
}

TEST(Check, FindsAMemberThatSerializeForgets) {
    const Said said = program<Forgetful>({"--json", "check", "--ticks", "300"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\""));
    EXPECT_TRUE(says(said.out, "\"who\":\"a game restored from what serialize wrote\""));
    EXPECT_TRUE(says(said.out, "\"path\":\"total\""));
    EXPECT_TRUE(says(said.err, "a member that serialize leaves out"));
}

TEST(Check, FindsStateOutsideOfTheGame) {
    const Said said = program<Leaky>({"--json", "check", "--ticks", "300"});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"tick\":0,"));
    EXPECT_TRUE(says(said.out, "\"who\":\"a second game that was started alike\""));
}

TEST(Check, NamesTheTickOfAnException) {
    const Said said = program<Throwing>({"check", "--ticks", "300", "--option", "throw_tick=44"});
    EXPECT_EQ(said.code, 70);
    EXPECT_TRUE(says(said.err, "tick 44"));
}

}  // namespace
}  // namespace tandem::test
