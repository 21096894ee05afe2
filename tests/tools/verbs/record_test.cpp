// SPDX-License-Identifier: MIT
// record, inside of the test: sessions that end for every reason, and a game that breaks down.
#include <algorithm>
#include <filesystem>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tests/support/botless.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using Record = InFolder;

// Its bot throws, which is no step.
struct Panicking : BrokenBase {
    static constexpr std::string_view name = "panicking";
    void step(Inputs<Input> inputs) { add(inputs); }
    Input bot_input(Slot, Random&) const {
        if (ticks == 30) {
            throw 42;
        }
        return {};
    }
};

// The file is whole up to that tick.
void expect_whole(const Said& info, const std::string& ticks, const std::string& end) {
    EXPECT_EQ(info.code, 0) << info.err;
    EXPECT_TRUE(says(info.out, "\"ticks\":" + ticks + ","));
    EXPECT_TRUE(says(info.out, "\"completeness\":\"complete\""));
    EXPECT_TRUE(says(info.out, "\"end\":\"" + end + "\""));
}

TEST_F(Record, EndsAtTheTickLimit) {
    const Said said =
        expect<Counter>(0, {"--json", "record", "--ticks", "25", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.out, "\"ticks\":25,\"players\":2,"));
    EXPECT_TRUE(says(said.out, "\"end\":\"tick_limit\""));
}

TEST_F(Record, EndsWhereTheGameIsOver) {
    const Said said = expect<Counter>(0, {"--json", "record", "--ticks", "25", "--option",
                                          "finish_ticks=7", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.out, "\"ticks\":7,"));
    EXPECT_TRUE(says(said.out, "\"end\":\"finished\""));
}

TEST_F(Record, EndsWhereItsSourceEnds) {
    const Said said = expect<Counter>(
        0, {"--json", "record", "--inputs", "script:" + write("a.csv", "amount\n1\n2\n3\n"), "-o",
            path("a.tandem")});
    EXPECT_TRUE(says(said.out, "\"ticks\":3,\"players\":1,"));
    EXPECT_TRUE(says(said.out, "\"end\":\"source_ended\""));
}

TEST_F(Record, KeepsWhatWasPlayedWhenTheGameBreaksDown) {
    const Said said = expect<Throwing>(
        70, {"record", "--ticks", "100", "--option", "throw_tick=30", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.err, "tick 30"));
    expect_whole(program<Throwing>({"--json", "info", path("a.tandem")}), "30", "step_failed");
}

TEST_F(Record, KeepsWhatWasPlayedWhenTheGameThrowsOutsideOfAStep) {
    const Said said = expect<Panicking>(70, {"record", "--ticks", "100", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.err, "tick 30, bot_input of player 0: the game threw something unknown"));
    expect_whole(program<Panicking>({"--json", "info", path("a.tandem")}), "30", "step_failed");
}

TEST_F(Record, KeepsWhatWasPlayedWhenAPlantedElementIsNotThere) {
    const Said said = expect<Counter>(
        2, {"record", "--ticks", "100", "--plant", "30:totals[9]", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.err, "planted fault 30:totals[9]: "));
    EXPECT_TRUE(says(said.out, "recorded 30 ticks of counter with 2 players into "));
    EXPECT_FALSE(says(said.out, "chain"));
    EXPECT_FALSE(says(said.err, "nothing was planted"));
    expect_whole(program<Counter>({"--json", "info", path("a.tandem")}), "30", "recording_failed");
}

TEST_F(Record, RefusesAnUnknownPlantBeforeAFileIsTouched) {
    const Said said = expect<Counter>(
        2, {"record", "--ticks", "100", "--plant", "30:nosuch", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.err, "near it there is ticks, totals[]"));
    EXPECT_FALSE(std::filesystem::exists(path("a.tandem")));
}

TEST_F(Record, LooksAPlantedFieldUpBeforeAnyOtherFileIsRead) {
    const Said said = expect<Counter>(2, {"record", "--inputs", "script:" + path("missing"),
                                          "--plant", "30:nosuch", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.err, "no number or flag 'nosuch'"));
    EXPECT_FALSE(says(said.err, "missing"));
}

TEST_F(Record, FailsWhereAPlantedTickWasNeverReachedAndKeepsItsFile) {
    for (const char* loudness : {"--json", "--quiet"}) {
        const Said said = expect<Counter>(2, {loudness, "record", "--ticks", "10", "--plant",
                                              "10:ticks", "--force", "-o", path("a.tandem")});
        EXPECT_TRUE(says(said.err, "--plant 10:ticks: nothing was planted"));
        expect_whole(program<Counter>({"--json", "info", path("a.tandem")}), "10", "tick_limit");
    }
    recorded<Counter>("b.tandem", {"--ticks", "11", "--plant", "10:ticks"});
}

TEST_F(Record, SameSeedSameChainAndOtherSeedAnother) {
    const auto chain = [&](const std::string& seed, const std::string& name) {
        const std::string out =
            program<Counter>({"--json", "record", "--ticks", "5", "--seed", seed, "-o", path(name)})
                .out;
        return out.substr(out.find("\"chain\":"), 26);
    };
    EXPECT_EQ(chain("1", "a"), chain("1", "b"));
    EXPECT_NE(chain("1", "c"), chain("2", "d"));
}

// Slot 1 is away from tick 20 on and back from tick 35 on.
TEST_F(Record, MarksWhoLeavesAndReturnsInItsSource) {
    const auto presence = [](std::uint64_t tick) {
        return tick >= 20 && tick < 35 ? 0b101U : 0b111U;
    };
    auto output = replay::FileOutput::create(path("source.tandem"));
    ASSERT_TRUE(output);
    replay::Recorder recorder(**output, {});
    sim::Timeline timeline(sim::erase<Relay>(), &recorder);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 3)));
    while (timeline.ticks_done() < 50) {
        const std::uint64_t tick = timeline.ticks_done();
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick, presence(tick))));
    }
    ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
    ASSERT_TRUE((*output)->close());
    expect<Relay>(
        0, {"record", "--inputs", "replay:" + path("source.tandem"), "-o", path("a.tandem")});
    const Said info = program<Relay>({"info", path("a.tandem")});
    EXPECT_TRUE(says(info.out, "left at tick 20, player 1\n"));
    EXPECT_TRUE(says(info.out, "returned at tick 35, player 1\n"));
    expect<Relay>(0, {"diff", path("source.tandem"), path("a.tandem")});
}

TEST_F(Record, SaysOnceThatAGameHasNoBots) {
    const Said said = expect<Botless>(0, {"record", "--ticks", "5", "-o", path("a.tandem")});
    EXPECT_TRUE(says(said.err, "the game botless has no bot"));
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    EXPECT_EQ(program<Counter>({"record", "--ticks", "5", "-o", path("b.tandem")}).err, "");
}

}  // namespace
}  // namespace tandem::test
