// SPDX-License-Identifier: MIT
// The games of a program, one line or one object each.
#include <tandem/tools/games/duel.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Games, AreListedWithTheirOptionsAndKeys) {
    const Said said = expect<Counter, Leaky>(0, {"games"});
    EXPECT_TRUE(
        says(said.out, "counter  version 1, 1 to 4 players, 60 ticks a second, bots, keys\n"));
    EXPECT_TRUE(says(said.out, "    --option finish_ticks=0\n"));
    EXPECT_TRUE(says(said.out, "    space: add one\n"));
    EXPECT_TRUE(says(said.out, "leaky"));
    const Said json = program<Counter>({"--json", "games"});
    EXPECT_TRUE(
        says(json.out, "{\"schema\":1,\"verb\":\"games\",\"game\":\"counter\",\"version\":1,"));
    EXPECT_TRUE(says(json.out, "\"has_keys\":true,\"keys_help\":\"space: add one\","));
    const Said duel = program<games::Duel>({"games"});
    EXPECT_TRUE(says(duel.out, "    with keys: --option frag_limit=3005 arena=yard\n"));
}

}  // namespace
}  // namespace tandem::test
