// SPDX-License-Identifier: MIT
// record --from: a session that goes on from a recording, in a file of its own.
#include <tandem/tools/program/session/takes.hpp>

#include <filesystem>
#include <map>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/tools/program/evidence/marks.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/relay.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

class TakesTest : public InFolder {
protected:
    TakesTest() {
        expect<Counter>(
            0, {"record", "--ticks", "100", "--seed", "4", "--players", "3", "-o", parent_});
    }
    Said go_on(const std::vector<std::string>& more) const {
        return program<Counter>(joined({"--json", "record", "-o", branch_}, more));
    }
    std::string verdict() const {
        const std::string out = program<Counter>({"diff", parent_, branch_}).out;
        return out.substr(0, out.find(':'));
    }
    static std::string bytes_of(const std::string& path) {
        const auto file = replay::Replay::open(path);
        EXPECT_TRUE(file);
        return file ? std::to_string(file->bytes()) + " " +
                          std::to_string(file->chain().value_or(sim::ChainHash{}).value)
                    : "";
    }
    // Refused before a file is made.
    void expect_refused(const Said& said, int code, const std::string& words) const {
        EXPECT_EQ(said.code, code);
        EXPECT_TRUE(says(said.err, words));
        EXPECT_FALSE(std::filesystem::exists(branch_));
    }

    std::string parent_ = path("a.tandem");
    std::string branch_ = path("b.tandem");
};

// Bots go by the tick, so that they go on as they would have: only the branch's beginning differs.
TEST_F(TakesTest, BotsGoOnAsIfNothingHadHappened) {
    const std::string before = bytes_of(parent_);
    for (const char* place : {"@0", "@1", "@60", "@-40"}) {
        std::filesystem::remove(branch_);
        const Said said = go_on({"--from", parent_ + place, "--ticks", "10"});
        EXPECT_EQ(said.code, 0) << said.err;
        EXPECT_TRUE(says(said.out, "\"ticks\":10,\"players\":3,"));
        EXPECT_TRUE(says(said.out, "\"end\":\"tick_limit\""));
        EXPECT_TRUE(says(said.out, "\"earlier_takes\":[]"));
        EXPECT_EQ(verdict(), "prefix") << place;
        expect<Counter>(0, {"verify", branch_});
    }
    EXPECT_TRUE(says(go_on({"--from", parent_, "--ticks", "5", "--force"}).out,
                     "\"first_tick\":100,\"parent_file\":\"" + parent_ + "\","));
    EXPECT_EQ(verdict(), "prefix");
    EXPECT_EQ(bytes_of(parent_), before);
}

TEST_F(TakesTest, OtherInputsMakeAnotherHistoryFromTheirTickOn) {
    const std::string script = "script:" + write("a.csv", "amount\n500\n");
    const Said said = go_on({"--from", parent_ + "@60", "--inputs", script});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks\":1,"));
    EXPECT_TRUE(says(said.out, "\"fork_tick\":60,"));
    EXPECT_EQ(verdict(), "inputs");
    const Said diff = program<Counter>({"--json", "diff", parent_, branch_});
    EXPECT_TRUE(says(diff.out, "\"verdict\":\"inputs\",\"tick\":60,"));
    EXPECT_TRUE(says(diff.out, "\"a_first_tick\":0,\"b_first_tick\":60,"));
    EXPECT_TRUE(says(diff.out, "the second file says that it continues the first after 60 ticks"));
}

TEST_F(TakesTest, TheOthersCanPlayOnAsRecorded) {
    const Said said = go_on({"--from", parent_ + "@60", "--inputs", "replay:" + parent_});
    EXPECT_EQ(said.code, 0) << said.err;
    EXPECT_TRUE(says(said.out, "\"ticks\":40,"));
    EXPECT_TRUE(says(said.out, "\"end\":\"source_ended\""));
    EXPECT_TRUE(says(program<Counter>({"diff", parent_, branch_}).out,
                     parent_ + " and " + branch_ + " end with 40 ticks that are the same; " +
                         branch_ + " begins only at tick 60"));
}

TEST_F(TakesTest, ABranchOfABranchNamesItsOwnParent) {
    EXPECT_EQ(go_on({"--from", parent_ + "@60", "--ticks", "30"}).code, 0);
    const std::string third = path("c.tandem");
    const Said said =
        expect<Counter>(0, {"record", "--from", branch_ + "@80", "--ticks", "5", "-o", third});
    EXPECT_TRUE(says(said.out, "; it continues " + branch_ + " after 80 ticks\n"));
    expect<Counter>(0, {"verify", third});
    EXPECT_TRUE(says(program<Counter>({"diff", branch_, third}).out,
                     "the second file says that it continues the first after 80 ticks"));
    EXPECT_TRUE(says(program<Counter>({"play", third}).out, "5 of 5 ticks"));
}

