// SPDX-License-Identifier: MIT
// diff, inside of the test: each verdict and its exit code.
#include <filesystem>
#include <string>
#include <vector>

#include <tandem/tools/program/evidence/bundle.hpp>
#include <tandem/tools/text/shell_text.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class Diff : public InFolder {
protected:
    Said diff(const std::string& a, const std::string& b) const {
        return program<Counter>({"--json", "diff", a, b});
    }
};

TEST_F(Diff, IdenticalIsTheOnlySuccess) {
    const std::string a = recorded<Counter>("a", {"--ticks", "40"});
    const std::string b = recorded<Counter>("b", {"--ticks", "40", "--name", "Ada"});
    const Said said = diff(a, b);
    EXPECT_EQ(said.code, 0) << said.out;
    EXPECT_TRUE(says(said.out, "\"verdict\":\"identical\",\"tick\":null,\"fields\":[],"));
}

TEST_F(Diff, PrefixNamesTheFirstTickOfTheLonger) {
    const Said said =
        diff(recorded<Counter>("a", {"--ticks", "40"}), recorded<Counter>("b", {"--ticks", "30"}));
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"verdict\":\"prefix\",\"tick\":30,"));
    EXPECT_TRUE(says(said.out, "\"a_ticks\":40,"));
    EXPECT_TRUE(says(said.out, "\"b_ticks\":30,"));
}

TEST_F(Diff, HeaderListsWhatDiffers) {
    const Said said = diff(recorded<Counter>("a", {"--ticks", "40"}),
                           recorded<Counter>("b", {"--ticks", "40", "--seed", "2"}));
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"verdict\":\"header\""));
    EXPECT_TRUE(says(said.out, "seed"));
}

TEST_F(Diff, InputsNamesPlayerAndField) {
    const std::string a =
        recorded<Counter>("a", {"--inputs", "script:" + write("a.csv", "p1.amount\n1\n2\n3\n")});
    const std::string b =
        recorded<Counter>("b", {"--inputs", "script:" + write("b.csv", "p1.amount\n1\n2\n4\n")});
    const Said said = diff(a, b);
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"verdict\":\"inputs\",\"tick\":2,"));
    EXPECT_TRUE(says(said.out, "\"path\":\"amount\",\"a\":\"3\",\"b\":\"4\""));
    EXPECT_TRUE(says(said.out, "\"player\":1"));
}

TEST_F(Diff, InputsAlsoSaysWhereTheStatesPart) {
    const std::string a =
        recorded<Counter>("a", {"--inputs", "script:" + write("a.csv", "p1.amount\n1\n2\n3\n")});
    const std::string b =
        recorded<Counter>("b", {"--inputs", "script:" + write("b.csv", "p1.amount\n1\n2\n4\n")});
    EXPECT_TRUE(
        says(diff(a, b).out, "\"state_tick\":2,\"state_fields\":[{\"path\":\"totals[1]\","));
    const Said text = program<Counter>({"diff", a, b});
    EXPECT_TRUE(says(text.out, "inputs: different inputs from tick 2, input of player 1 on"));
    EXPECT_TRUE(says(text.out, "\nthe states first differ after tick 2\n"));
    EXPECT_TRUE(says(text.out, "  tick 2  totals[1]  58 | 59"));
    const Said without = program<Leaky>({"--json", "diff", a, b});
    EXPECT_TRUE(says(without.out, "\"state_tick\":null,\"state_fields\":[]"));
    EXPECT_TRUE(says(without.out, "cannot be said without the simulation"));
}

TEST_F(Diff, StateNamesTickAndField) {
    const std::string a = recorded<Counter>("a", {"--ticks", "40"});
    const std::string b = recorded<Counter>("b", {"--ticks", "40", "--plant", "17:totals[1]"});
    const Said said = diff(a, b);
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"verdict\":\"state\",\"tick\":17,"));
    EXPECT_TRUE(says(said.out, "\"state_tick\":17,"));
    EXPECT_TRUE(says(said.out, "\"fields\":[{\"path\":\"totals[1]\""));
    const Said text = program<Counter>({"diff", a, b});
    EXPECT_TRUE(says(text.out, "state: equal inputs, but different states from tick 17 on"));
    EXPECT_TRUE(says(text.out, "\n  tick 17  totals[1]  "));
}

