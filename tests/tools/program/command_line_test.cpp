// SPDX-License-Identifier: MIT
// The command line becomes plain values, or one sentence about what is wrong with it.
#include <tandem/tools/program/command_line.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

const ProgramName k_program{.name = "tandem", .game = "duel"};

CommandLine parsed(const std::vector<std::string>& arguments) {
    auto line = parse_command_line(arguments, k_program);
    EXPECT_TRUE(line) << (line ? "" : line.error().message);
    return line ? *line : CommandLine{};
}

std::string refusal_of(const std::vector<std::string>& arguments) {
    const auto line = parse_command_line(arguments, k_program);
    EXPECT_FALSE(line);
    if (line) {
        return "";
    }
    EXPECT_EQ(line.error().code, sim::ErrorCode::usage);
    EXPECT_EQ(line.error().message.find('\n'), std::string::npos);
    return line.error().message;
}

TEST(CommandLine, RecordTakesEverythingASessionHas) {
    const CommandLine line =
        parsed({"--game",       "duel",      "--json",    "record",  "-o",         "a.tandem",
                "--inputs",     "lmp:x.lmp", "--inputs",  "2=bot",   "--ticks",    "50",
                "--seed",       "7",         "--players", "3",       "--realtime", "--option",
                "frag_limit=5", "--plant",   "3:ticks",   "--force", "--name",     "Ada"});
    EXPECT_EQ(line.game, "duel");
    EXPECT_TRUE(line.json);
    EXPECT_FALSE(line.quiet);
    EXPECT_EQ(line.verb, "record");
    const auto& record = std::get<RecordCommand>(line.command);
    EXPECT_EQ(record.session.output, "a.tandem");
    EXPECT_EQ(record.session.inputs, (std::vector<std::string>{"lmp:x.lmp", "2=bot"}));
    EXPECT_EQ(record.session.ticks, 50U);
    EXPECT_EQ(record.session.seed, 7U);
    EXPECT_EQ(record.session.players, 3U);
    EXPECT_EQ(record.session.options, (std::vector<std::string>{"frag_limit=5"}));
    EXPECT_EQ(record.session.plant, "3:ticks");
    EXPECT_EQ(record.session.player_name, "Ada");
    EXPECT_TRUE(record.session.force);
    EXPECT_TRUE(record.realtime);
}

TEST(CommandLine, LabTakesASectionAndWhatToRun) {
    const auto lab =
        std::get<LabCommand>(parsed({"lab", "loops", "--loop", "L1,L2", "--loop", "M1", "--machine",
                                     "2.5:14", "--seconds", "5", "--refresh", "144", "--stall",
                                     "3000:2000", "--repaired", "--real", "--csv"})
                                 .command);
    EXPECT_EQ(lab.section, "loops");
    EXPECT_EQ(lab.loops, (std::vector<std::string>{"L1,L2", "M1"}));
    EXPECT_EQ(lab.machines, (std::vector<std::string>{"2.5:14"}));
    EXPECT_EQ(lab.seconds, "5");
    EXPECT_EQ(lab.refresh_hz, 144U);
    EXPECT_EQ(lab.stall, "3000:2000");
    EXPECT_TRUE(lab.repaired && lab.real && lab.csv);
    const auto claims = std::get<LabCommand>(
        parsed({"lab", "claims", "--claim", "C14,C17", "--article", "mdn"}).command);
    EXPECT_EQ(claims.claims, (std::vector<std::string>{"C14,C17"}));
    EXPECT_EQ(claims.articles, (std::vector<std::string>{"mdn"}));
    EXPECT_EQ(std::get<LabCommand>(parsed({"lab", "replay"}).command).section, "replay");
    EXPECT_EQ(std::get<PlayCommand>(parsed({"play", "lab"}).command).file, "lab");
    const auto bare = std::get<LabCommand>(parsed({"lab"}).command);
    EXPECT_TRUE(bare.section.empty());
    EXPECT_FALSE(bare.seconds || bare.refresh_hz || bare.stall);
    EXPECT_NE(refusal_of({"lab", "loops", "--refresh", "0"}).find("whole number from 1"),
              std::string::npos);
}

TEST(CommandLine, WhatIsNotGivenStaysOpen) {
    const auto record = std::get<RecordCommand>(parsed({"record"}).command);
    EXPECT_FALSE(record.session.ticks);
    EXPECT_FALSE(record.session.seed);
    EXPECT_FALSE(record.session.players);
    EXPECT_TRUE(record.session.inputs.empty());
    EXPECT_FALSE(record.session.force);
    EXPECT_EQ(std::get<HostCommand>(parsed({"host"}).command).port, 47000);
    EXPECT_EQ(std::get<VerifyCommand>(parsed({"verify", "a"}).command).jobs, 1U);
    EXPECT_EQ(std::get<PlayCommand>(parsed({"play", "a"}).command).speed, 1.0);
}

