// SPDX-License-Identifier: MIT
// check finds every broken game of the tests and passes the sound ones.
#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>
#include <vector>

#include <tandem/tools/check/disturbance.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Check, PassesSoundGamesAndSaysHowMuchItChecked) {
    const Said counter = expect<Counter>(0, {"--json", "check", "--ticks", "300"});
    EXPECT_TRUE(says(counter.out, "\"ticks_checked\":300,\"verdict\":\"same\""));
    expect<games::Duel>(0, {"check", "--ticks", "300", "--players", "4"});
    expect<games::Swarm>(0, {"check", "--ticks", "60", "--option", "units=200"});
}

TEST(Check, SaysHowManyTicksEachProbeComparedAndWhichCouldNotRun) {
    const Said said = program<Counter>({"--json", "check", "--ticks", "90"});
    EXPECT_TRUE(says(said.out, "{\"probe\":\"twin\",\"ticks_checked\":90,\"verdict\":\"same\""));
    // Restored first after 29 ticks, a third of the run as a prime number from 30 on is 31.
    EXPECT_TRUE(says(said.out, "{\"probe\":\"fresh\",\"ticks_checked\":60,\"verdict\":\"same\""));
    // A test's arguments are not those of its process, which must not start itself again.
    EXPECT_TRUE(
        says(said.out, "{\"probe\":\"process\",\"ticks_checked\":0,\"verdict\":\"not run\""));
}

TEST(Check, RunsOnlyTheProbesItIsAskedFor) {
    const Said said =
        expect<Counter>(0, {"--json", "check", "--ticks", "90", "--probe", "copy,twin"});
    EXPECT_TRUE(says(said.out, "\"probes\":[{\"probe\":\"twin\",\"ticks_checked\":90,"));
    EXPECT_TRUE(says(said.out,
                     "{\"probe\":\"copy\",\"ticks_checked\":90,\"verdict\":\"same\","
                     "\"remark\":null}]"));
    // Forgetful is only found by those that restore.
    expect<Forgetful>(0, {"check", "--ticks", "90", "--probe", "twin"});
}

TEST(Check, TellsTheClassOfWhatItFinds) {
    const Said said = expect<Forgetful>(1, {"--json", "check", "--ticks", "90"});
    EXPECT_TRUE(says(said.out, "\"class\":\"unsaved\",\"reason\":\"field\",\"proof\":\""));
    EXPECT_TRUE(says(program<Forgetful>({"check", "--ticks", "90"}).out, "class unsaved, field: "));
    EXPECT_TRUE(says(program<Counter>({"--json", "check", "--ticks", "30"}).out,
                     "\"class\":null,\"reason\":null,\"proof\":null"));
}

TEST(Check, DisturbsASoundGameInVain) {
    const Said said = expect<Counter>(0, {"--json", "check", "--chaos", "--ticks", "90"});
    EXPECT_TRUE(says(said.out, "\"verdict\":\"same\",\"tick\":null"));
    EXPECT_TRUE(says(said.out, "\"disturbed_by\":null,\"again\":null"));
    EXPECT_TRUE(says(said.out, "{\"disturbance\":\"beside\",\"runs\":"));
    const Said words =
        expect<Counter>(0, {"check", "--chaos", "--ticks", "40", "--disturb", "late~3,copy@7"});
    EXPECT_TRUE(says(words.out, "disturbed 40 ticks of counter in 1 run, chaos seed 1: all the"));
    EXPECT_TRUE(says(words.out, "  late        40 ticks in 1 run"));
    EXPECT_TRUE(says(words.out, "  used        not run\n"));
}

// The command is what stands behind "again: ", without the program's name.
std::vector<std::string> repeated_command(const std::string& out) {
    const std::string mark = "again: ";
    const std::size_t begin = out.find(mark) + mark.size();
    std::vector<std::string> words;
    std::string word;
    for (std::size_t place = out.find(' ', begin) + 1; out[place] != '\n'; ++place) {
        if (out[place] == ' ') {
            words.push_back(std::exchange(word, ""));
        } else {
            word += out[place];
        }
    }
    words.push_back(word);
    return words;
}

TEST(Check, SaysHowToRepeatTheDisturbanceThatSuffices) {
    const Said said = expect<Forgetful>(1, {"check", "--chaos", "--ticks", "90", "--players", "1"});
    EXPECT_TRUE(says(said.out, "class unsaved, field: "));
    ASSERT_TRUE(says(said.out, "again: "));
    const auto command = repeated_command(said.out);
    const Said again = program<Forgetful>(command);
    EXPECT_EQ(again.code, 1) << said.out << again.out << again.err;
    EXPECT_EQ(repeated_command(again.out), command);
    EXPECT_EQ(again.err, said.err);
}

