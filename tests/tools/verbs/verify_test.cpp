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
    ASSERT_EQ(program<Counter>({"record", "--ticks", "50", "-o", path("a.tandem")}).code, 0);
    const Said said = program<Counter>({"--json", "verify", path("a.tandem")});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks_checked\":50,\"ticks_recorded\":50,\"verdict\":\"same\""));
}

TEST_F(Verify, FindsAGameThatKeepsStateOutsideOfItself) {
    ASSERT_EQ(program<Leaky>({"record", "--ticks", "50", "-o", path("a.tandem")}).code, 0);
    const Said said = program<Leaky>({"--json", "verify", path("a.tandem")});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\",\"tick\":0,"));
}

TEST_F(Verify, DivergenceBeatsACutInTheObjectToo) {
    const std::string file = path("a.tandem");
    ASSERT_EQ(
        program<Counter>({"record", "--ticks", "300", "--plant", "20:ticks", "-o", file}).code, 0);
    std::filesystem::resize_file(file, std::filesystem::file_size(file) - 9);
    const Said said = program<Counter>({"--json", "verify", file});
    EXPECT_EQ(said.code, 1);
    EXPECT_TRUE(says(said.out, "\"verdict\":\"diverged\",\"tick\":20,"));
    EXPECT_TRUE(says(said.out, "\"code\":\"divergence\",\"exit\":1}"));
    EXPECT_TRUE(says(said.out, "\"completeness\":\"cut\""));
    EXPECT_FALSE(says(said.out, "\"flaw\":null"));
    // Both are said, also where remarks are not wanted.
    const Said quiet = program<Counter>({"--quiet", "verify", file});
    EXPECT_EQ(std::count(quiet.err.begin(), quiet.err.end(), '\n'), 2) << quiet.err;
    EXPECT_TRUE(says(quiet.err, "tick 20: the simulation left the recording here"));
}

TEST_F(Verify, AFolderGoesByNameAndEachFileHasItsObject) {
    for (const char* name : {"b.tandem", "a.tandem"}) {
        ASSERT_EQ(program<Counter>({"record", "--ticks", "5", "-o", path(name)}).code, 0);
    }
    const Said said = program<Counter>({"--json", "verify", path("."), "--jobs", "5"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_LT(said.out.find("a.tandem"), said.out.find("b.tandem"));
    EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 2);
}

TEST_F(Verify, AGameThatThrowsInAnyThreadCostsThatFileOnly) {
    Explosive::explodes = false;
    for (const char* name : {"a.tandem", "b.tandem", "c.tandem", "d.tandem"}) {
        const std::string ticks = name[0] == 'd' ? "5" : "50";
        ASSERT_EQ(program<Explosive>({"record", "--ticks", ticks, "-o", path(name)}).code, 0);
    }
    Explosive::explodes = true;
    const Said said = program<Explosive>({"--json", "verify", path("."), "--jobs", "4"});
    EXPECT_EQ(said.code, 1) << said.err;
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
            EXPECT_EQ(program<Interrupting>({"record", "--ticks", ticks, "-o", file(name)}).code,
                      0);
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
    const Said said = program<Interrupting>({"verify", file("b")});
    EXPECT_EQ(said.code, 130);
    EXPECT_TRUE(says(said.out,
                     "b.tandem: interrupted: 320 ticks of 500 simulated again, all the "
                     "same so far, chain "));
    EXPECT_EQ(said.err, "");
    const Said json = program<Interrupting>({"--json", "verify", file("b")});
    EXPECT_EQ(json.code, 130);
    EXPECT_TRUE(says(json.out,
                     "\"ticks_checked\":320,\"ticks_recorded\":500,"
                     "\"verdict\":\"interrupted\""));
}

TEST_F(InterruptedVerify, SaysWhichOfSeveralFilesWereNotBegun) {
    const Said said = program<Interrupting>({"verify", path(".")});
    EXPECT_EQ(said.code, 130);
    EXPECT_TRUE(says(said.out, "a.tandem: same: 50 ticks of 50 simulated again, all the same"));
    EXPECT_TRUE(says(said.out, "b.tandem: interrupted: 320 ticks of 500"));
    EXPECT_FALSE(says(said.out, "c.tandem"));
    EXPECT_TRUE(says(said.out,
                     "\n1 of 3 files complete and the same, 370 ticks compared; "
                     "interrupted, 1 file not begun\n"));
}

TEST_F(InterruptedVerify, ADivergenceFoundBeforeIsStillTheExitCode) {
    Interrupting::at_tick = ~std::uint64_t{0};
    ASSERT_EQ(program<Interrupting>(
                  {"record", "--ticks", "50", "--plant", "20:ticks", "--force", "-o", file("a")})
                  .code,
              0);
    Interrupting::at_tick = 300;
    EXPECT_EQ(program<Interrupting>({"verify", path(".")}).code, 1);
}

}  // namespace
}  // namespace tandem::test
