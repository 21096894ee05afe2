// SPDX-License-Identifier: MIT
// verify, inside of the test: verdicts of sound and of broken games.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <stdexcept>

#include <tandem/tools/system/signals.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using Verify = InFolder;

// Sends its process a Ctrl-C in the step of one tick, once that is wished for.
struct Interrupting : BrokenBase {
    static constexpr std::string_view name = "interrupting";
    static inline std::uint64_t at_tick = ~std::uint64_t{0};
    void step(Inputs<Input> inputs) {
        if (ticks == at_tick) {
            std::raise(SIGINT);
        }
        add(inputs);
    }
};

// Throws while its state is written.
struct Explosive : BrokenBase {
    static constexpr std::string_view name = "explosive";
    static inline bool explodes = false;
    void step(Inputs<Input> inputs) { add(inputs); }
    template <class Archive>
    void serialize(Archive& ar) {
        if (explodes && ticks == 10) {
            throw std::runtime_error("the planned explosion");
        }
        BrokenBase::serialize(ar);
    }
};

TEST_F(Verify, ComparesEveryTickOfASoundGame) {
    recorded<Counter>("a.tandem", {"--ticks", "50"});
    const Said said = expect<Counter>(0, {"--json", "verify", path("a.tandem")});
    EXPECT_TRUE(says(said.out, "\"ticks_checked\":50,\"ticks_recorded\":50,\"verdict\":\"same\""));
}

TEST_F(Verify, NeedsAFile) { EXPECT_TRUE(says(expect<Counter>(2, {"verify"}).err, "FILE")); }

TEST_F(Verify, FindsAGameThatKeepsStateOutsideOfItself) {
    recorded<Leaky>("a.tandem", {"--ticks", "50"});
    const Said said = expect<Leaky>(1, {"--json", "verify", path("a.tandem")});
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\",\"tick\":0,"));
}

TEST_F(Verify, DivergenceBeatsACutInTheObjectToo) {
    const std::string file = path("a.tandem");
    expect<Counter>(0, {"record", "--ticks", "300", "--plant", "20:ticks", "-o", file});
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 9);
    const Said said = expect<Counter>(1, {"--json", "verify", file});
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\",\"tick\":20,"));
    EXPECT_TRUE(says(said.out, "\"code\":\"divergence\",\"exit\":1}"));
    EXPECT_TRUE(says(said.out, "\"completeness\":\"cut\""));
    EXPECT_FALSE(says(said.out, "\"flaw\":null"));
    // Both are said, also where remarks are not wanted.
    const Said quiet = program<Counter>({"--quiet", "verify", file});
    EXPECT_EQ(std::count(quiet.err.begin(), quiet.err.end(), '\n'), 2) << quiet.err;
    EXPECT_TRUE(says(quiet.err, "tick 20: the simulation left the recording here"));
    const std::string sound = recorded<Counter>("sound.tandem", {"--ticks", "300"});
    EXPECT_TRUE(says(expect<Counter>(1, {"--json", "diff", sound, file}).out, "\"tick\":20,"));
}

TEST_F(Verify, AFolderGoesByNameAndEachFileHasItsObject) {
    for (const char* name : {"b.tandem", "a.tandem"}) {
        recorded<Counter>(name, {"--ticks", "5"});
    }
    const Said said = expect<Counter>(0, {"--json", "verify", path("."), "--jobs", "5"});
    EXPECT_LT(said.out.find("a.tandem"), said.out.find("b.tandem"));
    EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 2);
}

TEST_F(Verify, AGameThatThrowsInAnyThreadCostsThatFileOnly) {
    Explosive::explodes = false;
    for (const char* name : {"a.tandem", "b.tandem", "c.tandem", "d.tandem"}) {
        const std::string ticks = name[0] == 'd' ? "5" : "50";
        recorded<Explosive>(name, {"--ticks", ticks});
    }
    Explosive::explodes = true;
    const Said said = expect<Explosive>(1, {"--json", "verify", path("."), "--jobs", "4"});
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\",\"tick\":9,"));
    EXPECT_TRUE(says(said.out, "\"ticks_checked\":5,"));
    const Said in_words = program<Explosive>({"verify", path("c.tandem")});
    EXPECT_TRUE(
        says(in_words.out, "tick 9, serialize: the game threw an exception: the planned explosion"))
        << in_words.out;
}

class InterruptedVerify : public InFolder {
protected:
    InterruptedVerify() {
        Interrupting::at_tick = ~std::uint64_t{0};
        for (const auto& [name, ticks] : {std::pair("a", "50"), {"b", "500"}, {"c", "50"}}) {
            expect<Interrupting>(0, {"record", "--ticks", ticks, "-o", file(name)});
        }
        Interrupting::at_tick = 300;
    }
    ~InterruptedVerify() override {
        Interrupting::at_tick = ~std::uint64_t{0};
        const tools::SignalGuard none_is_left_over;
    }
    std::string file(const std::string& name) const { return path(name + ".tandem"); }
};

TEST_F(InterruptedVerify, SaysWhatWasComparedUntilThen) {
    const Said said = expect<Interrupting>(130, {"verify", file("b")});
    EXPECT_TRUE(says(said.out,
                     "b.tandem: interrupted: 320 ticks of 500 simulated again, all the "
                     "same so far, chain "));
    EXPECT_EQ(said.err, "");
    const Said json = expect<Interrupting>(130, {"--json", "verify", file("b")});
    EXPECT_TRUE(says(json.out,
                     "\"ticks_checked\":320,\"ticks_recorded\":500,"
                     "\"verdict\":\"interrupted\""));
}

TEST_F(InterruptedVerify, SaysWhichOfSeveralFilesWereNotBegun) {
    const Said said = expect<Interrupting>(130, {"verify", path(".")});
    EXPECT_TRUE(says(said.out, "a.tandem: same: 50 ticks of 50 simulated again, all the same"));
    EXPECT_TRUE(says(said.out, "b.tandem: interrupted: 320 ticks of 500"));
    EXPECT_FALSE(says(said.out, "c.tandem"));
    EXPECT_TRUE(says(said.out,
                     "\n1 of 3 files complete and the same, 370 ticks compared; "
                     "interrupted, 1 file not begun\n"));
}

TEST_F(InterruptedVerify, ADivergenceFoundBeforeIsStillTheExitCode) {
    Interrupting::at_tick = ~std::uint64_t{0};
    expect<Interrupting>(
        0, {"record", "--ticks", "50", "--plant", "20:ticks", "--force", "-o", file("a")});
    Interrupting::at_tick = 300;
    expect<Interrupting>(1, {"verify", path(".")});
}

}  // namespace
}  // namespace tandem::test