TEST_F(TakesTest, BranchesThatShareNoTickAreNotCompared) {
    EXPECT_EQ(go_on({"--from", parent_ + "@60", "--ticks", "10"}).code, 0);
    const std::string early = path("c.tandem");
    expect<Counter>(0, {"record", "--from", parent_ + "@20", "--ticks", "10", "-o", early});
    const Said diff = expect<Counter>(1, {"diff", early, branch_});
    EXPECT_TRUE(says(diff.out, "header: these recordings have no tick in common\n"));
    EXPECT_TRUE(says(diff.out, "  ticks: 20 to 29 | 60 to 69, none in common\n"));
}

// A match's file has several names, a session's on one machine that of its person.
TEST_F(TakesTest, EverybodyKeepsTheirNameUnlessThePersonGivesAnother) {
    const Recorded match = record<Counter>(
        {.options = {.player_name = "ann"},
         .before_tick = [](sim::Timeline& timeline, replay::Recorder&, std::uint64_t ticks_done) {
             if (ticks_done == 0) {
                 EXPECT_TRUE(
                     timeline.mark({sim::MarkKind::player_name, sim::Tick{0}, 1, 0, "bob\x1b"}));
                 EXPECT_TRUE(
                     timeline.mark({sim::MarkKind::player_name, sim::Tick{0}, 700, 0, "nobody"}));
             }
         }});
    const std::string file =
        write("match.tandem",
              std::string(reinterpret_cast<const char*>(match.file.data()), match.file.size()));
    const auto names = [&](const std::vector<std::string>& more) {
        EXPECT_EQ(go_on(joined({"--from", file + "@60", "--ticks", "5", "--force"}, more)).code, 0);
        const auto branch = replay::Replay::open(branch_);
        EXPECT_TRUE(branch);
        return tools::players_of(*branch).names;
    };
    using Names = std::map<std::uint32_t, std::string>;
    EXPECT_EQ(names({}), (Names{{0, "ann"}, {1, "bob\x1b"}}));
    EXPECT_EQ(names({"--name", "eve"}), (Names{{0, "eve"}, {1, "bob\x1b"}}));
}

TEST_F(TakesTest, WhatTheRecordingHasDecidedIsRefused) {
    for (const auto& option : std::vector<std::vector<std::string>>{
             {"--seed", "4"}, {"--players", "3"}, {"--option", "finish_ticks=7"}}) {
        expect_refused(go_on(joined({"--from", parent_ + "@5", "--ticks", "5"}, option)), 2,
                       option[0] + ": the recording that --from names");
    }
}

TEST_F(TakesTest, APlaceThatIsNoneIsRefused) {
    expect_refused(go_on({"--from", parent_ + "@101", "--ticks", "5"}), 2,
                   "there is no state after 101 ticks; the file holds ticks 0 to 99");
    expect_refused(go_on({"--from", parent_ + "@-101", "--ticks", "5"}), 2,
                   "the file holds ticks 0 to 99");
    expect_refused(go_on({"--from", path("none.tandem"), "--ticks", "5"}), 5, "none.tandem");
    expect_refused(program<Relay>({"record", "--from", parent_ + "@5", "--ticks", "5"}), 6,
                   "no such game is built into this program");
    expect_refused(go_on({"--from", parent_ + "@5"}), 2, "say --ticks N");
    expect_refused(go_on({"--from", parent_ + "@5", "--ticks", "9", "--plant", "3:ticks"}), 2,
                   "the session goes on at tick 5, so this tick is not played");
}

TEST_F(TakesTest, TheParentIsNeverTheOutput) {
    const std::string before = bytes_of(parent_);
    const Said said = expect<Counter>(
        2, {"record", "--from", parent_ + "@5", "--ticks", "5", "--force", "-o", parent_});
    EXPECT_TRUE(says(said.err, "this file is one of the inputs"));
    EXPECT_EQ(bytes_of(parent_), before);
}

TEST_F(TakesTest, AFaultPlantedInABranchIsFoundThere) {
    EXPECT_EQ(go_on({"--from", parent_ + "@60", "--ticks", "20", "--plant", "70:ticks"}).code, 0);
    expect<Counter>(1, {"verify", branch_});
    EXPECT_EQ(verdict(), "state");
    const Said never =
        go_on({"--from", parent_ + "@60", "--ticks", "5", "--plant", "70:ticks", "--force"});
    EXPECT_EQ(never.code, 2);
    EXPECT_TRUE(says(never.err, "nothing was planted"));
}

}  // namespace
}  // namespace tandem::test
