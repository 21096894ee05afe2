// SPDX-License-Identifier: MIT
// The command line of the installed program: what it says to somebody who knows nothing yet, and to
// programs. How words are understood is tested without a process (tests/tools/program/cli).
#include <algorithm>

#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class CommandLine : public EndToEnd {
protected:
    void expect_usage_error(const Arguments& arguments, std::string_view part) const {
        const Outcome outcome = expect(2, arguments);
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, part)) << outcome;
        EXPECT_EQ(outcome.out, "") << outcome;
    }
    static void expect_keys(const Json& line, const std::vector<std::string>& keys) {
        for (const std::string& key : keys) {
            EXPECT_TRUE(line.contains(key)) << key << " is missing in " << line;
        }
    }
    static bool is_hash(const Json& value) {
        return value.is_string() && value.get<std::string>().size() == 16 &&
               value.get<std::string>().find_first_not_of("0123456789abcdef") == std::string::npos;
    }
};

TEST_F(CommandLine, AloneSaysWhatToDoNext) {
    const Outcome outcome = expect(0, {});
    for (const char* verb : {"record", "play", "verify", "host", "join", "--help"}) {
        EXPECT_TRUE(contains(outcome.out, verb)) << outcome;
    }
}

TEST_F(CommandLine, GamesAreListed) {
    const Outcome outcome = expect(0, {"games"});
    EXPECT_TRUE(contains(outcome.out, "duel")) << outcome;
    EXPECT_TRUE(contains(outcome.out, "swarm")) << outcome;
    const auto lines = json_lines(expect(0, {"--json", "games"}).out, "games");
    ASSERT_EQ(lines.size(), 5U);
    const char* const games[] = {"duel", "swarm", "lab-variable", "lab-fixed", "lab-float"};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i]["game"], games[i]);
    }
}

TEST_F(CommandLine, AnOptionOfTheGameGivenTwiceIsAUsageError) {
    expect_usage_error({"--game", "duel", "record", "--ticks", "9", "--option", "frag_limit=3",
                        "--option", "frag_limit=4", "-o", path("a")},
                       "--option frag_limit: given twice");
    EXPECT_FALSE(std::filesystem::exists(path("a")));
}

TEST_F(CommandLine, HelpSaysHowManyPlayTheMatch) {
    EXPECT_TRUE(contains(expect(0, {"host", "--help"}).out, "the host included (2)"));
    EXPECT_TRUE(contains(expect(0, {"record", "--help"}).out, "as many as the"));
}

TEST_F(CommandLine, StartingSomethingNeedsAGame) {
    expect_usage_error({"record", "--ticks", "5"}, "duel, swarm");
    expect_usage_error({"--game", "dual", "record", "--ticks", "5"}, "did you mean duel");
}

TEST_F(CommandLine, UnpacedBotsNeedTicks) {
    expect_usage_error({"--game", "duel", "record", "-o", path("a")}, "--ticks");
    expect_usage_error({"--game", "duel", "record", "--inputs", "bot", "-o", path("a")}, "--ticks");
    EXPECT_FALSE(std::filesystem::exists(path("a")));
}

TEST_F(CommandLine, ValuesThatAreNoneAreUsageErrors) {
    const Arguments record{"--game", "duel", "record", "-o", path("a")};
    expect_usage_error(record + Arguments{"--ticks", "9", "--players", "9"}, "1 to 8 players");
    expect_usage_error(record + Arguments{"--ticks", "9", "--option", "arena=moon"}, "moon");
    expect_usage_error(record + Arguments{"--ticks", "9", "--option", "frags=3"}, "frag_limit");
    expect_usage_error(record + Arguments{"--ticks", "9", "--plant", "5"}, "TICK:FIELD");
    expect_usage_error({"--game", "duel", "join", "127.0.0.1:99999"}, "1 to 65535");
    EXPECT_FALSE(std::filesystem::exists(path("a")));
}