TEST_F(Diff, LeadsToExplainWhereThatCanSayMore) {
    const std::string a = recorded<Counter>("a", {"--ticks", "40"});
    const std::string b = recorded<Counter>("it's b", {"--ticks", "40", "--plant", "17:totals[1]"});
    const Said text = program<Counter>({"diff", a, b});
    const std::string said_next = "\nnext: here explain " + a + " " + tools::shell_word(b) + "\n";
    EXPECT_TRUE(text.out.ends_with(said_next)) << text.out;
    EXPECT_FALSE(says(diff(a, b).out, "next"));
    // Without the game, of one history and of two sessions explain has no more to say.
    EXPECT_FALSE(says(program<Leaky>({"diff", a, b}).out, "next:"));
    EXPECT_FALSE(says(program<Counter>({"diff", a, a}).out, "next:"));
    const std::string longer = recorded<Counter>("longer", {"--ticks", "50"});
    EXPECT_FALSE(says(program<Counter>({"diff", a, longer}).out, "next:"));
    const std::string other = recorded<Counter>("other", {"--ticks", "40", "--seed", "2"});
    EXPECT_FALSE(says(program<Counter>({"diff", a, other}).out, "next:"));
}

TEST_F(Diff, OfACutFileIsNoSuccessEvenWhereAllOfItIsTheSame) {
    const std::string a = recorded<Counter>("a", {"--ticks", "300"});
    const std::string b = recorded<Counter>("b", {"--ticks", "300"});
    std::filesystem::resize_file(b, std::filesystem::file_size(b) - 30);
    const Said said = diff(a, b);
    EXPECT_NE(said.code, 0);
    EXPECT_TRUE(says(said.err, b));
}

TEST_F(Diff, WorksWithoutTheGame) {
    const std::string a = recorded<Counter>("a", {"--ticks", "40"});
    const std::string b = recorded<Counter>("b", {"--ticks", "40", "--plant", "17:totals[1]"});
    const Said said = expect<Leaky>(1, {"--json", "diff", a, b});
    EXPECT_TRUE(says(said.out, "\"verdict\":\"state\",\"tick\":17,"));
}

TEST_F(Diff, OfNarrowTracksNamesARangeWithoutTheGameAndTheTickWithIt) {
    const std::string a = recorded<Counter>("a", {"--ticks", "40", "--track", "0"});
    const std::string b =
        recorded<Counter>("b", {"--ticks", "40", "--track", "0", "--plant", "17:totals[1]"});
    const Said without = expect<Leaky>(1, {"--json", "diff", a, b});
    EXPECT_TRUE(says(without.out, "\"verdict\":\"state\",\"tick\":39,"));
    EXPECT_TRUE(says(without.out, "\"tick_from\":0"));
    EXPECT_TRUE(says(without.out, "\"state_tick\":null"));
    const Said text = program<Leaky>({"diff", a, b});
    EXPECT_TRUE(says(text.out, "equal inputs, but different states from a tick from 0 to 39 on"));
    EXPECT_TRUE(says(text.out, "not both files hold any bits of a chain"));
    EXPECT_TRUE(says(text.out, "with the game's own program `diff` simulates both and is exact"));
    const Said exact = diff(a, b);
    EXPECT_TRUE(says(exact.out, "\"verdict\":\"state\",\"tick\":17,"));
    EXPECT_TRUE(says(exact.out, "\"tick_from\":17"));
}

TEST_F(Diff, ABundleAloneHoldsBothSides) {
    const std::string a = recorded<Counter>("a", {"--ticks", "40"});
    const std::string b = recorded<Counter>("b", {"--ticks", "40", "--plant", "20:ticks"});
    tools::BundleManifest manifest;
    manifest.tick = 20;
    manifest.is_host = true;
    manifest.other_player = 1;
    manifest.game = "counter";
    manifest.game_version = 1;
    manifest.build = "here";
    manifest.ours = "a";
    manifest.theirs = "b";
    const auto say = [&] { write("bundle.json", tools::manifest_text(manifest)); };
    say();
    for (const auto& sides :
         {std::vector<std::string>{path(".")}, {path("."), b}, {b, path(".")}}) {
        const Said said = expect<Counter>(1, joined({"diff"}, sides));
        EXPECT_TRUE(says(said.out, "state: equal inputs, but different states from tick 20 on"));
    }
    manifest.theirs = "";
    manifest.theirs_missing = "the other side was gone";
    say();
    const Said alone = expect<Counter>(2, {"diff", path(".")});
    EXPECT_TRUE(says(alone.err,
                     "B is required, since the bundle has nothing of the other side: the other "
                     "side was gone"));
    const Said file = expect<Counter>(2, {"diff", a});
    EXPECT_TRUE(says(file.err, "B is required: a second recording; only a bundle holds both"));
}

}  // namespace
}  // namespace tandem::test
