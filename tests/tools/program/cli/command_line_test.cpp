// SPDX-License-Identifier: MIT
// A command line becomes a verb and its arguments, or one sentence about what is wrong with it.
#include <tandem/tools/program/cli/command_line.hpp>

#include <gtest/gtest.h>

#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/verbs/list.hpp>

namespace tandem::tools {
namespace {

const ProgramName k_program{.name = "tandem", .games = {"duel", "swarm"}};

const std::vector<Verb>& verbs() {
    static const std::vector<Verb> k_verbs = all_verbs();
    return k_verbs;
}

CommandLine parsed(const std::vector<std::string>& arguments) {
    auto line = parse_command_line(arguments, verbs(), k_program);
    EXPECT_TRUE(line) << (line ? "" : line.error().message);
    return line ? *line : CommandLine{};
}

std::string refusal_of(const std::vector<std::string>& arguments) {
    const auto line = parse_command_line(arguments, verbs(), k_program);
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
    ASSERT_NE(line.chosen, nullptr);
    EXPECT_EQ(line.chosen->name, "record");
    const SessionArguments session = session_arguments(line.arguments);
    EXPECT_EQ(session.output, "a.tandem");
    EXPECT_EQ(session.inputs, (std::vector<std::string>{"lmp:x.lmp", "2=bot"}));
    EXPECT_EQ(session.ticks, 50U);
    EXPECT_EQ(session.seed, 7U);
    EXPECT_EQ(session.players, 3U);
    EXPECT_EQ(session.options, (std::vector<std::string>{"frag_limit=5"}));
    EXPECT_EQ(session.plant, "3:ticks");
    EXPECT_EQ(session.player_name, "Ada");
    EXPECT_TRUE(session.force);
    EXPECT_TRUE(line.arguments.flag("--realtime"));
}

TEST(CommandLine, WordsThatAreVerbsTooAreArgumentsOfTheFirst) {
    EXPECT_EQ(parsed({"play", "info"}).arguments.text("FILE"), "info");
    EXPECT_EQ(parsed({"info", "play"}).verb, "info");
}

TEST(CommandLine, WhatIsNotGivenStaysOpen) {
    const CommandLine record = parsed({"record"});
    EXPECT_FALSE(record.arguments.has("--ticks"));
    EXPECT_TRUE(record.arguments.texts("--inputs").empty());
    EXPECT_FALSE(record.arguments.flag("--force"));
    EXPECT_FALSE(parsed({"host"}).arguments.whole("--port"));
    EXPECT_FALSE(parsed({"play", "a"}).arguments.number("--speed"));
}

TEST(CommandLine, GlobalOptionsStandBeforeOrAfterTheVerb) {
    EXPECT_TRUE(parsed({"info", "a", "--json"}).json);
    EXPECT_TRUE(parsed({"--quiet", "info", "a"}).quiet);
    EXPECT_EQ(parsed({"check", "--game", "swarm"}).game, "swarm");
}

TEST(CommandLine, PlayHasThreeNamesAndIsPlayInJson) {
    for (const char* name : {"play", "replay", "watch"}) {
        const CommandLine line =
            parsed({name, "a.tandem", "--from", "-5", "--to", "9", "--speed", "0.5"});
        EXPECT_EQ(line.verb, "play");
        EXPECT_EQ(line.arguments.text("FILE"), "a.tandem");
        EXPECT_EQ(line.arguments.text("--from"), "-5");
        EXPECT_EQ(line.arguments.text("--to"), "9");
        EXPECT_EQ(line.arguments.number("--speed"), 0.5);
    }
}

TEST(CommandLine, MatchesTakeTheirOptions) {
    const Arguments host =
        parsed({"host", "--port", "0", "--delay", "auto", "--key-file", "k", "--unpaced"})
            .arguments;
    EXPECT_EQ(host.whole("--port"), 0U);
    EXPECT_EQ(host.text("--delay"), "auto");
    EXPECT_EQ(host.text("--key-file"), "k");
    EXPECT_TRUE(host.flag("--unpaced"));
    EXPECT_EQ(parsed({"host", "--passphrase-file", "w"}).arguments.text("--passphrase-file"), "w");
    EXPECT_EQ(parsed({"join", "there:1"}).arguments.text("HOST[:PORT]"), "there:1");
}

TEST(CommandLine, VerifyTakesManyPaths) {
    const Arguments verify = parsed({"verify", "a", "b", "--jobs", "3", "c"}).arguments;
    EXPECT_EQ(verify.texts("FILE-or-DIR"), (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(verify.whole("--jobs"), 3U);
}

TEST(CommandLine, MistakesAreNamed) {
    const struct {
        std::vector<std::string> words;
        const char* part;  // of the refusal
    } mistakes[] = {
        {{"recrod"}, "did you mean record?"},
        {{"--game", "duel", "jion", "x"}, "'jion', did you mean join?"},
        {{"abracadabra"}, "tandem --help"},
        {{"record", "--tick", "4"}, "--tick"},
        {{"--game", "duel", "record", "--tick", "5"}, "did you mean --ticks?"},
        {{"--game", "duel", "host", "--delya=3"}, "did you mean --delay?"},
        {{"verify", "a", "--jsno"}, "did you mean --json?"},
        {{"info", "a", "--colour"}, "--colour"},
        {{"record", "--ticks"}, "--ticks"},
        {{"play"}, "FILE"},
        {{"info"}, "FILE"},
        {{"join"}, "HOST"},
        {{"blame", "a"}, "BAD"},
        {{"host", "--port", "70000"}, "--port"},
        {{"play", "a", "--view", "hologram"}, "--view"},
        {{"info", "a", "b"}, "b"},
    };
    for (const auto& [words, part] : mistakes) {
        EXPECT_NE(refusal_of(words).find(part), std::string::npos) << refusal_of(words);
    }
    EXPECT_EQ(refusal_of({"info", "a", "--colour"}).find("did you mean"), std::string::npos);
}

TEST(CommandLine, NumbersThatDoNotFitAreRefusedInOneShortSentence) {
    for (const std::string number :
         {"-5", "-4", "0", "99999999999999999999999", "5x", "0x10", "1e3", "many", ""}) {
        EXPECT_NE(refusal_of({"record", "--ticks", number})
                      .find("--ticks: expected a whole number from 1 to 18446744073709551615, "
                            "found '" +
                            number + "'"),
                  std::string::npos);
    }
    for (const std::string number : {"-5", "99999999999999999999999", "5x", "0x10", "1e3", ""}) {
        EXPECT_NE(refusal_of({"record", "--ticks", "5", "--seed", number}).find("--seed: expected"),
                  std::string::npos);
    }
    EXPECT_NE(refusal_of({"host", "--port", "65536"}).find("from 0 to 65535"), std::string::npos);
    EXPECT_NE(refusal_of({"verify", "a", "--jobs", "0"}).find("from 1 to 4294967295"),
              std::string::npos);
    for (const char* number : {"nan", "0", "-1", "fast"}) {
        EXPECT_NE(refusal_of({"play", "a", "--speed", number}).find("at least 0.001"),
                  std::string::npos);
    }
}

TEST(CommandLine, WithoutAVerbNoneIsChosen) {
    const CommandLine line = parsed({"--json"});
    EXPECT_EQ(line.chosen, nullptr);
    EXPECT_EQ(line.verb, "help");
    EXPECT_TRUE(line.json);
}

TEST(CommandLine, HelpIsAVerbHoweverItIsAskedFor) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"watch", "--help"},
                                                  {"--json", "help", "play"},
                                                  {"replay", "-h"},
                                                  {"help", "help", "play"}}) {
        const CommandLine line = parsed(words);
        EXPECT_EQ(line.verb, "help");
        EXPECT_EQ(line.arguments.text("VERB"), "play");
    }
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--help"}, {"help"}, {"help", "--help"}}) {
        const CommandLine line = parsed(words);
        EXPECT_EQ(line.verb, "help");
        EXPECT_FALSE(line.arguments.has("VERB"));
    }
    EXPECT_TRUE(parsed({"--json", "record", "--help"}).json);
}

