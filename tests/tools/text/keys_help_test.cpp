// SPDX-License-Identifier: MIT
// Which key does what, line by line.
#include <tandem/tools/text/keys_help.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>

namespace tandem::tools {
namespace {

TEST(KeysHelp, IsToldLineByLineAndEscaped) {
    sim::GameInfo game;
    EXPECT_TRUE(keys_help_lines(game, true).empty());
    game.keys_help = "w: run\n\x1b[2J: no";
    EXPECT_EQ(keys_help_lines(game, true), (std::vector<std::string>{"w: run", "\\x1b[2J: no"}));
}

TEST(KeysHelp, SpeaksOfNoMouseWhereThereIsNone) {
    sim::GameInfo game;
    game.keys_help = "mouse: look\nw: run\nmouse: shoot";
    EXPECT_EQ(keys_help_lines(game, false), (std::vector<std::string>{"w: run"}));
    EXPECT_EQ(keys_help_lines(game, true).size(), 3U);
    for (const std::string& line :
         keys_help_lines(sim::GameModel<games::Swarm>::game_info(), false)) {
        EXPECT_EQ(line.find("mouse"), line.npos) << line;
        EXPECT_EQ(line.find("click"), line.npos) << line;
    }
}

TEST(KeysHelp, OfTheBundledGamesFitsIntoATerminal) {
    for (const sim::GameInfo& game :
         {sim::GameModel<games::Duel>::game_info(), sim::GameModel<games::Swarm>::game_info()}) {
        EXPECT_LE(keys_help_lines(game, true).size(), 3U) << game.name;
        for (const std::string& line : keys_help_lines(game, true)) {
            EXPECT_LT(line.size(), 80U) << line;
        }
    }
}

}  // namespace
}  // namespace tandem::tools
