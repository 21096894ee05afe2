// SPDX-License-Identifier: MIT
// play, headless and inside of the test: ranges and reports.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class Play : public InFolder {
protected:
    Play() {
        EXPECT_EQ(program<Counter>({"record", "--ticks", "100", "-o", path("a.tandem")}).code, 0);
    }
    Said play(std::vector<std::string> options) const {
        std::vector<std::string> arguments{"--json", "play", path("a.tandem"), "--view", "none"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return program<Counter>(arguments);
    }
};

TEST_F(Play, PlaysItAll) {
    const Said said = play({});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks\":100,\"players\":2,"));
    EXPECT_TRUE(says(said.out, "\"diverged_at\":null"));
}

TEST_F(Play, StopsWhereItIsToldAndTakesMoreForAll) {
    EXPECT_TRUE(says(play({"--from", "40", "--to", "60"}).out, "\"ticks\":60,"));
    EXPECT_TRUE(says(play({"--to", "1000"}).out, "\"ticks\":100,"));
}

TEST_F(Play, TheChainAtATickDoesNotDependOnTheWayThere) {
    const auto chain = [&](const std::vector<std::string>& options) {
        const std::string out = play(options).out;
        return out.substr(out.find("\"chain\":"), 26);
    };
    EXPECT_EQ(chain({"--to", "60"}), chain({"--from", "60", "--to", "60"}));
    EXPECT_NE(chain({"--to", "60"}), chain({"--to", "61"}));
}

TEST_F(Play, RefusesRangesThatAreNone) {
    EXPECT_EQ(play({"--from", "101"}).code, 2);
    EXPECT_EQ(play({"--from", "50", "--to", "40"}).code, 2);
    EXPECT_EQ(play({"--speed", "1001"}).code, 2);
    EXPECT_EQ(play({"--speed", "0"}).code, 2);
}

}  // namespace
}  // namespace tandem::test
