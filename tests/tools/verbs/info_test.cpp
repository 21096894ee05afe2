// SPDX-License-Identifier: MIT
// info, inside of the test: it needs no game and tells all that stands in a file.
#include <filesystem>

#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using Info = InFolder;

TEST_F(Info, NeedsNoGame) {
    recorded<Counter>("a.tandem",
                      {"--ticks", "120", "--seed", "9", "--plant", "7:ticks", "--name", "Ada"});
    const Said json = expect<Leaky>(0, {"--json", "info", path("a.tandem")});
    EXPECT_TRUE(says(json.out, "\"game\":\"counter\",\"version\":1,\"ticks\":120,"));
    EXPECT_TRUE(says(json.out, "\"seed\":9,"));
    EXPECT_TRUE(says(json.out, "\"options\":\"finish_ticks=0\""));
    EXPECT_TRUE(
        says(json.out,
             "{\"kind\":\"plant\",\"tick\":7,\"player\":null,\"value\":null,\"text\":\"ticks\"}"));
    EXPECT_TRUE(says(json.out, "\"completeness\":\"complete\""));
    EXPECT_TRUE(says(json.out, "\"states\":1,\"keyframes\":1,\"evidence\":0,"));
    const Said text = program<Leaky>({"info", path("a.tandem")});
    EXPECT_TRUE(says(text.out, "plant at tick 7, ticks\n"));
    EXPECT_TRUE(says(text.out, "ticks       120 at 60 a second: 2 s\n"));
    EXPECT_TRUE(says(text.out, "player_name at tick 0, player 0, Ada\n"));
}

TEST_F(Info, NamesTheBuildOfTheGameWhichEditsKeepAndContinuationsMakeAnew) {
    recorded<Counter>("a", {"--ticks", "20"});
    const std::string own = replay::game_build_text(tools::own_game_build().value());
    const Said json = program<Leaky>({"--json", "info", path("a")});
    EXPECT_TRUE(says(json.out, "\"game_build\":\"" + own + "\""));
    EXPECT_TRUE(says(program<Leaky>({"info", path("a")}).out, "made by     " + own + "\n"));
    // No file, folder or user is named.
    EXPECT_FALSE(says(own, "/"));
    expect<Counter>(0, {"fake-desync", "build", path("a"), "-o", path("b")});
    const Said other = program<Leaky>({"--json", "info", path("b")});
    const auto build_of = [](const std::string& facts) {
        const std::size_t at = facts.find("\"game_build\":");
        return facts.substr(at, facts.find("\",", at) - at);
    };
    EXPECT_NE(build_of(other.out), build_of(json.out)) << other.out;
    expect<Counter>(0, {"trim", path("b"), "--to", "5", "-o", path("c")});
    EXPECT_EQ(build_of(program<Leaky>({"--json", "info", path("c")}).out), build_of(other.out));
    expect<Counter>(0, {"recover", path("b"), "-o", path("d")});
    EXPECT_EQ(build_of(program<Leaky>({"--json", "info", path("d")}).out), build_of(other.out));
    recorded<Counter>("e", {"--from", path("c"), "--ticks", "5"});
    EXPECT_EQ(build_of(program<Leaky>({"--json", "info", path("e")}).out), build_of(json.out));
}

TEST_F(Info, DiffDoesNotCompareBuildsOfTheGame) {
    for (const char* name : {"a", "b"}) {
        replay::RecorderOptions options;
        options.game_build = replay::GameBuild{{}, {}, name};
        auto output = replay::FileOutput::create(path(name), {});
        ASSERT_TRUE(output);
        replay::Recorder recorder(**output, options);
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        ASSERT_TRUE(timeline.start(make_setup(sim::GameModel<Counter>::game_info(), 2, 1)));
        ASSERT_TRUE(timeline.end(sim::EndReason::finished));
        ASSERT_TRUE((*output)->close());
    }
    expect<Counter>(0, {"diff", path("a"), path("b")});
}

TEST_F(Info, NamesTheParentOfARecordingThatContinuesAnother) {
    recorded<Counter>("a.tandem", {"--ticks", "20"});
    const Said parent = program<Counter>({"--json", "info", path("a.tandem")});
    EXPECT_TRUE(says(parent.out, "\"parent_chain\":null,\"fork_tick\":null"));
    EXPECT_TRUE(says(parent.out, "\"match\":null"));
    recorded<Counter>("b.tandem", {"--from", path("a.tandem"), "--ticks", "5"});
    const std::string chain = parent.out.substr(parent.out.find("\"chain\":\"") + 9, 16);
    const Said json = program<Leaky>({"--json", "info", path("b.tandem")});
    EXPECT_TRUE(says(json.out, "\"ticks\":5,\"first_tick\":20,"));
    EXPECT_TRUE(says(json.out, "\"parent_chain\":\"" + chain + "\",\"fork_tick\":20"));
    const Said text = program<Leaky>({"info", path("b.tandem")});
    EXPECT_TRUE(says(text.out, "5 at 60 a second: 0 s, from tick 20\n"));
    EXPECT_TRUE(says(
        text.out,
        "parent      continues a recording after 20 ticks, where its chain is " + chain + "\n"));
}