TEST(CommandLine, GlobalOptionsStandBeforeOrAfterTheVerb) {
    EXPECT_TRUE(parsed({"info", "a", "--json"}).json);
    EXPECT_TRUE(parsed({"--quiet", "info", "a"}).quiet);
    EXPECT_EQ(parsed({"check", "--game", "swarm"}).game, "swarm");
}

TEST(CommandLine, PlayHasThreeNamesAndIsPlayInJson) {
    for (const char* name : {"play", "replay", "watch"}) {
        const CommandLine line =
            parsed({name, "a.tandem", "--from", "5", "--to", "9", "--speed", "0.5"});
        EXPECT_EQ(line.verb, "play");
        const auto& play = std::get<PlayCommand>(line.command);
        EXPECT_EQ(play.file, "a.tandem");
        EXPECT_EQ(play.from, 5U);
        EXPECT_EQ(play.to, 9U);
        EXPECT_EQ(play.speed, 0.5);
    }
}

TEST(CommandLine, MatchesTakeTheirOptions) {
    const auto host = std::get<HostCommand>(
        parsed({"host", "--port", "0", "--delay", "auto", "--key-file", "k", "--unpaced"}).command);
    EXPECT_EQ(host.port, 0);
    EXPECT_EQ(host.delay, "auto");
    EXPECT_EQ(host.key_file, "k");
    EXPECT_TRUE(host.unpaced);
    EXPECT_EQ(std::get<JoinCommand>(parsed({"join", "there:1"}).command).address, "there:1");
}

TEST(CommandLine, VerifyTakesManyPaths) {
    const auto verify =
        std::get<VerifyCommand>(parsed({"verify", "a", "b", "--jobs", "3", "c"}).command);
    EXPECT_EQ(verify.paths, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(verify.jobs, 3U);
}

TEST(CommandLine, MistakesAreNamed) {
    EXPECT_NE(refusal_of({"recrod"}).find("did you mean record?"), std::string::npos);
    EXPECT_NE(refusal_of({"--game", "duel", "jion", "x"}).find("'jion', did you mean join?"),
              std::string::npos);
    EXPECT_NE(refusal_of({"record", "--tick", "4"}).find("--tick"), std::string::npos);
    EXPECT_NE(refusal_of({"record", "--ticks", "-4"}).find("--ticks"), std::string::npos);
    EXPECT_NE(refusal_of({"record", "--ticks"}).find("--ticks"), std::string::npos);
    EXPECT_NE(refusal_of({"diff", "a"}).find("B"), std::string::npos);
    EXPECT_NE(refusal_of({"host", "--port", "70000"}).find("--port"), std::string::npos);
    EXPECT_NE(refusal_of({"play", "a", "--view", "hologram"}).find("--view"), std::string::npos);
    EXPECT_NE(refusal_of({"info", "a", "b"}).find("b"), std::string::npos);
}

TEST(CommandLine, AloneItSaysWhatToDoNextInWordsThatCanBeTyped) {
    const CommandLine line = parsed({});
    EXPECT_NE(std::get<HelpCommand>(line.command).text.find("tandem --game duel record"),
              std::string::npos);
    const auto own =
        parse_command_line({}, ProgramName{.name = "race", .game = "race", .has_one_game = true});
    ASSERT_TRUE(own);
    const std::string& text = std::get<HelpCommand>(own->command).text;
    EXPECT_NE(text.find("race record"), std::string::npos);
    EXPECT_EQ(text.find("--game"), std::string::npos);
}

TEST(CommandLine, HelpOfAVerbHasAnExample) {
    for (const char* verb :
         {"record", "play", "host", "join", "diff", "verify", "info", "check", "games"}) {
        const CommandLine line = parsed({verb, "--help"});
        EXPECT_NE(std::get<HelpCommand>(line.command).text.find("Example: tandem "),
                  std::string::npos)
            << verb;
    }
    EXPECT_NE(std::get<HelpCommand>(parsed({"--help"}).command).text.find("Exit codes:"),
              std::string::npos);
}

TEST(CommandLine, VersionIsAQuestionOfItsOwn) {
    EXPECT_TRUE(std::holds_alternative<VersionCommand>(parsed({"--version"}).command));
}

TEST(CommandLine, HowToTellAnErrorIsSeenEvenWhereNothingParses) {
    const CommandLine line = peek_output_options({"recrod", "--json", "--quiet"});
    EXPECT_TRUE(line.json);
    EXPECT_TRUE(line.quiet);
    EXPECT_EQ(line.verb, "recrod");
}

TEST(CommandLine, AnEmptyWordIsNoNameOfAFile) {
    const std::vector<std::vector<std::string>> lines{
        {"record", "-o", ""},      {"play", ""},      {"info", ""},
        {"verify", "a", ""},       {"diff", "a", ""}, {"diff", "", "b"},
        {"host", "--key-file", ""}};
    for (const auto& line : lines) {
        EXPECT_NE(refusal_of(line).find("expected the name of a file, found ''"), std::string::npos)
            << line[0];
    }
}

}  // namespace
}  // namespace tandem::tools
