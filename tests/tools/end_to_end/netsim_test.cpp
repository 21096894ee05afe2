// SPDX-License-Identifier: MIT
// netsim as a stranger runs it: bad lines, and a scenario of his own.
#include <tests/tools/end_to_end/end_to_end_test.hpp>

namespace tandem::end_to_end {
namespace {

class Netsim : public EndToEnd {};

TEST_F(Netsim, PlaysEveryProfileWithOneChain) {
    for (const char* profile : {"lan", "wifi", "4g", "transatlantic", "hotel"}) {
        const Json line =
            report(0, {"--game", "duel", "netsim", "--profile", profile, "--ticks", "200"});
        EXPECT_EQ(line["verdict"], "one chain") << line;
        EXPECT_EQ(line["profile"], profile);
        EXPECT_EQ(line["ticks"], 200U);
        EXPECT_EQ(line["ticks_compared"], 400U);
        ASSERT_EQ(line["sides"].size(), 2U);
        EXPECT_EQ(line["sides"][0]["chain"], line["chain"]);
        EXPECT_EQ(line["sides"][1]["chain"], line["chain"]);
        EXPECT_GT(line["sides"][0]["sent_bytes_per_s"], 1'000.0);
    }
}

TEST_F(Netsim, TheSameSeedIsTheSameMatchAndAnotherIsNot) {
    const Arguments arguments{"--game",    "swarm", "netsim",  "--profile", "hotel",
                              "--players", "3",     "--ticks", "60",        "--seed"};
    const auto run_seed = [&](const char* seed) {
        Arguments with_seed = arguments;
        with_seed.emplace_back(seed);
        return report(0, with_seed);
    };
    const Json one = run_seed("5");
    EXPECT_EQ(one, run_seed("5"));
    EXPECT_NE(one["trace"], run_seed("6")["trace"]);
}

TEST_F(Netsim, PlaysTheGameOfAProgramOfOneGame) {
    const Outcome outcome = run_command(alone({"netsim", "--profile", "lan", "--ticks", "60"}));
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_TRUE(contains(outcome.out, "all chains are one")) << outcome;
}

TEST_F(Netsim, AScenarioOfOnesOwnIsPlayed) {
    write_file(path("own.json"), R"({"schema": 1, "ticks": 150, "line": {"delay_us": 30000},
        "faults": [{"what": "freeze", "machine": 1, "at_ms": 2000, "for_ms": 500}]})");
    const Json line = report(0, {"--game", "duel", "netsim", "--profile", path("own.json")});
    EXPECT_EQ(line["faults"], 1U);
    EXPECT_GE(line["sides"][1]["input_age_ms_max"], 500U);
}

}  // namespace
}  // namespace tandem::end_to_end
