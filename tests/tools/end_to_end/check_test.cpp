// SPDX-License-Identifier: MIT
// The verb check: silent on sound games, and its companions are other processes.
#include <csignal>
#include <utility>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class Check : public EndToEnd {};

TEST_F(Check, FindsNothingInTheBundledGames) {
    for (const char* game : {"duel", "swarm"}) {
        const Json line = report(0, {"--game", game, "check", "--ticks", "200"});
        EXPECT_EQ(line["verdict"], "same");
        EXPECT_EQ(line["ticks_checked"], 200U);
    }
}

TEST_F(Check, FindsNothingInGamesOfOthersThatAreSound) {
    for (const char* game : {"counter", "relay"}) {
        const Outcome outcome = run_command(
            strange_a({"--json", "--game", game, "check", "--ticks", "300", "--every", "20"}));
        EXPECT_EQ(outcome.exit_code, 0) << outcome;
        const auto lines = json_lines(outcome.out, "check");
        ASSERT_EQ(lines.size(), 1U) << outcome;
        EXPECT_EQ(lines[0]["ticks_checked"], 300U);
    }
}

TEST_F(Check, RepeatsTheBundledGamesInOtherProcesses) {
    for (const char* game : {"duel", "swarm"}) {
        const Json line =
            report(0, {"--game", game, "check", "--ticks", "200", "--probe", "process,memory"});
        for (const Json& probe : line["probes"]) {
            EXPECT_EQ(probe["ticks_checked"], 200U) << probe;
            EXPECT_TRUE(probe["remark"].is_null()) << probe;
        }
    }
}

TEST_F(Check, ComparesTwoBuildsAndNamesWhereTheyPart) {
    const Arguments arguments{"--json",  "--game", "forked",    "check",
                              "--ticks", "80",     "--against", STRANGE_B_PROGRAM};
    const Outcome outcome = run_command(strange_a(arguments));
    EXPECT_EQ(outcome.exit_code, 1) << outcome;
    const auto lines = json_lines(outcome.out, "check");
    ASSERT_EQ(lines.size(), 1U) << outcome;
    EXPECT_EQ(lines[0]["probe"], "build") << outcome;
    EXPECT_EQ(lines[0]["tick"], 50U) << outcome;
    EXPECT_EQ(lines[0]["fields"][0]["path"], "total") << outcome;
}

TEST_F(Check, RefusesToCompareWithAnotherGameOrNoGameAtAll) {
    for (const auto& [game, words] :
         {std::pair{"versioned", "version 2"}, std::pair{"reshaped", "other fields or types"}}) {
        const Outcome outcome = run_command(
            strange_a({"--game", game, "check", "--ticks", "20", "--against", STRANGE_B_PROGRAM}));
        EXPECT_EQ(outcome.exit_code, 2) << outcome;
        EXPECT_TRUE(contains(outcome.err, words)) << outcome;
    }
    const Outcome outcome = run_command(
        strange_a({"--game", "counter", "check", "--ticks", "20", "--against", "true"}));
    EXPECT_EQ(outcome.exit_code, 2) << outcome;
    EXPECT_TRUE(contains(outcome.err, "did not answer as a companion")) << outcome;
}

TEST_F(Check, TellsHowACompanionsProcessEndedAndInWhichTick) {
    const Outcome outcome =
        run_command(strange_a({"--json", "--game", "mortal", "check", "--ticks", "80", "--probe",
                               "build", "--against", STRANGE_B_PROGRAM}));
    EXPECT_EQ(outcome.exit_code, 1) << outcome;
    EXPECT_TRUE(contains(outcome.err,
                         "tick 30: only the game in another build failed: its process "
                         "ended by signal 9"))
        << outcome;
}

TEST_F(Check, LeavesNoCompanionBehindWhenItIsInterrupted) {
    const std::string told = path("process");
    const std::string program = path("hanging.sh");
    write_file(program, "#!/bin/sh\nsleep 1000 &\necho $$ > " + told + ".part\nmv " + told +
                            ".part " + told + "\nsleep 1000\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    for (const auto& [number, exit_code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
        std::filesystem::remove(told);
        Process checking(strange_a({"--json", "--game", "counter", "check", "--ticks", "20",
                                    "--probe", "build", "--against", program}));
        ASSERT_TRUE(wait_until([&] { return std::filesystem::exists(told); })) << checking.err();
        checking.signal(number);
        const Outcome outcome = checking.wait();
        EXPECT_EQ(outcome.exit_code, exit_code) << outcome;
        const int process = std::stoi(read_file(told));
        EXPECT_NE(::kill(-process, 0), 0) << process;
    }
}

}  // namespace
}  // namespace tandem::end_to_end
