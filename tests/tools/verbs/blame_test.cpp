// SPDX-License-Identifier: MIT
// blame, inside of the test: the input with which the end turns.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class BlameVerb : public InFolder {
protected:
    BlameVerb() {
        recorded<Counter>("bad", {"--ticks", "200"});
        expect<Counter>(
            0, {"fake-desync", "lost-input", path("bad"), "--at", "77", "-o", path("good")});
    }
};

TEST_F(BlameVerb, NamesTickPlayerAndField) {
    const std::string end = program<Counter>({"state", path("bad"), "totals[0]"}).out;  // "123\n"
    const std::string other = program<Counter>({"state", path("good"), "totals[0]"}).out;
    const std::string player = end == other ? "1" : "0";
    const std::string value =
        program<Counter>({"state", path("bad"), "totals[" + player + "]"}).out;
    const std::string until =
        "ticks == 200 and totals[" + player + "] == " + value.substr(0, value.find('\n'));
    const Said said =
        program<Counter>({"--json", "blame", path("good"), path("bad"), "--until", until});
    EXPECT_EQ(said.code, 0) << said.err << until;
    EXPECT_TRUE(says(said.out, "\"tick\":77,\"player\":" + player + ","));
    EXPECT_TRUE(says(said.out, "\"path\":\"amount\""));
}

TEST_F(BlameVerb, RefusesTwoThatEndAlike) {
    const Said said =
        expect<Counter>(2, {"blame", path("good"), path("bad"), "--until", "ticks == 100"});
    EXPECT_TRUE(says(said.err, "the good recording comes to the bad end as well"));
}

}  // namespace
}  // namespace tandem::test
