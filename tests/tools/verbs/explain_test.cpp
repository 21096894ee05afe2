// SPDX-License-Identifier: MIT
// explain, inside of the test: one verdict on two files, or on one.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class ExplainVerb : public InFolder {
protected:
    ExplainVerb() {
        EXPECT_EQ(program<Counter>({"record", "--ticks", "600", "-o", path("a")}).code, 0);
    }
    void fake(const std::string& kind, const std::string& name) const {
        const Said said =
            program<Counter>({"fake-desync", kind, path("a"), "--at", "250", "-o", path(name)});
        EXPECT_EQ(said.code, 0) << said.err;
    }
};

TEST_F(ExplainVerb, SaysThatNothingDiverges) {
    const Said two = program<Counter>({"explain", path("a"), path("a")});
    EXPECT_EQ(two.code, 0) << two.err;
    EXPECT_TRUE(says(two.out, "none: nothing diverges: both files hold one history\n"));
    const Said one = program<Counter>({"explain", path("a")});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_TRUE(
        says(one.out, "none: nothing diverges: the file is what the simulation here gives"));
}

TEST_F(ExplainVerb, NamesAFlippedBitWithItsProof) {
    fake("bit", "b");
    const Said said = program<Counter>({"explain", path("a"), path("b")});
    EXPECT_EQ(said.code, 1) << said.err;
    EXPECT_TRUE(says(said.out, "memory: one bit of the memory of " + path("b") +
                                   " changed by itself at tick 250\n"));
    EXPECT_TRUE(says(said.out, "proof: bit "));
    const Said json = program<Counter>({"--json", "explain", path("b"), path("a")});
    EXPECT_TRUE(says(json.out, "\"class\":\"memory\""));
    EXPECT_TRUE(says(json.out, "\"side\":\"a\",\"tick\":250,"));
}

TEST_F(ExplainVerb, NamesThePlayerWhoseInputDiffers) {
    fake("lost-input", "b");
    const Said said = program<Counter>({"--json", "explain", path("a"), path("b")});
    EXPECT_EQ(said.code, 1) << said.err;
    EXPECT_TRUE(says(said.out, "\"class\":\"inputs\""));
    EXPECT_TRUE(says(said.out, "\"player\":"));
}

TEST_F(ExplainVerb, AGameThatDiesWhileItIsRunAgainIsToldAndNotSuffered) {
    ASSERT_EQ(program<Counter>({"record", "--ticks", "30", "-o", path("c")}).code, 0);
    const Said said = program<Leaky>({"explain", path("c")});
    EXPECT_EQ(said.code, 6) << said.err;
}

}  // namespace
}  // namespace tandem::test