TEST_F(CommandLine, NumbersAreDecimal) {
    EXPECT_EQ(report(0, {"info", record_bots("a", 100, {"--seed", "010"})})["seed"], 10U);
}

TEST_F(CommandLine, PlantInAFieldThatIsNotThereIsAUsageErrorThatListsThoseNearIt) {
    const Arguments plant{"--plant", "5:fighters[0].mana", "-o", path("a")};
    for (const Arguments& verb : {Arguments{"record", "--ticks", "50"}, Arguments{"host"},
                                  Arguments{"join", "127.0.0.1"}}) {
        const Outcome outcome = expect(2, Arguments{"--game", "duel"} + verb + plant);
        expect_one_sentence(outcome);
        EXPECT_TRUE(contains(outcome.err, "fighters[0].mana")) << outcome;
        EXPECT_TRUE(contains(outcome.err, "fighters[].health")) << outcome;
        EXPECT_FALSE(std::filesystem::exists(path("a")));
    }
}

TEST_F(CommandLine, PlantInAnElementThatIsNotThereLosesNothing) {
    const Outcome outcome = expect(2, {"--game", "duel", "record", "--ticks", "50", "--plant",
                                       "30:fighters[7].health", "-o", path("a")});
    expect_one_sentence(outcome);
    const Json verified = report(0, {"verify", path("a")});
    EXPECT_EQ(verified["ticks_checked"], 30U);
    EXPECT_EQ(verified["completeness"], "complete");
    EXPECT_EQ(report(0, {"info", path("a")})["end"], "recording_failed") << "nobody stopped it";
}

TEST_F(CommandLine, JsonErrorsAreObjectsAsWell) {
    const Json line = report(5, {"info", path("missing")});
    EXPECT_EQ(line["code"], "io");
    EXPECT_EQ(line["exit"], 5);
    EXPECT_TRUE(contains(line.value("error", ""), path("missing"))) << line;
    EXPECT_EQ(report(2, {"play"})["code"], "usage");
}

TEST_F(CommandLine, JsonOfSessionsHasTheirFacts) {
    const std::string file = path("a.tandem");
    const std::vector<std::string> keys{"ticks", "players", "chain", "file", "bytes"};
    const Json recorded =
        report(0, {"--game", "duel", "record", "--ticks", "70", "--players", "3", "-o", file});
    const Json played = report(0, {"play", file});
    const Json info = report(0, {"info", file});
    for (const Json& line : {recorded, played, info}) {
        expect_keys(line, keys);
        EXPECT_EQ(line["ticks"], 70U);
        EXPECT_EQ(line["players"], 3U);
        EXPECT_EQ(line["file"], file);
        EXPECT_EQ(line["bytes"], std::filesystem::file_size(file));
        EXPECT_TRUE(is_hash(line["chain"])) << line;
        EXPECT_EQ(line["chain"], recorded["chain"]);
    }
}

TEST_F(CommandLine, JsonOfVerifyDiffAndCheckHasTheirVerdicts) {
    const std::string file = record_bots("a.tandem", 70);
    expect_keys(report(0, {"verify", file}), {"ticks_checked", "ticks_recorded", "verdict"});
    expect_keys(report(0, {"diff", file, file}), {"verdict", "tick", "fields"});
    expect_keys(report(0, {"--game", "duel", "check", "--ticks", "50"}),
                {"verdict", "ticks_checked", "tick", "fields"});
}

TEST_F(CommandLine, OptionsThatTheGameRefusesAreUsageErrors) {
    expect_usage_error(
        {"--game", "swarm", "record", "--ticks", "5", "--option", "units=0", "-o", path("a")},
        "1 to 100000 units, not 0");
    EXPECT_FALSE(std::filesystem::exists(path("a")));
}

TEST_F(CommandLine, QuietLeavesErrors) { expect_usage_error({"--quiet", "play"}, "FILE"); }

