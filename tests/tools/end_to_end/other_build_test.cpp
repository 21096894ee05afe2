// SPDX-License-Identifier: MIT
// Two real builds of one game whose rules differ: each made a recording of the same inputs, and
// explain asks both.
#include <csignal>
#include <sstream>
#include <utility>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

constexpr const char* k_forked_game = "phased_fork";
// Of that game, as both programs register it.
constexpr unsigned k_forked_tick = 207;

class OtherBuild : public EndToEnd {
protected:
    // By bots, whose inputs do not depend on the state.
    std::string recorded(const Outcome& outcome, const std::string& file) const {
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        return file;
    }
    std::string by_a(const std::string& game = k_forked_game) const {
        return recorded(run_command(strange_a(record(game, path("a.tandem")))), path("a.tandem"));
    }
    std::string by_b(const std::string& game = k_forked_game) const {
        return recorded(run_command(strange_b(record(game, path("b.tandem")))), path("b.tandem"));
    }
    static Arguments record(const std::string& game, const std::string& file) {
        return {"--game", game, "record", "--ticks", "600", "--inputs", "bot", "-o", file};
    }
    static Json explained(const Arguments& files, const std::string& against = "",
                          int exit_code = 1) {
        Arguments arguments{"--json", "explain"};
        arguments = arguments + files;
        if (!against.empty()) {
            arguments = arguments + Arguments{"--against", against};
        }
        const Outcome outcome = run_command(strange_a(arguments));
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
        const auto lines = json_lines(outcome.out, "explain");
        EXPECT_EQ(lines.size(), 1U) << outcome;
        return lines.empty() ? Json() : lines[0];
    }
    static bool has_step(const Json& line, const std::string& question, const std::string& words) {
        for (const Json& step : line["steps"]) {
            if (step["question"] == question && contains(step.value("answer", ""), words)) {
                return true;
            }
        }
        return false;
    }
    std::string script(const std::string& lines) const {
        const std::string file = path("script.sh");
        write_file(file, "#!/bin/sh\n" + lines + "\n");
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file;
    }
};

TEST_F(OtherBuild, IsProvenWithTickFieldAndPhase) {
    const std::string a = by_a();
    const std::string b = by_b();
    const Json line = explained({a, b}, STRANGE_B_PROGRAM);
    EXPECT_EQ(line["class"], "build") << line;
    EXPECT_EQ(line["side"], "b") << line;
    EXPECT_EQ(line["tick"], k_forked_tick) << line;
    EXPECT_EQ(line["phase"], "growing") << line;
    ASSERT_EQ(line["fields"].size(), 2U) << line;
    EXPECT_EQ(line["fields"][1]["path"], "grown") << line;
    EXPECT_FALSE(line["other_program"].is_null()) << line;
    EXPECT_TRUE(has_step(line, "is the other program the one that made it", "byte for byte"))
        << line;
    // No path of this machine is in the verdict, but the names that were given.
    EXPECT_FALSE(contains(line["proof"].get<std::string>(), "/")) << line;
    EXPECT_EQ(explained({b, a}, STRANGE_B_PROGRAM)["side"], "a");
    EXPECT_EQ(explained({b}, STRANGE_B_PROGRAM)["class"], "build");
    const Outcome words = run_command(strange_a({"explain", a, b, "--against", STRANGE_B_PROGRAM}));
    EXPECT_TRUE(contains(words.out,
                         "was made by a program with other rules, which show first at "
                         "tick 207"))
        << words;
    EXPECT_TRUE(contains(words.out, "phase: the states part in growing\n")) << words;
}

TEST_F(OtherBuild, IsOnlyNamedWhereItIsNotAsked) {
    const Json line = explained({by_a(), by_b()});
    EXPECT_EQ(line["class"], "unknown") << line;
    EXPECT_TRUE(line["maker"].get<std::string>().starts_with("program ")) << line;
    EXPECT_NE(line["maker"], line["own_build"]) << line;
    EXPECT_TRUE(has_step(line, "which build made it", "(--against)")) << line;
}

TEST_F(OtherBuild, ThatAgreesWithThisOneIsNotBlamed) {
    const std::string a = by_a("counter");
    const std::string bad = path("bad.tandem");
    ASSERT_EQ(run_command(strange_a({"fake-desync", "bit", a, "-o", bad})).exit_code, 0);
    EXPECT_EQ(explained({a, bad}, STRANGE_B_PROGRAM)["class"], "memory");
    EXPECT_EQ(explained({a, a}, STRANGE_B_PROGRAM, 0)["class"], "none");
}

TEST_F(OtherBuild, OfAnotherVersionOrGameIsRefused) {
    for (const auto& [game, words] :
         {std::pair{"versioned", "version 2"}, std::pair{"reshaped", "other fields or types"}}) {
        const std::string a = path(game);
        ASSERT_EQ(run_command(strange_a(record(game, a))).exit_code, 0);
        const Outcome outcome =
            run_command(strange_a({"explain", a, "--against", STRANGE_B_PROGRAM}));
        EXPECT_EQ(outcome.exit_code, 4) << outcome;
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, words)) << outcome;
    }
    const Outcome other = run_command(strange_a({"explain", by_a(), "--against", ALONE_PROGRAM}));
    EXPECT_EQ(other.exit_code, 4) << other;
    EXPECT_TRUE(contains(other.err, "its process ended by exit code 2")) << other;
}

TEST_F(OtherBuild, ThatIsNoneIsTold) {
    const std::string a = by_a();
    for (const auto& [program, words] :
         {std::pair<std::string, std::string>{path("nope"), "nope does not exist"},
          {script("exit 7"), "its process ended by exit code 7"},
          {a, "is not executable"}}) {
        const Outcome outcome = run_command(strange_a({"explain", a, "--against", program}));
        EXPECT_GT(outcome.exit_code, 1) << outcome;
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, words)) << outcome;
    }
}

TEST_F(OtherBuild, ThatSaysNothingIsGivenUpWhenPatienceIs) {
    const Outcome outcome = run_command(
        strange_a({"explain", by_a(), "--against", script("exec sleep 1000"), "--patience", "1"}));
    EXPECT_EQ(outcome.exit_code, 4) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "it did not answer within 1000 ms and was killed"))
        << outcome;
}

TEST_F(OtherBuild, ThatDiesInAStepIsAStepOfTheVerdict) {
    const std::string a = by_a("mortal");
    const std::string bad = path("bad.tandem");
    ASSERT_EQ(run_command(strange_a({"fake-desync", "bit", a, "--at", "100", "-o", bad})).exit_code,
              0);
    const Json line = explained({a, bad}, STRANGE_B_PROGRAM);
    EXPECT_EQ(line["class"], "memory") << line;
    EXPECT_TRUE(has_step(line, "does the other program give it", "its process ended by signal 9"))
        << line;
}

TEST_F(OtherBuild, LeavesNoProcessBehindWhenItIsInterrupted) {
    const std::string a = by_a();
    const std::string told = path("process");
    const std::string program = script("sleep 1000 &\necho $$ $! > " + told + ".part\nmv " + told +
                                       ".part " + told + "\nsleep 1000");
    Process explaining(strange_a({"explain", a, "--against", program}));
    ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(told); })) << explaining.err();
    explaining.signal(SIGINT);
    const Outcome outcome = explaining.wait();
    EXPECT_EQ(outcome.exit_code, 130) << outcome;
    std::istringstream processes(read_file(told));
    for (int process = 0; processes >> process;) {
        EXPECT_TRUE(wait_until([&] { return ::kill(process, 0) != 0; })) << process;
    }
}

}  // namespace
}  // namespace tandem::end_to_end
