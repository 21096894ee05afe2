// SPDX-License-Identifier: MIT
// However a session ends, the outcome has the tick.
#include <csignal>
#include <optional>

#include <unistd.h>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/program/trial/played_trial.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/record_source.hpp>

namespace tandem::test {
namespace {

using replay::TrialOutcome;

// Does something bad in the step of one tick.
template <int k_how>
struct Bad : BrokenBase {
    static constexpr std::string_view name = "bad";
    void step(Inputs<Input> inputs) {
        if (ticks == 12 && k_how == 0) {
            throw std::runtime_error("planned");
        }
        if (ticks == 12 && k_how == 1) {
            std::raise(SIGKILL);
        }
        if (ticks == 12 && k_how == 2) {
            pause();
        }
        add(inputs);
    }
};

template <class Game>
TrialOutcome play(const tools::FailureSought& sought = {}, std::uint64_t ticks = 40) {
    const tools::RegisteredGame game{&sim::GameModel<Game>::game_info(), &sim::erase<Game>};
    const Setup setup = make_setup(*game.info, 2);
    sim::AnySimulation simulation = sim::erase<Game>();
    EXPECT_TRUE(simulation.reset(setup));
    std::vector<sim::Bytes> records;
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        records.push_back(bot_record(simulation, tick));
    }
    const auto outcome = tools::played_trial(game, setup, sought)(records);
    EXPECT_TRUE(outcome) << (outcome ? "" : outcome.error().text());
    return outcome ? *outcome : TrialOutcome{};
}

TEST(PlayedTrial, OfASoundSessionDoesNotFail) {
    const TrialOutcome outcome = play<Bad<-1>>();
    EXPECT_FALSE(outcome.fails);
    EXPECT_EQ(outcome.ticks_done, 40U);
}

TEST(PlayedTrial, TellsAnExceptionADeathAndAHangWithTheirTick) {
    const TrialOutcome thrown = play<Bad<0>>();
    EXPECT_TRUE(thrown.fails);
    EXPECT_EQ(thrown.ticks_done, 13U);
    EXPECT_NE(thrown.what.find("planned"), std::string::npos) << thrown.what;
    const TrialOutcome died = play<Bad<1>>();
    EXPECT_TRUE(died.fails);
    EXPECT_EQ(died.ticks_done, 13U);
    EXPECT_NE(died.what.find("signal 9"), std::string::npos) << died.what;
    const TrialOutcome hung = play<Bad<2>>({.limits = {.patience = std::chrono::seconds(1)}});
    EXPECT_TRUE(hung.fails);
    EXPECT_EQ(hung.ticks_done, 13U);
    EXPECT_EQ(hung.what, "the game hangs in a step");
}

TEST(PlayedTrial, TellsTheFirstStateInWhichAConditionHolds) {
    using Game = Bad<-1>;
    const sim::GameInfo& info = sim::GameModel<Game>::game_info();
    const replay::ExpressionScope scope{info.state_schema, info.input_schema, 2};
    const auto condition = replay::Expression::parse("ticks == 17", scope);
    ASSERT_TRUE(condition);
    const TrialOutcome outcome = play<Game>({&*condition, "ticks == 17"});
    EXPECT_TRUE(outcome.fails);
    EXPECT_EQ(outcome.ticks_done, 17U);
    EXPECT_EQ(outcome.what, "ticks == 17");
}

TEST(PlayedTrial, TellsAStateThatDoesNotHoldAll) {
    EXPECT_TRUE(play<Forgetful>({.divergence = true}).fails);
    EXPECT_FALSE(play<Forgetful>({}).fails);
    EXPECT_FALSE(play<Bad<-1>>({.divergence = true}).fails);
}

}  // namespace
}  // namespace tandem::test
