// SPDX-License-Identifier: MIT
// verify, inside of the test: verdicts of sound and of broken games.
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using Verify = InFolder;

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

}  // namespace
}  // namespace tandem::test
