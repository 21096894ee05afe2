// SPDX-License-Identifier: MIT
// The options that are told play the setup of the recording again, and no more than that.
#include <tandem/tools/program/session/played_again.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/inputs/value_text.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>

namespace tandem::test {
namespace {

TEST(PlayedAgain, NamesTheInputsTheSeedAndTheOptionsThatAreNotTheGamesOwn) {
    const sim::GameInfo game = sim::erase<Throwing>().info();
    const auto own = open_replay(record<Throwing>({.ticks = 5}));
    EXPECT_EQ(tools::playing_options(own, "a b.tandem", game).substr(0, 30),
              " --inputs 'replay:a b.tandem' ");
    EXPECT_EQ(tools::playing_options(own, "a", game).find("--option"), std::string::npos);
    tandem::Setup setup = own.header().setup;
    setup.seed = 7;
    setup.options = tools::parse_options(game, {"throw_tick=3"}).value();
    EXPECT_EQ(tools::setup_options(setup, game), " --seed 7 --option throw_tick=3");
    EXPECT_EQ(tools::ticks_played_again(own), 5U);
}

}  // namespace
}  // namespace tandem::test
