// SPDX-License-Identifier: MIT
// export, inside of the test: formats, what each needs, and that nothing is lost by it.
#include <filesystem>

#include <tests/sim/rich_game.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class Export : public InFolder {
protected:
    Export() { recorded<Counter>("a.tandem", {"--ticks", "90"}); }
    std::string file() const { return path("a.tandem"); }
    template <class Game = Counter>
    Said run_export(std::vector<std::string> more) const {
        return program<Game>(joined({"export", file()}, more));
    }
    std::string content(const std::string& name) const { return content_of(path(name)); }
};

TEST_F(Export, AsAScriptIsTheSameSessionOnceMore) {
    const auto round = [&](const auto& run) {
        EXPECT_EQ(run({"record", "--ticks", "80", "--seed", "3", "-o", path("b"), "--force"}).code,
                  0);
        const Said said =
            run({"export", path("b"), "--format", "inputs", "-o", path("b.csv"), "--force"});
        EXPECT_EQ(said.code, 0) << said.err;
        EXPECT_EQ(run({"record", "--inputs", "script:" + path("b.csv"), "--seed", "3", "-o",
                       path("c"), "--force"})
                      .code,
                  0);
        EXPECT_EQ(run({"diff", path("b"), path("c")}).code, 0);
    };
    round([](const std::vector<std::string>& words) { return program<Counter>(words); });
    round([](const std::vector<std::string>& words) { return program<RichGame>(words); });
}

TEST_F(Export, OfInputsNeedsNoGameAndOfStatesIt) {
    EXPECT_EQ(run_export<Leaky>({"--format", "csv", "-o", path("inputs.csv")}).code, 0);
    const Said refused =
        run_export<Leaky>({"--format", "csv", "--field", "ticks", "-o", path("b")});
    EXPECT_EQ(refused.code, 6);
    EXPECT_FALSE(std::filesystem::exists(path("b")));
    const Said states = run_export(
        {"--format", "csv", "--field", "ticks", "--from", "-2", "-o", path("states.csv")});
    EXPECT_EQ(states.code, 0) << states.err;
    EXPECT_EQ(content("states.csv"), "tick,ticks\n88,89\n89,90\n");
    EXPECT_TRUE(says(states.out, "wrote 2 rows of counter as csv into "));
}

TEST_F(Export, GoesToStandardOutputToo) {
    const Said said =
        run_export({"--format", "csv", "--field", "ticks", "--every", "40", "-o", "-"});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.out, "tick,ticks\n0,1\n40,41\n80,81\n");
    EXPECT_EQ(run_export({"--json", "--format", "csv", "-o", "-"}).code, 2);
}

TEST_F(Export, OfAnArrayHasItsDescriptionBesideIt) {
    const Said said = run_export({"--json", "--format", "npy", "-o", path("a.npy")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"rows\":90,\"columns\":[\"p0.amount\",\"p1.amount\"],"));
    EXPECT_TRUE(content("a.npy").starts_with("\x93NUMPY"));
    EXPECT_TRUE(says(content("a.npy.json"), "\"type\":\"i16\""));
}

// What exists already is as safe from the second file as from the first.
TEST_F(Export, OfAnArrayReplacesNoFileBesideIt) {
    const std::string beside = write("b.npy.json", "years of work");
    const Said refused = run_export({"--format", "npy", "-o", path("b.npy")});
    EXPECT_EQ(refused.code, 5);
    EXPECT_TRUE(says(refused.err, "b.npy.json: exists already"));
    EXPECT_FALSE(std::filesystem::exists(path("b.npy")));
    EXPECT_EQ(content("b.npy.json"), "years of work");
    recorded<Counter>("c.npy.json", {"--ticks", "9"});
    expect<Counter>(
        2, {"export", path("c.npy.json"), "--format", "npy", "-o", path("c.npy"), "--force"});
    expect<Counter>(0, {"verify", path("c.npy.json")});
    EXPECT_EQ(run_export({"--format", "npy", "-o", path("b.npy"), "--force"}).code, 0);
    EXPECT_TRUE(content("b.npy.json").starts_with("{"));
}

TEST_F(Export, WritesEachFormat) {
    for (const char* format : {"inputs", "csv", "jsonl", "npy", "trace", "raw"}) {
        const Said said = run_export({"--format", format, "-o", path(format)});
        EXPECT_EQ(said.code, 0) << format << said.err;
        EXPECT_FALSE(content(format).empty());
    }
}

TEST_F(Export, RefusesWhatItCannotMeanBeforeAnythingIsWritten) {
    EXPECT_EQ(run_export({"-o", path("b")}).code, 2);
    EXPECT_EQ(run_export({"--format", "csv"}).code, 2);
    EXPECT_EQ(run_export({"--format", "xml", "-o", path("b")}).code, 2);
    EXPECT_EQ(run_export({"--format", "inputs", "--field", "ticks", "-o", path("b")}).code, 2);
    EXPECT_EQ(run_export({"--format", "raw", "--every", "2", "-o", path("b")}).code, 2);
    EXPECT_EQ(run_export({"--format", "csv", "--field", "totals", "-o", path("b")}).code, 2);
    EXPECT_EQ(run_export({"--format", "csv", "-o", file(), "--force"}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(path("b")));
    const std::string precious = write("precious", "years of work");
    EXPECT_EQ(run_export({"--format", "csv", "-o", precious}).code, 5);
    EXPECT_EQ(content("precious"), "years of work");
    EXPECT_EQ(run_export({"--format", "csv", "-o", precious, "--force"}).code, 0);
}

TEST_F(Export, OfStatesThatTheSimulationDoesNotGiveLeavesNoFile) {
    recorded<Forked<0>>("forked", {"--ticks", "100"});
    const Said refused = expect<Forked<1>>(
        1, {"export", path("forked"), "--format", "csv", "--field", "total", "-o", path("b")});
    EXPECT_TRUE(says(refused.err, "tick 50: the simulation leaves the recording here"));
    EXPECT_FALSE(std::filesystem::exists(path("b")));
}

}  // namespace
}  // namespace tandem::test