TEST_F(CommandLine, SeedAndOptionsDecideTheSession) {
    const auto chain_of = [&](const char* name, const Arguments& more) {
        return report(0, {"info", record_bots(name, 100, more)})["chain"];
    };
    const Json chain = chain_of("a", {});
    EXPECT_EQ(chain_of("b", {"--seed", "1", "--option", "arena=yard"}), chain);
    EXPECT_NE(chain_of("c", {"--seed", "2"}), chain);
    EXPECT_NE(chain_of("d", {"--option", "arena=rooms"}), chain);
}

TEST_F(CommandLine, PlayStopsWhereItIsTold) {
    const std::string file = record_bots("a.tandem", 900);
    const Json part = report(0, {"play", file, "--from", "500", "--to", "620"});
    EXPECT_EQ(part["ticks"], 620U);
    const std::string other = record_bots("b.tandem", 620);
    EXPECT_EQ(part["chain"], report(0, {"info", other})["chain"]);
    expect_usage_error({"play", file, "--from", "1000"}, "ticks 0 to 899");
}

// What a verb prints goes into a pipe in one piece, so a reader who leaves decides nothing; a
// program of one game is no other in that.
TEST_F(CommandLine, AReaderOfAFewLinesNeverChangesTheExitCode) {
    const std::string script = "{ \"$@\"; echo $? >> '" + path("codes") + "'; } | head -n 1";
    const auto codes_of = [&](const Arguments& command, int runs) {
        std::filesystem::remove(path("codes"));
        for (int i = 0; i < runs; ++i) {
            run_command(Arguments{"sh", "-c", script, "sh"} + command);
        }
        return read_file(path("codes"));
    };
    const std::string text_of_ten = "0\n0\n0\n0\n0\n0\n0\n0\n0\n0\n";
    const Arguments lab{"lab", "inventory"};
    const Arguments own{"hashes", "--ticks", "600"};
    const Arguments as_json{"--json"};
    for (const Arguments& command :
         {tandem(lab), alone(own), tandem(as_json + lab), alone(as_json + own)}) {
        EXPECT_GT(run_command(command).out.size(), 8'192U);
        EXPECT_EQ(codes_of(command, 10), text_of_ten) << command.front();
    }
    // More than a pipe holds by itself.
    const Arguments large{"--json", "lab", "loops"};
    EXPECT_GT(expect(0, large).out.size(), 65'536U);
    EXPECT_EQ(codes_of(tandem(large), 3), "0\n0\n0\n");
}

TEST_F(CommandLine, AProgramOfOneGameHasItsOwnVerbsAndNoLab) {
    const Outcome own = run_command(alone({"hashes", "--ticks", "3"}));
    EXPECT_EQ(own.exit_code, 0) << own;
    EXPECT_EQ(std::count(own.out.begin(), own.out.end(), '\n'), 3) << own;
    const Outcome help = run_command(alone({"--help"}));
    EXPECT_TRUE(contains(help.out, "\n  hashes  ")) << help;
    EXPECT_FALSE(contains(help.out, "\n  lab  ")) << help;
    EXPECT_EQ(run_command(alone({"lab", "loops"})).exit_code, 2);
    // Nor is any of its code there: the name of its namespace, as symbols have it.
    constexpr const char* k_lab_symbols = "6tandem5tools3lab";
    EXPECT_FALSE(contains(read_file(alone({}).front()), k_lab_symbols));
    EXPECT_TRUE(contains(read_file(tandem({}).front()), k_lab_symbols));
    EXPECT_TRUE(contains(expect(0, {"--help"}).out, "\n  lab  "));
    expect_usage_error({"hashes"}, "there is no verb 'hashes'");
}

TEST_F(CommandLine, TheManualPageIsInstalled) {
    const std::string page = TANDEM_MANUAL_PAGE;
    if (page.empty()) {
        GTEST_SKIP() << "nothing is installed in this build";
    }
    EXPECT_EQ(read_file(page), expect(0, {"man"}).out);
    EXPECT_EQ(json_lines(expect(0, {"--json", "man"}).out, "man").size(), 1U);
}

}  // namespace
}  // namespace tandem::end_to_end
