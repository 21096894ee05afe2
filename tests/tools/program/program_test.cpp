// SPDX-License-Identifier: MIT
// From arguments to exit codes, without a process of its own.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Program, ListsItsGames) {
    const Said said = program<Counter, Leaky>({"games"});
    EXPECT_EQ(said.code, 0);
    EXPECT_TRUE(
        says(said.out, "counter  version 1, 1 to 4 players, 60 ticks a second, bots, keys\n"));
    EXPECT_TRUE(says(said.out, "    --option finish_ticks=0\n"));
    EXPECT_TRUE(says(said.out, "leaky"));
    const Said json = program<Counter>({"--json", "games"});
    EXPECT_TRUE(
        says(json.out, "{\"schema\":1,\"verb\":\"games\",\"game\":\"counter\",\"version\":1,"));
}

TEST(Program, CallsItselfAsItWasCalled) {
    EXPECT_TRUE(says(program<Counter>({}).out, "  here record"));
    EXPECT_TRUE(says((program<Counter, Leaky>({}).out), "  here --game counter record"));
}

TEST(Program, TellsItsVersion) {
    EXPECT_TRUE(says(program<Counter>({"--version"}).out, "tandem "));
    EXPECT_TRUE(says(program<Counter>({"--version", "--json"}).out, "\"verb\":\"version\""));
}

TEST(Program, TellsUsageErrorsInJsonEvenThoughNothingParsed) {
    const Said said = program<Counter>({"--json", "recrod"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.out, "\"code\":\"usage\",\"exit\":2}"));
    EXPECT_TRUE(says(said.err, "here: there is no verb 'recrod'"));
}

TEST(Program, JsonIsJsonWhateverWasAsked) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--json"}, {"--json", "--help"}, {"--json", "help", "record"}}) {
        const Said said = program<Counter>(words);
        EXPECT_EQ(said.code, 0);
        EXPECT_TRUE(said.out.starts_with("{\"schema\":1,\"verb\":\"help\",\"text\":\""))
            << said.out;
        EXPECT_TRUE(said.out.ends_with("\"}\n")) << said.out;
    }
}

TEST(Program, AVerbHasOneNameInJsonEvenWhereItFails) {
    for (const char* name : {"play", "watch", "replay"}) {
        for (const std::vector<std::string>& rest : {std::vector<std::string>{}, {"no/such"}}) {
            std::vector<std::string> words{"--json", name};
            words.insert(words.end(), rest.begin(), rest.end());
            EXPECT_TRUE(says(program<Counter>(words).out, "\"verb\":\"play\"")) << name;
        }
    }
}

TEST(Program, TheEndOfOptionsIsNoPlaceForAVerb) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--"},
                                                  {"--", "record", "--ticks", "5"},
                                                  {"--json", "--", "info"}}) {
        const Said said = program<Counter>(words);
        EXPECT_EQ(said.code, 2);
        EXPECT_TRUE(says(said.err, "expected a verb where '--' stands"));
    }
}

}  // namespace
}  // namespace tandem::test
