// SPDX-License-Identifier: MIT
// What several verbs share is declared and read alike.
#include <tandem/tools/program/cli/shared_options.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(SharedOptions, OfASessionAreReadIntoItsArguments) {
    Arguments arguments(session_options(players_alone_option()));
    for (const auto& [option, value] :
         std::vector<std::pair<std::string, std::string>>{{"-o", "a.tandem"},
                                                          {"--inputs", "lmp:x.lmp"},
                                                          {"--inputs", "2=bot"},
                                                          {"--ticks", "50"},
                                                          {"--seed", "7"},
                                                          {"--players", "3"},
                                                          {"--option", "frag_limit=5"},
                                                          {"--plant", "3:ticks"},
                                                          {"--name", "Ada"},
                                                          {"--force", "true"}}) {
        arguments.give(option, value);
    }
    const SessionArguments session = session_arguments(arguments);
    EXPECT_EQ(session.output, "a.tandem");
    EXPECT_EQ(session.inputs, (std::vector<std::string>{"lmp:x.lmp", "2=bot"}));
    EXPECT_EQ(session.ticks, 50U);
    EXPECT_EQ(session.seed, 7U);
    EXPECT_EQ(session.players, 3U);
    EXPECT_EQ(session.options, (std::vector<std::string>{"frag_limit=5"}));
    EXPECT_EQ(session.plant, "3:ticks");
    EXPECT_EQ(session.player_name, "Ada");
    EXPECT_TRUE(session.force);
}

TEST(SharedOptions, ThatWereNotGivenStayOpen) {
    const SessionArguments session =
        session_arguments(Arguments(match_options(players_alone_option())));
    EXPECT_FALSE(session.ticks);
    EXPECT_FALSE(session.seed);
    EXPECT_FALSE(session.players);
    EXPECT_TRUE(session.inputs.empty());
    EXPECT_FALSE(session.force);
}

TEST(SharedOptions, OfPlayingHaveNoFile) {
    const SessionArguments session =
        playing_arguments(Arguments(playing_options(players_alone_option())));
    EXPECT_TRUE(session.output.empty());
}

TEST(SharedOptions, OfEveryVerbOfferTheGamesThatThereAre) {
    const auto options = global_options({"duel", "swarm"});
    ASSERT_EQ(options[1].names.front(), "--game");
    EXPECT_EQ(std::get<Text>(options[1].value).words, (std::vector<std::string>{"duel", "swarm"}));
}

}  // namespace
}  // namespace tandem::tools
