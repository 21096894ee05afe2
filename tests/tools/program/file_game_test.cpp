// SPDX-License-Identifier: MIT
// A file's game is found here or refused in words.
#include <tandem/tools/program/file_game.hpp>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using FileGame = InFolder;

TEST_F(FileGame, IsTheOneThatTheFileNamesOrRefusedInWords) {
    const std::string file = path("a.tandem");
    ASSERT_EQ(program<Counter>({"record", "--ticks", "5", "-o", file}).code, 0);
    EXPECT_EQ((program<Leaky, Counter>({"play", file}).code), 0);
    EXPECT_EQ((program<Leaky, Counter>({"--game", "counter", "play", file}).code), 0);
    const Said other = program<Leaky, Counter>({"--game", "leaky", "play", file});
    EXPECT_EQ(other.code, 6);
    EXPECT_TRUE(says(other.err, "a recording of counter, not of leaky as --game says"));
    const Said missing = program<Leaky>({"play", file});
    EXPECT_EQ(missing.code, 6);
    EXPECT_TRUE(says(missing.err, "no such game is built into this program; there is leaky"));
}

}  // namespace
}  // namespace tandem::test
