// SPDX-License-Identifier: MIT
// Which key does what, line by line.
#include <tandem/tools/text/keys_help.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(KeysHelp, IsToldLineByLineAndEscaped) {
    sim::GameInfo game;
    EXPECT_TRUE(keys_help_lines(game).empty());
    game.keys_help = "w: run\n\x1b[2J: no";
    EXPECT_EQ(keys_help_lines(game), (std::vector<std::string>{"w: run", "\\x1b[2J: no"}));
}

}  // namespace
}  // namespace tandem::tools
