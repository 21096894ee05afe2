// SPDX-License-Identifier: MIT
// What a session starts with, and whose mistake it is where it does not.
#include <tandem/tools/program/session/setup.hpp>

#include <stdexcept>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

using test::says;

TEST(SessionSetup, HasTheGamesRateItsOptionsAndTheSeed) {
    const RegisteredGame duel{&sim::GameModel<games::Duel>::game_info(), &sim::erase<games::Duel>};
    SessionArguments options;
    options.options = {"frag_limit=9"};
    const auto setup = make_setup(duel, options, 3);
    ASSERT_TRUE(setup);
    EXPECT_EQ(setup->seed, 1U);
    EXPECT_EQ(setup->slots, 3U);
    EXPECT_EQ(setup->tick_rate, games::Duel::tick_rate);
    EXPECT_EQ(setup->options_as<games::Duel::Options>().frag_limit, 9U);
    EXPECT_FALSE(make_setup(duel, options, 9));
}

TEST(SessionSetup, ForAPersonWhoSaysNothingIsWhatTheGameMeansForOne) {
    const RegisteredGame duel{&sim::GameModel<games::Duel>::game_info(), &sim::erase<games::Duel>};
    const auto limit_of = [&](const std::vector<std::string>& inputs,
                              const std::vector<std::string>& options) {
        SessionArguments arguments;
        arguments.inputs = inputs;
        arguments.options = options;
        const auto setup = make_setup(duel, arguments, 2);
        return setup ? setup->options_as<games::Duel::Options>().frag_limit : 77U;
    };
    EXPECT_EQ(limit_of({"bot", "1=keys"}, {}), games::Duel::keys_options().frag_limit);
    EXPECT_NE(games::Duel::keys_options().frag_limit, 0U);
    EXPECT_EQ(limit_of({"bot"}, {}), 0U);
    EXPECT_EQ(limit_of({}, {}), 0U);
    EXPECT_EQ(limit_of({"keys"}, {"arena=rooms"}), 0U) << "who says something decides all";
    EXPECT_EQ(limit_of({"keys"}, {"frag_limit=4"}), 4U);
}

// Its reset has an opinion of its own on options.
struct Choosy : test::BrokenBase {
    static constexpr std::string_view name = "choosy";
    struct Options {
        std::uint32_t units = 1;
        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(units));
        }
    };
    void reset(const Setup& setup) {
        if (setup.options_as<Options>().units == 0) {
            throw std::invalid_argument("at least one unit");
        }
        if (setup.seed == 13) {
            throw std::runtime_error("no luck");
        }
        BrokenBase::reset(setup);
    }
    void step(Inputs<Input> inputs) { add(inputs); }
};

TEST(SessionSetup, OptionsThatTheGameRefusesAreTheUsersMistake) {
    const RegisteredGame choosy{&sim::GameModel<Choosy>::game_info(), &sim::erase<Choosy>};
    SessionArguments options;
    options.options = {"units=0"};
    const auto refused = make_setup(choosy, options, 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::usage);
    EXPECT_TRUE(says(refused.error().text(), "--option: "));
    EXPECT_TRUE(says(refused.error().text(), "at least one unit"));
    // A game that does not start without them either breaks down, and not here.
    options.seed = 13;
    EXPECT_TRUE(make_setup(choosy, options, 1));
    options.options = {"units=3"};
    options.seed = 1;
    EXPECT_TRUE(make_setup(choosy, options, 1));
}

}  // namespace
}  // namespace tandem::tools
