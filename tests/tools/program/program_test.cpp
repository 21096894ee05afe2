// SPDX-License-Identifier: MIT
// From arguments to exit codes, without a process of its own.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Program, CallsItselfAsItWasCalled) {
    EXPECT_TRUE(says(program<Counter>({}).out, "  here record"));
    EXPECT_TRUE(says((program<Counter, Leaky>({}).out), "  here --game counter record"));
}

TEST(Program, TellsUsageErrorsInJsonEvenThoughNothingParsed) {
    const Said said = expect<Counter>(2, {"--json", "recrod"});
    EXPECT_TRUE(says(said.out, "\"code\":\"usage\",\"exit\":2}"));
    EXPECT_TRUE(says(said.err, "here: there is no verb 'recrod'"));
}

TEST(Program, JsonIsJsonWhateverWasAsked) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--json"}, {"--json", "--help"}, {"--json", "help", "record"}}) {
        const Said said = expect<Counter>(0, words);
        EXPECT_TRUE(said.out.starts_with("{\"schema\":1,\"verb\":\"help\",\"text\":\""))
            << said.out;
        EXPECT_TRUE(said.out.ends_with("\"}\n")) << said.out;
    }
}

TEST(Program, AVerbHasOneNameInJsonEvenWhereItFails) {
    for (const char* name : {"play", "watch", "replay"}) {
        for (const std::vector<std::string>& rest : {std::vector<std::string>{}, {"no/such"}}) {
            EXPECT_TRUE(
                says(program<Counter>(joined({"--json", name}, rest)).out, "\"verb\":\"play\""))
                << name;
        }
    }
}

TEST(Program, TheEndOfOptionsIsNoPlaceForAVerb) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--"},
                                                  {"--", "record", "--ticks", "5"},
                                                  {"--json", "--", "info"}}) {
        const Said said = expect<Counter>(2, words);
        EXPECT_TRUE(says(said.err, "expected a verb where '--' stands"));
    }
}

// A verb as a game's program would add it.
int count(const tools::Arguments& arguments, tools::Context& context) {
    const auto game = context.registry.choose(context.game);
    if (!game) {
        return context.fail(game.error());
    }
    if (arguments.text("UNIT") == "nothing") {
        return context.fail({sim::ErrorCode::bad_data, "UNIT", "that cannot be counted"});
    }
    const std::uint64_t number = arguments.whole("--times").value_or(1);
    context.console.print(game->info->name + " " + std::to_string(number) + " " +
                          arguments.text("UNIT"));
    context.console.report({{"number", number}});
    return 0;
}

const tools::Verb k_count{.name = "count",
                          .sentence = "Count things of the game",
                          .example = "count sheep",
                          .options = {{.names = {"UNIT"},
                                       .sentence = "What",
                                       .value = tools::Text{},
                                       .is_required = true},
                                      {.names = {"--times"},
                                       .value_name = "N",
                                       .sentence = "How many",
                                       .default_text = "1",
                                       .value = tools::Whole{.least = 1}}},
                          .run = &count};

TEST(Program, DoesTheVerbsThatAreAddedToIt) {
    const auto counted = [](std::vector<std::string> words) {
        return program<Counter>(std::move(words), {k_count});
    };
    EXPECT_EQ(counted({"count", "sheep", "--times", "3"}).out, "counter 3 sheep\n");
    EXPECT_EQ(counted({"count", "sheep", "--json"}).out,
              "{\"schema\":1,\"verb\":\"count\",\"number\":1}\n");
    const Said refused = counted({"count", "nothing"});
    EXPECT_EQ(refused.code, 3);
    EXPECT_EQ(refused.err, "here: UNIT: that cannot be counted\n");
    EXPECT_EQ(counted({"count"}).err, "here: UNIT is required; see here count --help\n");
    EXPECT_TRUE(says(counted({"--help"}).out, "\n  count                       Count things"));
    EXPECT_TRUE(says(counted({"help", "count"}).out, "Example: here count sheep"));
    EXPECT_EQ(counted({"record", "--ticks", "0"}).code, 2);
    expect<Counter>(2, {"count", "sheep"});
}

TEST(Program, RefusesAVerbOfANameThatIsTaken) {
    tools::Verb taken = k_count;
    taken.other_names = {"watch"};
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"count", "sheep"}, {"games"}, {"--help"}}) {
        const Said said = expect<Counter>(70, words, {taken});
        EXPECT_TRUE(says(said.err, "verb 'count': the name 'watch' is taken"));
        EXPECT_EQ(said.out, "");
    }
    EXPECT_TRUE(says(program<Counter>({"games", "--json"}, {taken}).out,
                     "\"code\":\"internal\",\"exit\":70}"));
}

}  // namespace
}  // namespace tandem::test