TEST(Check, RefusesDisturbancesThatThereAreNotAndProbesBesideThem) {
    expect<Counter>(2, {"check", "--chaos", "--probe", "copy"});
    expect<Counter>(2, {"check", "--rounds", "3"});
    const Said unknown = expect<Counter>(2, {"check", "--chaos", "--disturb", "restor@4"});
    EXPECT_TRUE(says(unknown.err, "there is no disturbance 'restor', did you mean restore?"));
}

TEST(Check, RefusesAProbeThatThereIsNotOrThatCannotRun) {
    const Said unknown = expect<Counter>(2, {"check", "--probe", "twins"});
    EXPECT_TRUE(says(unknown.err, "there is no probe 'twins', did you mean twin?"));
    const Said other = expect<Counter>(2, {"check", "--probe", "build"});
    EXPECT_TRUE(says(other.err, "--against"));
    const Said process = expect<Counter>(2, {"check", "--ticks", "9", "--probe", "process"});
    EXPECT_TRUE(says(process.err, "cannot start itself again"));
}

TEST(Check, LeavesOutTheProbesItIsToldToAndSaysSo) {
    const Said said = expect<Forgetful>(
        0, {"--json", "check", "--ticks", "90", "--skip", "fresh,dirty", "--skip", "reset"});
    EXPECT_TRUE(says(said.out,
                     "{\"probe\":\"fresh\",\"ticks_checked\":0,\"verdict\":\"not run\","
                     "\"remark\":\"left out by --skip\"},{\"probe\":\"dirty\","));
    const Said words = expect<Counter>(0, {"check", "--ticks", "90", "--skip", "build"});
    EXPECT_TRUE(says(words.out, "  build not run: left out by --skip\n")) << words.out;
}

TEST(Check, RefusesToLeaveOutWhatItIsAskedFor) {
    const Said both = expect<Counter>(2, {"check", "--probe", "twin,copy", "--skip", "copy"});
    EXPECT_TRUE(says(both.err, "--skip copy: --probe names it too")) << both.err;
    const Said unknown = expect<Counter>(2, {"check", "--skip", "cpoy"});
    EXPECT_TRUE(says(unknown.err, "there is no probe 'cpoy', did you mean copy?")) << unknown.err;
    const Said build = expect<Counter>(2, {"check", "--skip", "build", "--against", "/bin/sh"});
    EXPECT_TRUE(says(build.err, "--skip build: --against names another build")) << build.err;
}

TEST(Check, SaysThatTheOtherProgramIsNotThere) {
    const Said missing = expect<Counter>(5, {"check", "--ticks", "9", "--against", "./nope"});
    EXPECT_TRUE(says(missing.err, "--against: ./nope does not exist")) << missing.err;
    const Said text = expect<Counter>(5, {"check", "--ticks", "9", "--against", "/etc/passwd"});
    EXPECT_TRUE(says(text.err, "--against: /etc/passwd is not executable")) << text.err;
}

TEST(Check, FailsWhereAProbeComparedNothing) {
    const Said said =
        expect<Counter>(2, {"check", "--ticks", "9", "--every", "10", "--probe", "fresh"});
    EXPECT_TRUE(says(said.err, "probe fresh: no tick was compared"));
}

TEST(Check, GoesOnWithTheNextSeedWhereTheGameIsOverEarly) {
    const Said said =
        expect<Counter>(0, {"--json", "check", "--ticks", "100", "--option", "finish_ticks=40"});
    EXPECT_TRUE(says(said.out, "\"ticks_checked\":100,"));
    EXPECT_TRUE(says(said.out, "\"sessions\":3,"));
    const Said words = program<Counter>({"check", "--ticks", "100", "--option", "finish_ticks=40"});
    EXPECT_TRUE(says(words.out, "checked 100 ticks of counter in 3 sessions with seeds 1 to 3"))
        << words.out;
}

TEST(Check, SaysThatTheGameWasOverWhereNoTickCouldBeComparedForThat) {
    const Said said = expect<Counter>(2, {"check", "--ticks", "100", "--option", "finish_ticks=1"});
    EXPECT_TRUE(says(said.err, "probe fresh: no tick was compared")) << said.err;
    EXPECT_TRUE(says(said.err, "the game was over after 1 tick at most (finished()")) << said.err;
    EXPECT_FALSE(says(said.err, "--probe")) << said.err;
}

TEST(Check, SaysThatAnotherBuildWasNotAskedAndWhatStaysUnprovenByThat) {
    const Said words = expect<Counter>(0, {"check", "--ticks", "90"});
    EXPECT_TRUE(says(words.out, "  build not run: give --against PROGRAM (ties, ")) << words.out;
    const Said said = program<Counter>({"--json", "check", "--ticks", "90"});
    EXPECT_TRUE(
        says(said.out, "{\"probe\":\"build\",\"ticks_checked\":0,\"verdict\":\"not run\","));
}

