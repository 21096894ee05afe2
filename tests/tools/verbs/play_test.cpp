// SPDX-License-Identifier: MIT
// play, headless and inside of the test: ranges and reports.
#include <cstdlib>

#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class Play : public InFolder {
protected:
    Play() { recorded<Counter>("a.tandem", {"--ticks", "100"}); }
    Said play(std::vector<std::string> options) const {
        return program<Counter>(
            joined({"--json", "play", path("a.tandem"), "--view", "none"}, options));
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

TEST_F(Play, TicksMayBeCountedFromTheEnd) {
    EXPECT_TRUE(says(play({"--from", "-40", "--to", "-10"}).out, "\"ticks\":90,"));
    EXPECT_TRUE(says(play({"--from=-100"}).out, "\"ticks_checked\":100,"));
    const Said beyond = play({"--from", "-101"});
    EXPECT_EQ(beyond.code, 2);
    EXPECT_TRUE(says(beyond.err,
                     "--from -101: so many ticks before the end there are none; the file "
                     "holds ticks 0 to 99"));
    EXPECT_EQ(play({"--from", "-10", "--to", "-20"}).code, 2);
    const Said word = play({"--to", "half"});
    EXPECT_EQ(word.code, 2);
    EXPECT_TRUE(says(word.err, "--to half: expected the number of a tick"));
}

// Nobody is writing it any more.
TEST_F(Play, FollowsAFileThatIsCompleteToItsEnd) {
    const Said said = play({"--follow"});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks\":100,"));
    EXPECT_TRUE(says(said.out, "\"branch\":null"));
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

TEST_F(Play, SaysWhichTicksItComparedAndWhichItJumpedOver) {
    EXPECT_TRUE(says(play({}).out, "\"ticks_checked\":100,\"checked_from\":0,"));
    const std::string file = path("long.tandem");
    expect<Counter>(0, {"record", "--ticks", "3000", "--plant", "100:ticks", "-o", file});
    // From the keyframe before tick 2500 on, so that the fault of tick 100 is never seen.
    const Said json = expect<Counter>(0, {"--json", "play", file, "--from", "2500"});
    EXPECT_TRUE(says(json.out, "\"ticks\":3000,"));
    EXPECT_FALSE(says(json.out, "\"ticks_checked\":3000,"));
    EXPECT_FALSE(says(json.out, "\"checked_from\":0,"));
    EXPECT_TRUE(says(json.out, "\"diverged_at\":null"));
    const Said words = program<Counter>({"play", file, "--from", "2500"});
    EXPECT_TRUE(says(words.out, "3000 of 3000 ticks, "));
    EXPECT_TRUE(says(words.out, " on compared with the recording; here verify compares all\n"));
    EXPECT_TRUE(says(program<Counter>({"play", path("a.tandem")}).out,
                     "; every played tick compared with the recording\n"));
    const Said whole = expect<Counter>(1, {"--json", "play", file});
    EXPECT_TRUE(says(whole.out, "\"ticks_checked\":3000,\"checked_from\":0,\"diverged_at\":100,"));
    EXPECT_TRUE(says(whole.err, "here verify says more"));
    const Said left = program<Counter>({"play", file});
    EXPECT_TRUE(says(left.out, "; left the recording in tick 100\n")) << left.out;
    EXPECT_FALSE(says(left.out, "every played tick compared"));
    EXPECT_TRUE(says(program<Counter>({"play", path("a.tandem"), "--to", "0"}).out,
                     "; no tick compared with the recording\n"));
}

// What cannot be read later does not hide it, as `verify` has it too.
TEST_F(Play, ADivergenceCountsMoreThanTheDamageBehindIt) {
    const std::string file = path("long.tandem");
    expect<Counter>(0, {"record", "--ticks", "3000", "--plant", "100:ticks", "-o", file});
    const std::string bytes = content_of(file);
    const auto* const first = reinterpret_cast<const std::byte*>(bytes.data());
    const sim::Bytes damaged = undecodable_at({first, first + bytes.size()}, 3000);
    write("long.tandem", {reinterpret_cast<const char*>(damaged.data()), damaged.size()});
    for (const char* verb : {"play", "verify"}) {
        const Said said = expect<Counter>(1, {"--json", verb, file});
        EXPECT_TRUE(says(said.err, "tick 100: the simulation left the recording here"));
        EXPECT_TRUE(says(said.out, "\"code\":\"divergence\",\"exit\":1")) << said.out;
    }
    const std::string damage = "do not decode";
    EXPECT_TRUE(says(program<Counter>({"play", file}).err, damage));
    const Said behind = expect<Counter>(3, {"play", file, "--from", "2500"});
    EXPECT_TRUE(says(behind.err, damage));
}

TEST_F(Play, NamesTheTicksThatAreThere) {
    EXPECT_TRUE(says(play({"--from", "101"}).err, "the file holds ticks 0 to 99"));
}

TEST_F(Play, ViewsThatCannotBeAreUsageErrors) {
    const std::string file = path("a.tandem");
    // Whether the build, the machine or the display has none: never a window in this test.
    ::setenv("SDL_VIDEODRIVER", "none_such", 1);
    const Said window = expect<Counter>(2, {"play", file, "--view", "window"});
    EXPECT_TRUE(says(window.err, "--view window"));
    expect<Counter>(2, {"play", file, "--view", "none", "--fps", "60"});
    expect<Counter>(2, {"play", file, "--view", "wall"});
}

}  // namespace
}  // namespace tandem::test
