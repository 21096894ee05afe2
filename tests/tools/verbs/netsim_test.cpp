// SPDX-License-Identifier: MIT
// netsim plays anybody's game, sees a planted fault, and saves what goes wrong.
#include <fstream>

#include <tandem/tools/netsim/scenario.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class NetsimVerb : public InFolder {};

TEST_F(NetsimVerb, PlaysAProfileAndSaysThatTheChainsAreOne) {
    const Said said = expect<Counter>(0, {"netsim", "--profile", "lan", "--ticks", "120"});
    EXPECT_TRUE(says(said.out, "counter on lan, seed 1, 0 faults"));
    EXPECT_TRUE(says(said.out, "all chains are one"));
    const Said again = program<Counter>({"netsim", "--profile", "lan", "--ticks", "120"});
    EXPECT_EQ(said.out, again.out);
    const Said sealed =
        expect<Counter>(0, {"netsim", "--profile", "lan", "--ticks", "120", "--sealed"});
    EXPECT_TRUE(says(sealed.out, "0 faults, sealed, "));
    const Said json = expect<Counter>(0, {"--json", "netsim", "--profile", "4g", "--ticks", "120",
                                          "--seed", "7", "--players", "3"});
    EXPECT_TRUE(says(json.out, R"({"schema":1,"verb":"netsim","game":"counter","profile":"4g",)"
                               R"("seed":7,"players":3,"ticks":120,)"));
}

TEST_F(NetsimVerb, APlantedFaultIsDivergenceAndIsSavedAsSmallAsItGets) {
    const std::string file = path("failing.json");
    const Said said = expect<Counter>(1, {"netsim", "--profile", "wifi", "--ticks", "200",
                                          "--plant", "60:totals[0]", "-o", file});
    EXPECT_TRUE(says(said.out, "chains differ: machine 1 differs"));
    EXPECT_TRUE(says(said.err, "it has 61 ticks and 0 faults"));
    const auto saved = tools::netsim::scenario_from_text(content_of(file));
    ASSERT_TRUE(saved.has_value()) << saved.error().text();
    EXPECT_EQ(saved->plant->field, "totals[0]");
    const Said again = expect<Counter>(1, {"--json", "netsim", "--profile", file});
    EXPECT_TRUE(says(again.out, R"("verdict":"chains differ")"));
    EXPECT_TRUE(says(again.out, R"("tick":60,"machine":1,)"));
    // What is there already is not replaced, and a file is not read and written at once.
    expect<Counter>(5, {"netsim", "-o", file});
    expect<Counter>(2, {"netsim", "--profile", file, "-o", file, "--force"});
}

TEST_F(NetsimVerb, WithoutAFailureNoFileIsLeft) {
    const std::string file = path("none.json");
    const Said said =
        expect<Counter>(0, {"netsim", "--profile", "lan", "--ticks", "30", "-o", file});
    EXPECT_TRUE(says(said.err, "nothing went wrong, so that no file was written"));
    EXPECT_FALSE(std::ifstream(file).good());
}

TEST_F(NetsimVerb, AMistakeIsNamed) {
    expect<Counter>(5, {"netsim", "--profile", path("nowhere.json")});
    const std::string bad = write("bad.json", R"({"schema":1,"speed":9})");
    const Said unknown = expect<Counter>(3, {"netsim", "--profile", bad});
    EXPECT_TRUE(says(unknown.err, "speed: is not known here"));
    const Said many = expect<Counter>(2, {"netsim", "--players", "5"});
    EXPECT_TRUE(says(many.err, "counter is for at most 4"));
    const Said field = expect<Counter>(2, {"netsim", "--plant", "5:total"});
    EXPECT_TRUE(says(field.err, "the state of counter has no number or flag 'total'"));
    const Said late =
        expect<Counter>(2, {"netsim", "--profile", "lan", "--ticks", "30", "--plant", "30:ticks"});
    EXPECT_TRUE(says(late.err, "nothing was planted: the match was over after 30 ticks"));
}

TEST_F(NetsimVerb, AFileSaysItselfThatItsLinesAreSealed) {
    const std::string file = write("sealed.json", R"({"schema":1,"ticks":60,"sealed":true})");
    const Said said = expect<Counter>(0, {"netsim", "--profile", file});
    EXPECT_TRUE(says(said.out, "0 faults, sealed, "));
}

TEST_F(NetsimVerb, AMatchThatIsCutShortIsAFailureOfTheNetwork) {
    const std::string file = write("cut.json",
                                   R"({"schema":1,"ticks":600,"faults":[
            {"what":"cut","from":1,"to":0,"at_ms":2000,"for_ms":300000},
            {"what":"cut","from":0,"to":1,"at_ms":2000,"for_ms":300000}]})");
    const Said said = expect<Counter>(4, {"netsim", "--profile", file});
    EXPECT_TRUE(says(said.out, "all chains are one"));
    EXPECT_TRUE(says(said.out, "of 600 ticks"));
}

}  // namespace
}  // namespace tandem::test