TEST(Check, SaysWhichStateItsCostsAreOf) {
    const Said words = program<Counter>({"check", "--ticks", "90"});
    EXPECT_TRUE(says(words.out, "the largest state (start) has ")) << words.out;
}

TEST(Check, NamesEveryProbeInItsHelp) {
    const Said help = program<Counter>({"check", "--help"});
    std::string one_line;
    for (const char letter : help.out) {
        const bool is_space = letter == ' ' || letter == '\n';
        one_line += is_space && (one_line.empty() || one_line.back() == ' ') ? ""
                    : is_space                                               ? " "
                               : std::string(1, letter);
    }
    EXPECT_TRUE(says(one_line, "Only these: " + tools::check::probe_names())) << one_line;
}

TEST(Check, PlaysAsManySeedsAsItIsAskedFor) {
    const Said said = expect<Counter>(0, {"--json", "check", "--ticks", "50", "--seeds", "4"});
    EXPECT_TRUE(says(said.out, "\"ticks_checked\":200,"));
    EXPECT_TRUE(says(said.out, "\"sessions\":4,"));
}

// Takes nothing but what its bot gives.
struct Prim : BrokenBase {
    static constexpr std::string_view name = "prim";
    void step(Inputs<Input> inputs) {
        add(inputs);
        if (inputs[0].amount > 1) {
            throw std::runtime_error("nobody would do that");
        }
    }
    Input bot_input(Slot, Random&) const { return {1}; }
};

TEST(Check, PlaysWhatNobodyWouldAndWithBotsAloneDoesNot) {
    expect<Prim>(70, {"check", "--ticks", "200"});
    expect<Prim>(70, {"check", "--ticks", "200", "--inputs", "random"});
    expect<Prim>(0, {"check", "--ticks", "200", "--inputs", "0=bot"});
}

// Keeps its count beside the game only from seed 3 on.
struct LaterLeaky : BrokenBase {
    static constexpr std::string_view name = "later_leaky";
    void reset(const Setup& setup) {
        BrokenBase::reset(setup);
        is_leaky = setup.seed >= 3;
    }
    void step(Inputs<Input> inputs) {
        add(inputs);
        total += is_leaky ? ++Leaky::steps_of_all() : 0;
    }
    bool is_leaky = false;  // a constant
};

TEST(Check, NamesTheSeedOfADifference) {
    const Said said = expect<LaterLeaky>(1, {"--json", "check", "--ticks", "50", "--seeds", "4"});
    EXPECT_TRUE(says(said.out, "\"seed\":3,"));
    EXPECT_TRUE(says(said.err, "here: seed 3, tick 0: probe twin: something outside of the game"));
}

TEST(Check, FindsAMemberThatSerializeForgets) {
    const Said said = expect<Forgetful>(1, {"--json", "check", "--ticks", "300"});
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\""));
    EXPECT_TRUE(says(said.out, "\"who\":\"a game restored into a fresh object\""));
    EXPECT_TRUE(says(said.out, "\"path\":\"total\""));
    EXPECT_TRUE(says(said.out, "\"probe\":\"fresh\""));
    EXPECT_TRUE(says(said.err, "probe fresh: step reads a member that serialize leaves out"));
}

TEST(Check, FindsStateOutsideOfTheGame) {
    const Said said = expect<Leaky>(1, {"--json", "check", "--ticks", "300"});
    EXPECT_TRUE(says(said.out, "\"tick\":0,"));
    EXPECT_TRUE(says(said.out, "\"path\":\"total\""));
    EXPECT_TRUE(says(said.out, "\"who\":\"a second game that was started alike\""));
}

TEST(Check, NamesTheTickOfAnException) {
    const Said said =
        expect<Throwing>(70, {"check", "--ticks", "300", "--option", "throw_tick=44"});
    EXPECT_TRUE(says(said.err, "tick 44"));
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
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
    const Said said = expect<Fragile>(1, {"--json", "check", "--ticks", "90", "--every", "20"});
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\",\"tick\":20,"));
    EXPECT_TRUE(says(said.out, "\"who\":\"a game restored into a fresh object\""));
    EXPECT_TRUE(says(said.out, "\"code\":\"divergence\",\"exit\":1}"));
    EXPECT_TRUE(says(said.err, "here: tick 20: only a game restored into a fresh object failed"));
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
    const Said said = expect<OnlyChild>(1, {"--json", "check", "--ticks", "90"});
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
    const Said said = expect<Impatient>(130, {"--json", "check", "--ticks", "90"});
    EXPECT_TRUE(says(said.out, "\"ticks_checked\":0,\"verdict\":\"nothing checked\""));
    EXPECT_EQ(said.err, "");
}

}  // namespace
}  // namespace tandem::test
