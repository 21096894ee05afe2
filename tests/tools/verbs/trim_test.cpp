// SPDX-License-Identifier: MIT
// trim, inside of the test: parts that play and verify alone, with and without the game.
#include <filesystem>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class TrimVerb : public InFolder {
protected:
    TrimVerb() { recorded<Counter>("a.tandem", {"--ticks", "1300", "--keyframe-ticks", "600"}); }
    Said trim(std::vector<std::string> more) const {
        return program<Counter>(joined({"--json", "trim", path("a.tandem")}, more));
    }
    // What info says behind "chain" in this file.
    static std::string chain_of(const std::string& out) {
        const std::size_t at = out.find("\"chain\":\"");
        return at == std::string::npos ? "" : out.substr(at + 9, 16);
    }
};

TEST_F(TrimVerb, WritesAPartThatPlaysAndVerifiesWithTheChainOfTheWhole) {
    const Said said = trim({"--from", "100", "-o", path("part")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks\":1200,\"first_tick\":100,\"players\":2,"));
    EXPECT_TRUE(says(said.out, "\"simulated\":true,\"states_left_out\":0,\"end\":\"tick_limit\""));
    const std::string chain = chain_of(program<Counter>({"--json", "info", path("a.tandem")}).out);
    EXPECT_EQ(chain_of(said.out), chain);
    for (const char* verb : {"info", "play", "verify"}) {
        const Said part = program<Counter>({"--json", verb, path("part")});
        EXPECT_EQ(part.code, 0) << verb << part.err;
        EXPECT_EQ(chain_of(part.out), chain) << verb;
    }
    const std::string at_its_start =
        expect<Counter>(0, {"state", path("part"), "--at", "100", "totals[0]"}).out;
    EXPECT_EQ(at_its_start,
              program<Counter>({"state", path("a.tandem"), "--at", "100", "totals[0]"}).out);
    const Said text = program<Counter>(
        {"trim", path("a.tandem"), "--from", "-200", "--to", "-100", "-o", path("late")});
    EXPECT_TRUE(says(text.out, "wrote 100 ticks of counter, 1100 to before 1200, into "));
    EXPECT_TRUE(says(text.out, "; simulated again and compared\n"));
}

TEST_F(TrimVerb, OfEverythingIsIdenticalByDiff) {
    EXPECT_EQ(trim({"-o", path("all")}).code, 0);
    expect<Counter>(0, {"diff", path("a.tandem"), path("all")});
}

TEST_F(TrimVerb, WithoutTheGameBeginsAtStoredKeyframesAndSaysWhich) {
    const auto trim_foreign = [&](const char* from, const char* out) {
        return program<Leaky>(
            {"--json", "trim", path("a.tandem"), "--from", from, "-o", path(out)});
    };
    const Said refused = trim_foreign("100", "b");
    EXPECT_EQ(refused.code, 6);
    EXPECT_TRUE(says(refused.err, "keyframes after 0, 600, 1200 ticks"));
    EXPECT_FALSE(std::filesystem::exists(path("b")));
    const Said copied = trim_foreign("600", "b");
    EXPECT_EQ(copied.code, 0) << copied.err;
    EXPECT_TRUE(says(copied.out, "\"simulated\":false"));
    expect<Counter>(0, {"verify", path("b")});
}

TEST_F(TrimVerb, CopiesWhatItsSimulationContradictsWhereNoneIsNeeded) {
    recorded<Forked<0>>("forked", {"--ticks", "1300"});
    const Said copied =
        expect<Forked<1>>(0, {"--json", "trim", path("forked"), "-o", path("copied")});
    EXPECT_TRUE(says(copied.err, "the simulation leaves the recording here"));
    EXPECT_TRUE(says(copied.err, "copied as they were recorded"));
    expect<Forked<0>>(0, {"verify", path("copied")});
    const Said refused =
        expect<Forked<1>>(1, {"trim", path("forked"), "--from", "100", "-o", path("refused")});
    EXPECT_TRUE(says(refused.err, "there are keyframes after 0 ticks")) << refused.err;
    EXPECT_FALSE(std::filesystem::exists(path("refused")));
}

TEST_F(TrimVerb, RefusesWhatItCannotMeanBeforeAnythingIsWritten) {
    EXPECT_EQ(trim({}).code, 2);
    EXPECT_EQ(trim({"--from", "1301", "-o", path("b")}).code, 2);
    EXPECT_EQ(trim({"--from", "9", "--to", "8", "-o", path("b")}).code, 2);
    EXPECT_EQ(trim({"-o", path("a.tandem"), "--force"}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(path("b")));
    const std::string precious = write("precious", "years of work");
    EXPECT_EQ(trim({"-o", precious}).code, 5);
    EXPECT_EQ(std::filesystem::file_size(precious), 13U);
    EXPECT_EQ(trim({"-o", precious, "--force"}).code, 0);
}

TEST_F(TrimVerb, OfACutFileWritesWhatIsThereAndSaysSo) {
    std::filesystem::resize_file(path("a.tandem"),
                                 std::filesystem::file_size(path("a.tandem")) - 9);
    const Said said = trim({"--from", "1200", "-o", path("b")});
    EXPECT_EQ(said.code, 3);
    EXPECT_TRUE(says(said.out, "\"ticks\":100,"));
    expect<Counter>(0, {"verify", path("b")});
}

}  // namespace
}  // namespace tandem::test
