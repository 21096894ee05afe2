// SPDX-License-Identifier: MIT
// What a match says after a desync, with a bundle and without. (Bundles of whole matches are tested
// from end to end.)
#include <tandem/tools/program/match/match_evidence.hpp>

#include <filesystem>
#include <sstream>

#include <tandem/net/wire/message.hpp>
#include <tandem/replay/files/output.hpp>
#include <tandem/replay/recording/recorder.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/record_source.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using tools::MatchEvidence;

class MatchEvidenceTest : public InFolder {
protected:
    static net::Desynced a_desync(std::uint64_t tick) {
        net::Desynced desync;
        desync.tick = sim::Tick{tick};
        desync.slot = Slot{1};
        desync.text = "they differ";
        return desync;
    }
    // Ten ticks, seen by the evidence too.
    void record(MatchEvidence& evidence, const std::string& file) const {
        auto output = replay::FileOutput::create(file);
        replay::Recorder recorder(**output);
        sim::Timeline timeline(sim::erase<Counter>(), evidence.beside(recorder));
        ASSERT_TRUE(timeline.start(make_setup(timeline.simulation().info(), 2)).has_value());
        for (std::uint64_t tick = 0; tick < 10; ++tick) {
            ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)).has_value());
        }
        ASSERT_TRUE(timeline.end(sim::EndReason::desync).has_value());
        ASSERT_TRUE((*output)->close().has_value());
    }
    void leave(MatchEvidence& evidence, const std::string& recording) {
        tools::Console console(out_, out_, "tandem");
        const tools::Registry registry(
            {tools::RegisteredGame{&sim::GameModel<Counter>::game_info(), &sim::erase<Counter>}});
        const std::vector<tools::Verb> verbs;
        tools::Context context{registry, verbs, console};
        evidence.leave_bundles(recording, *registry.find("counter"), Slot{0}, context);
    }
    static net::Time now() { return std::chrono::seconds(1); }

    std::ostringstream out_;
};

TEST_F(MatchEvidenceTest, WithoutADesyncThereIsNothing) {
    MatchEvidence evidence(true, true, now);
    EXPECT_EQ(evidence.desync(), nullptr);
    record(evidence, path("a.tandem"));
    leave(evidence, path("a.tandem"));
    EXPECT_FALSE(std::filesystem::exists(path("a.desync")));
    EXPECT_EQ(out_.str(), "");
}

TEST_F(MatchEvidenceTest, EachDesyncLeavesABundleAndTheLastOneIsNamed) {
    MatchEvidence evidence(true, true, now);
    evidence.on_event(net::Connected{Slot{1}, "Ben", "another build", {}}, now());
    record(evidence, path("a.tandem"));
    evidence.on_event(a_desync(3), now());
    evidence.on_event(a_desync(5), now());
    leave(evidence, path("a.tandem"));
    EXPECT_TRUE(std::filesystem::exists(path("a.desync/bundle.json")));
    EXPECT_TRUE(std::filesystem::exists(path("a.desync-2/bundle.json")));
    EXPECT_TRUE(says(content_of(path("a.desync/bundle.json")), "another build"));
    EXPECT_TRUE(says(out_.str(), "no recording of the other side"));
    EXPECT_EQ(evidence.desync()->tick.number, 5U);
    EXPECT_EQ(evidence.next_text("tandem", path("a.tandem"), true),
              "next: tandem explain " + path("a.desync-2"));
    EXPECT_EQ(evidence.next_text("tandem", path("a.tandem"), true, false),
              "next: send " + path("a.desync-2") + " to those who develop the game");
    const std::string line = tools::json_line(evidence.facts());
    EXPECT_TRUE(says(line, "\"cause\":\"unknown\""));
    EXPECT_TRUE(says(line, "\"bundle\":\"" + path("a.desync-2") + "\""));
}

TEST_F(MatchEvidenceTest, WhoWantsNoBundleIsToldOfDiff) {
    MatchEvidence evidence(true, false, now);
    record(evidence, path("a.tandem"));
    evidence.on_event(a_desync(3), now());
    leave(evidence, path("a.tandem"));
    EXPECT_FALSE(std::filesystem::exists(path("a.desync")));
    EXPECT_EQ(evidence.next_text("tandem", "a.tandem", true),
              "next: tandem diff a.tandem THEIRS, with the other side's file");
    EXPECT_TRUE(says(tools::json_line(evidence.facts()), "\"bundle\":null"));
}

TEST_F(MatchEvidenceTest, ThatNoBundleWasLeftIsSaidWhereTheRecordingIsNotWhole) {
    MatchEvidence evidence(true, true, now);
    evidence.on_event(a_desync(3), now());
    const std::string none = "no bundle was left, because this side's recording is not whole; ";
    EXPECT_EQ(evidence.next_text("tandem", "a.tandem", false),
              none + "next: tandem diff a.tandem THEIRS, with the other side's file");
    EXPECT_EQ(evidence.next_text("tandem", "", false),
              none + "the other side's bundle, or its file, has what is left of it");
}

TEST_F(MatchEvidenceTest, ABundleThatCannotBeWrittenIsComplainedOf) {
    MatchEvidence evidence(false, true, now);
    evidence.on_event(a_desync(3), now());
    leave(evidence, path("absent/a.tandem"));
    EXPECT_TRUE(says(out_.str(), "recording itself is not touched"));
    EXPECT_TRUE(says(evidence.next_text("tandem", "a.tandem", true), "tandem diff a.tandem"));
}

}  // namespace
}  // namespace tandem::test