TEST(CommandLine, VersionIsAVerbAndAnOption) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--version"}, {"version"}, {"record", "--version"}}) {
        EXPECT_EQ(parsed(words).chosen, find_verb(verbs(), "version"));
    }
}

TEST(CommandLine, HowToTellAnErrorIsSeenEvenWhereNothingParses) {
    const CommandLine line = peek_output_options({"recrod", "--json", "--quiet"}, verbs());
    EXPECT_TRUE(line.json);
    EXPECT_TRUE(line.quiet);
    EXPECT_EQ(line.verb, "recrod");
    EXPECT_EQ(peek_output_options({"watch"}, verbs()).verb, "play");
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

// A verb with every kind of value, as somebody else might write it.
TEST(CommandLine, TakesAnyVerbThatIsAPlainValue) {
    const std::vector<Verb> own = all_verbs(
        {{.name = "best",
          .options = {{.names = {"FILE"}, .value = Path{}, .is_required = true},
                      {.names = {"--by"}, .value_name = "FIELD", .value = OneOf{{"age", "size"}}},
                      {.names = {"--at"}, .value_name = "X", .value = Number{0.5, 2}},
                      {.names = {"--in"}, .value_name = "DIR", .value = Path{Path::Kind::folder}},
                      {.names = {"--of"}, .value_name = "N", .value = Whole{2, 4}}}}});
    const auto parse = [&](const std::vector<std::string>& arguments) {
        return parse_command_line(arguments, own, k_program);
    };
    const auto line = parse({"best", "a", "--by", "age", "--at", "0.75", "--in", ".", "--of", "3"});
    ASSERT_TRUE(line) << line.error().text();
    EXPECT_EQ(line->chosen->name, "best");
    EXPECT_EQ(line->arguments.number("--at"), 0.75);
    EXPECT_EQ(line->arguments.whole("--of"), 3U);
    const auto refusal = [&](const std::vector<std::string>& arguments) {
        const auto refused = parse(arguments);
        return refused ? "" : refused.error().text();
    };
    EXPECT_EQ(refusal({"best", "a", "--by", "hair"}),
              "--by: hair not in {age,size}; see tandem best --help");
    EXPECT_EQ(refusal({"best", "a", "--at", "2.5"}),
              "--at: expected a number from 0.5 to 2.0, found '2.5'; see tandem best --help");
    EXPECT_EQ(refusal({"best", "a", "--of", "5"}),
              "--of: expected a whole number from 2 to 4, found '5'; see tandem best --help");
    EXPECT_EQ(refusal({"best", "a", "--in", ""}),
              "--in: expected the name of a folder, found ''; see tandem best --help");
    EXPECT_EQ(refusal({"best"}), "FILE is required; see tandem best --help");
    EXPECT_EQ(refusal({"bets"}),
              "there is no verb 'bets', did you mean best?; tandem --help lists them");
}

int do_nothing(const Arguments&, Context&) { return 0; }

std::string what_is_wrong_with(const std::vector<Verb>& verbs) {
    const auto checked = check_verbs(verbs);
    EXPECT_TRUE(checked || checked.error().code == sim::ErrorCode::internal);
    return checked ? "" : checked.error().text();
}

TEST(CommandLine, AFlagIsNeverFalse) {
    for (const char* value : {"false", "0", "no"}) {
        EXPECT_NE(refusal_of({std::string("--json=") + value, "games"}), "") << value;
        EXPECT_NE(refusal_of({"record", std::string("--force=") + value}), "") << value;
    }
    EXPECT_TRUE(parsed({"--json=true", "games"}).json);
    EXPECT_TRUE(peek_output_options({"--json=true", "games"}, verbs()).json);
}

TEST(CommandLine, AnEmptyValueIsNotTheNextWord) {
    EXPECT_EQ(refusal_of({"--game=", "games"}),
              "--game: expected the name of a game, found ''; see tandem games --help");
    EXPECT_EQ(parsed({"record", "--name=", "--force"}).arguments.text("--name"), "");
    EXPECT_TRUE(parsed({"record", "--name=", "--force"}).arguments.flag("--force"));
    EXPECT_NE(refusal_of({"record", "--ticks=", "-o", "a.tandem"}), "");
    EXPECT_EQ(parsed({"play", "--", "--x="}).arguments.text("FILE"), "--x=");
}

TEST(CommandLine, WhatStandsBehindTwoDashesIsNoOutputOption) {
    EXPECT_FALSE(peek_output_options({"play", "--", "--json"}, verbs()).json);
    EXPECT_TRUE(peek_output_options({"play", "--json", "--", "a"}, verbs()).json);
}

TEST(CheckVerbs, FindsThoseThatCannotStandBesideEachOther) {
    const Verb play{
        .name = "play", .other_names = {"watch"}, .sentence = "Play", .run = &do_nothing};
    const auto beside = [&](const Verb& verb) { return what_is_wrong_with({play, verb}); };
    EXPECT_EQ(beside({.name = "best",
                      .sentence = "Say it",
                      .options = {{.names = {"FILE"}, .value = Path{}, .is_repeated = true},
                                  {.names = {"--force"}, .value = Flag{}},
                                  {.names = {"-n", "--name"}, .value = Text{}},
                                  {.names = {"--view"}, .value = OneOf{{"window", "none"}}},
                                  {.names = {"--ticks"}, .value = Whole{.most = 255}},
                                  {.names = {"--speed"}, .value = Number{}}},
                      .run = &do_nothing}),
              "");
    EXPECT_EQ(beside({.name = "watch", .run = &do_nothing}),
              "verb 'watch': the name 'watch' is taken by another verb of this program");
    EXPECT_NE(beside({.name = "best", .other_names = {"play"}, .run = &do_nothing}), "");
    EXPECT_NE(beside({.name = "", .run = &do_nothing}), "");
    EXPECT_NE(beside({.name = "--best", .run = &do_nothing}), "");
    EXPECT_EQ(beside({.name = "best", .sentence = "Say it"}), "verb 'best': it has no function");
    EXPECT_EQ(beside({.name = "best", .run = &do_nothing}), "verb 'best': it has no sentence");
    EXPECT_NE(
        beside({.name = "best", .sentence = "Say it", .options = {Option{}}, .run = &do_nothing}),
        "");
}

// A completion script holds them as they are.
TEST(CheckVerbs, FindsNamesThatAShellCouldTakeForSomethingElse) {
    for (const char* name : {"two words", "o'd", "$(id)", "a;b", "\xc3\xab"}) {
        EXPECT_NE(what_is_wrong_with({{.name = name, .sentence = "Say it", .run = &do_nothing}}),
                  "");
        EXPECT_NE(what_is_wrong_with({{.name = "best",
                                       .sentence = "Say it",
                                       .options = {{.names = {std::string("--") + name}}},
                                       .run = &do_nothing}}),
                  "");
    }
    EXPECT_EQ(what_is_wrong_with({{.name = "best_of-2",
                                   .sentence = "Say it",
                                   .options = {{.names = {"FILE[:PART]"}}},
                                   .run = &do_nothing}}),
              "");
}

TEST(CheckVerbs, FindsAnOptionThatIsThereAlready) {
    for (const char* name : {"--json", "--game", "--quiet", "--help", "-h", "--version", "-o"}) {
        const Verb verb{
            .name = "best",
            .sentence = "Say it",
            .options = {{.names = {"-o", "--output"}, .value = Path{}}, {.names = {name}}},
            .run = &do_nothing};
        EXPECT_NE(what_is_wrong_with({verb}).find(std::string("its option ") + name),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace tandem::tools