TEST_F(Info, OfACutFileHasNoEndAndSaysSo) {
    recorded<Counter>("a.tandem", {"--ticks", "300"});
    std::filesystem::resize_file(path("a.tandem"),
                                 std::filesystem::file_size(path("a.tandem")) - 9);
    const Said json = expect<Counter>(3, {"--json", "info", path("a.tandem")});
    EXPECT_TRUE(says(json.out, "\"end\":null,"));
}

// All kinds of marks, of which only some are about a player or have a value.
TEST_F(Info, TellsOfAMarkOnlyWhatItHas) {
    constexpr std::uint64_t k_hash = 0x8000'0000'0000'0001U;
    auto output = replay::FileOutput::create(path("a.tandem"));
    ASSERT_TRUE(output);
    replay::Recorder recorder(**output, {});
    sim::Timeline timeline(sim::erase<Counter>(), &recorder);
    ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
    ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), 0)));
    const sim::Tick tick{1};
    for (const sim::Mark& mark : {sim::Mark{sim::MarkKind::desync, tick, 1, k_hash, ""},
                                  sim::Mark{sim::MarkKind::stall, tick, 1, 250, ""},
                                  sim::Mark{sim::MarkKind::left, tick, 0, 0, ""},
                                  sim::Mark{sim::MarkKind::input_delay, tick, 0, 0, ""},
                                  sim::Mark{sim::MarkKind::match, tick, 1, 1, "of old"},
                                  sim::Mark{sim::MarkKind::match, tick, 1, 2, "0\x1b"},
                                  sim::Mark{sim::MarkKind::note, tick, 0, 0, "so it was"}}) {
        ASSERT_TRUE(timeline.mark(mark));
    }
    ASSERT_TRUE(timeline.end(sim::EndReason::desync));
    ASSERT_TRUE((*output)->close());
    const Said json = program<Counter>({"--json", "info", path("a.tandem")});
    for (const char* mark :
         {R"("desync","tick":1,"player":1,"value":"8000000000000001",)",
          R"("stall","tick":1,"player":1,"value":250,)",
          R"("left","tick":1,"player":0,"value":null,)",
          R"("input_delay","tick":1,"player":0,"value":0,)",
          R"("match","tick":1,"player":1,"value":2,)", R"("mark_count":7,"match":"0\u001b")",
          R"("note","tick":1,"player":null,"value":null,"text":"so it was")"}) {
        EXPECT_TRUE(says(json.out, mark));
    }
    const Said text = program<Counter>({"info", path("a.tandem")});
    for (const char* mark :
         {"desync at tick 1, player 1, their state 8000000000000001\n",
          "stall at tick 1, player 1, 250 ms\n", "left at tick 1, player 0\n",
          "input_delay at tick 1, player 0, 0 ticks\n", "note at tick 1, so it was\n",
          "match at tick 1, player 1, generation 1, of old\n", "match       0\\x1b\n"}) {
        EXPECT_TRUE(says(text.out, mark));
    }
}

// A few bytes can hold very many.
TEST_F(Info, ListsTheFirstTenThousandMarksAndCountsAll) {
    for (const std::uint64_t count : {10'000U, 10'001U}) {
        const std::string file = path(std::to_string(count));
        auto output = replay::FileOutput::create(file);
        ASSERT_TRUE(output);
        replay::Recorder recorder(**output, {});
        sim::Timeline timeline(sim::erase<Counter>(), &recorder);
        ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)));
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), 0)));
        for (std::uint64_t i = 0; i < count; ++i) {
            ASSERT_TRUE(timeline.mark({sim::MarkKind::stall, sim::Tick{1}, 0, i, ""}));
        }
        ASSERT_TRUE(timeline.end(sim::EndReason::tick_limit));
        ASSERT_TRUE((*output)->close());
        const Said json = program<Counter>({"--json", "info", file});
        EXPECT_TRUE(says(json.out, "\"mark_count\":" + std::to_string(count)));
        EXPECT_TRUE(says(json.out, "\"value\":9999,"));
        EXPECT_FALSE(says(json.out, "\"value\":10000,"));
        EXPECT_EQ(says(program<Counter>({"info", file}).out, "10001, the first 10000 are listed"),
                  count == 10'001);
    }
}

}  // namespace
}  // namespace tandem::test
