// SPDX-License-Identifier: MIT
// check finds every broken game of the tests and passes the sound ones.
#include <csignal>
#include <stdexcept>

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

// Forgets a member of which its next step cannot do without.
struct Fragile : BrokenBase {
    static constexpr std::string_view name = "fragile";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        left = 100;
    }
    void step(Inputs<Input> inputs) {
        if (ticks + left != 100) {
            throw std::runtime_error("the count is wrong");
        }
        add(inputs);
        --left;
    }
    std::uint64_t left = 0;  // belongs to the state
};

TEST(Check, NamesTheCompanionThatAloneThrows) {
    const Said said = program<Fragile>({"--json", "check", "--ticks", "90", "--every", "20"});
    EXPECT_EQ(said.code, 1) << said.err;
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\",\"tick\":20,"));
    EXPECT_TRUE(says(said.out, "\"who\":\"a game restored from what serialize wrote\""));
    EXPECT_TRUE(says(said.out, "\"code\":\"divergence\",\"exit\":1}"));
    EXPECT_TRUE(
        says(said.err, "here: tick 20: only a game restored from what serialize wrote failed"));
    EXPECT_TRUE(says(said.err, "the count is wrong"));
}

// The second game of a process cannot start.
struct OnlyChild : BrokenBase {
    static constexpr std::string_view name = "only_child";
    static inline int resets = 0;
    void reset(const Setup& setup) {
        if (resets++ != 0) {
            throw std::runtime_error("there is one already");
        }
        BrokenBase::reset(setup);
    }
    void step(Inputs<Input> inputs) { add(inputs); }
};

TEST(Check, NamesTheCompanionThatCannotStart) {
    const Said said = program<OnlyChild>({"--json", "check", "--ticks", "90"});
    EXPECT_EQ(said.code, 1) << said.err;
    EXPECT_TRUE(says(said.out, "\"who\":\"a second game that was started alike\""));
    EXPECT_TRUE(says(said.err, "there is one already"));
}

// Presses Ctrl-C before anything was checked.
struct Impatient : BrokenBase {
    static constexpr std::string_view name = "impatient";
    static inline int resets = 0;
    void reset(const Setup& setup) {
        if (resets++ == 0) {
            ::raise(SIGINT);
        }
        BrokenBase::reset(setup);
    }
    void step(Inputs<Input> inputs) { add(inputs); }
};

TEST(Check, ThatIsInterruptedAtOnceSaysSoAndIsNoUsageError) {
    const Said said = program<Impatient>({"--json", "check", "--ticks", "90"});
    EXPECT_EQ(said.code, 130) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks_checked\":0,\"verdict\":\"nothing checked\""));
    EXPECT_EQ(said.err, "");
}

}  // namespace
}  // namespace tandem::test
