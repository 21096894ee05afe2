// SPDX-License-Identifier: MIT
// state, inside of the test: stored and simulated states, with and without the game.
#include <filesystem>

#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class State : public InFolder {
protected:
    State() {
        recorded<Counter>("a.tandem", {"--ticks", "700", "--seed", "9", "--keyframe-ticks", "600"});
    }
    std::string file() const { return path("a.tandem"); }
    template <class Game = Counter>
    Said state(std::vector<std::string> more) const {
        return program<Game>(joined({"state", file()}, more));
    }
};

TEST_F(State, IsPrintedAfterAnyTickFromBothEnds) {
    EXPECT_EQ(state({"--at", "0", "totals[0]"}).out, "9\n");
    EXPECT_EQ(state({"--at", "650", "ticks"}).out, "650\n");
    EXPECT_EQ(state({"ticks"}).out, "700\n");
    EXPECT_EQ(state({"--at", "-1", "ticks"}).out, "699\n");
    EXPECT_EQ(state({"--at", "-700", "ticks"}).out, "0\n");
    EXPECT_EQ(state({"--at", "-701", "ticks"}).code, 2);
    const Said whole = state({"--at", "600"});
    EXPECT_EQ(whole.code, 0) << whole.err;
    EXPECT_TRUE(says(whole.out, "counter after 600 ticks of " + file() + ", stored\n"));
    EXPECT_TRUE(says(whole.out, "\n  totals.size "));
    EXPECT_TRUE(says(state({"--at", "601"}).out, ", simulated\n"));
    EXPECT_EQ(state({}).code, 0);
}

TEST_F(State, IsAValueInJson) {
    const Said said = state({"--json", "--at", "650"});
    EXPECT_TRUE(says(said.out,
                     "\"at\":650,\"stored\":false,\"path\":\"\",\"value\":{\"ticks\":650,"
                     "\"totals\":["));
    const Said part = state({"--json", "--at", "0", "totals"});
    EXPECT_TRUE(says(part.out, "\"stored\":true,\"path\":\"totals\",\"value\":[9,9]"));
}

TEST_F(State, ThatIsStoredNeedsNoGame) {
    EXPECT_EQ(state<Leaky>({"--at", "600", "ticks"}).out, "600\n");
    const Said missing = state<Leaky>({"--at", "601", "ticks"});
    EXPECT_EQ(missing.code, 6);
    EXPECT_TRUE(says(missing.err, "only stored states can be shown, those after 0, 600 ticks"));
}

TEST_F(State, OfAnUnknownPathNamesWhatThereIs) {
    const Said unknown = state({"--at", "5", "total"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_TRUE(says(unknown.err, "there are ticks, totals, did you mean totals?"));
    const Said absent = state({"--at", "5", "totals[2]"});
    EXPECT_EQ(absent.code, 2);
    EXPECT_TRUE(says(absent.err, "has nothing there"));
    EXPECT_EQ(state({"--at", "701"}).code, 2);
}

TEST_F(State, ThatTheSimulationDoesNotGiveIsNotPrinted) {
    recorded<Forked<0>>("forked", {"--ticks", "100"});
    EXPECT_EQ(program<Forked<1>>({"state", path("forked"), "--at", "50", "ticks"}).out, "50\n");
    const Said refused = expect<Forked<1>>(1, {"state", path("forked"), "--at", "51"});
    EXPECT_TRUE(refused.out.empty());
    EXPECT_TRUE(says(refused.err, "tick 50: the simulation leaves the recording here"));
}

TEST_F(State, OfACutFileIsPrintedAndTheCutIsTold) {
    std::filesystem::resize_file(file(), std::filesystem::file_size(file()) - 9);
    const Said said = state({"--at", "5", "ticks"});
    EXPECT_EQ(said.code, 3);
    EXPECT_EQ(said.out, "5\n");
}

}  // namespace
}  // namespace tandem::test
