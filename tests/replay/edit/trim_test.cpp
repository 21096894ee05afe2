// SPDX-License-Identifier: MIT
// What is cut out of a recording plays and verifies alone, with the chain of the whole.
#include <tandem/replay/edit/trim.hpp>

#include <gtest/gtest.h>

#include <tandem/replay/compare/diff.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::TickRange;
using replay::TrimReport;

sim::AnySimulation counter() { return sim::erase<Counter>(); }

struct Trimmed {
    TrimReport report;
    std::optional<replay::Replay> file;
};

Trimmed trim(const replay::Replay& source, TickRange range,
             const std::function<sim::AnySimulation()>& factory) {
    replay::BufferOutput output;
    const auto report = replay::trim(source, range, factory, output);
    EXPECT_TRUE(report) << (report ? "" : report.error().text());
    return report ? Trimmed{*report, open_replay(output.bytes())} : Trimmed{};
}

// Records, chains and states of the range are those of the session.
void expect_same_session(const Recorded& recorded, TickRange range, const Trimmed& trimmed) {
    ASSERT_TRUE(trimmed.file);
    const replay::Replay& file = *trimmed.file;
    EXPECT_EQ(file.first_tick(), range.from);
    EXPECT_EQ(file.end_tick(), range.to);
    EXPECT_EQ(trimmed.report.ticks, range.to - range.from);
    EXPECT_EQ(trimmed.report.hashes, recorded.hashes[range.to]);
    for (std::uint64_t ticks = range.from; ticks <= range.to; ++ticks) {
        EXPECT_TRUE(chain_of(file, ticks).agrees(recorded.hashes[ticks].chain)) << ticks;
        if (ticks < range.to) {
            EXPECT_EQ(record_of(file, ticks), recorded.records[ticks]) << ticks;
        }
    }
    EXPECT_EQ(chain_of(file, range.to).whole, recorded.hashes[range.to].chain);
    const auto verified = replay::verify(file, counter());
    ASSERT_TRUE(verified) << verified.error().text();
    if (range.from != range.to) {
        EXPECT_EQ(verified->verdict, replay::VerifyVerdict::same) << verified->message;
    }
    EXPECT_EQ(verified->chain, recorded.hashes[range.to].chain);
    EXPECT_FALSE(verified->flaw);
}

class Trim : public testing::Test {
protected:
    const Recorded recorded_ = record<Counter>(
        {.ticks = 95, .options = {.epoch_ticks = 10, .keyframe_ticks = 20, .build = "a build"}});
    const std::optional<replay::Replay> source_ = open_replay(recorded_);
};

TEST_F(Trim, KeepsRecordsChainAndStatesOfAnyRange) {
    for (const TickRange range :
         {TickRange{0, 95}, {0, 30}, {40, 95}, {33, 34}, {37, 81}, {7, 7}}) {
        SCOPED_TRACE(std::to_string(range.from) + " to " + std::to_string(range.to));
        const Trimmed trimmed = trim(*source_, range, counter);
        expect_same_session(recorded_, range, trimmed);
        EXPECT_TRUE(trimmed.report.is_simulated);
        EXPECT_EQ(trimmed.file->header().build, "a build");
        EXPECT_EQ(trimmed.file->completeness(), replay::Completeness::complete);
    }
}

TEST_F(Trim, KeepsThemWithoutTheGameBetweenAKeyframeAndAWholeChain) {
    for (const TickRange range : {TickRange{0, 95}, {0, 30}, {40, 95}, {20, 70}, {60, 60}}) {
        SCOPED_TRACE(std::to_string(range.from) + " to " + std::to_string(range.to));
        const Trimmed trimmed = trim(*source_, range, nullptr);
        expect_same_session(recorded_, range, trimmed);
        EXPECT_FALSE(trimmed.report.is_simulated);
    }
}

TEST_F(Trim, WithoutTheGameNamesWhereItCouldBeginAndEnd) {
    replay::BufferOutput output;
    const auto early = replay::trim(*source_, {41, 90}, nullptr, output);
    ASSERT_FALSE(early);
    EXPECT_EQ(early.error().code, sim::ErrorCode::no_simulation);
    EXPECT_TRUE(early.error().text().ends_with("keyframes after 0, 20, 40, 60, 80 ticks"))
        << early.error().text();
    const auto late = replay::trim(*source_, {40, 83}, nullptr, output);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, sim::ErrorCode::no_simulation);
    EXPECT_TRUE(late.error().text().ends_with("nearby at 80, 90")) << late.error().text();
    EXPECT_TRUE(output.bytes().empty());
}

TEST_F(Trim, OfEverythingIsIdentical) {
    for (const bool has_game : {true, false}) {
        const Trimmed trimmed = trim(*source_, {0, 95}, has_game ? counter : nullptr);
        const auto compared = replay::diff(*source_, *trimmed.file);
        ASSERT_TRUE(compared);
        EXPECT_EQ(compared->verdict, replay::DiffVerdict::identical);
        EXPECT_EQ(trimmed.file->end_reason(), source_->end_reason());
        EXPECT_FALSE(trimmed.file->header().parent);
        EXPECT_EQ(trimmed.file->states().size(), source_->states().size());
    }
}

TEST_F(Trim, NamesItsParentAndWhere) {
    const Trimmed later = trim(*source_, {33, 60}, counter);
    const replay::Parent parent{recorded_.hashes[33].chain, 33};
    EXPECT_EQ(later.file->header().parent, parent);
    // Its own beginning is the parent's, so it has the same parent.
    const Trimmed again = trim(*later.file, {33, 50}, counter);
    EXPECT_EQ(again.file->header().parent, parent);
    expect_same_session(recorded_, {33, 50}, again);
}

TEST_F(Trim, EndsAtALimitUnlessItGoesToTheEnd) {
    const Recorded finished = record<Counter>({.ticks = 20, .end = sim::EndReason::finished});
    const auto source = open_replay(finished);
    EXPECT_EQ(trim(source, {0, 19}, counter).file->end_reason(), sim::EndReason::tick_limit);
    EXPECT_EQ(trim(source, {5, 20}, counter).file->end_reason(), sim::EndReason::finished);
    const auto cut = open_replay(cut_at(finished.file, finished.file.size() - 1));
    EXPECT_EQ(trim(cut, {5, 20}, counter).file->end_reason(), sim::EndReason::tick_limit);
}

TEST_F(Trim, KeepsMarksAndEvidenceOfItsTicksAndTheNames) {
    const Recorded marked = record<Counter>(
        {.ticks = 50,
         .options = {.block_ticks = 10, .keyframe_ticks = 20, .player_name = "Ada"},
         .before_tick = [](sim::Timeline& timeline, replay::Recorder& recorder,
                           std::uint64_t tick) {
             if (tick == 3) {
                 EXPECT_TRUE(timeline.mark({sim::MarkKind::match, sim::Tick{3}, 0, 1, "id"}));
             }
             if (tick % 10 == 5) {
                 EXPECT_TRUE(timeline.mark({sim::MarkKind::note, sim::Tick{tick}, 0, 0, "note"}));
                 EXPECT_TRUE(recorder.on_state({sim::StatePurpose::evidence, tick,
                                                timeline.simulation().save(), timeline.hashes()}));
             }
         }});
    const auto source = open_replay(marked);
    for (const bool has_game : {true, false}) {
        const Trimmed trimmed = trim(source, {20, 40}, has_game ? counter : nullptr);
        expect_same_session(marked, {20, 40}, trimmed);
        std::vector<std::pair<sim::MarkKind, std::uint64_t>> marks;
        for (const sim::Mark& mark : trimmed.file->marks()) {
            marks.emplace_back(mark.kind, mark.tick.number);
        }
        EXPECT_EQ(marks, (std::vector<std::pair<sim::MarkKind, std::uint64_t>>{
                             {sim::MarkKind::player_name, 20},
                             {sim::MarkKind::match, 20},
                             {sim::MarkKind::note, 25},
                             {sim::MarkKind::note, 35}}));
        std::vector<std::uint64_t> evidence;
        for (const replay::StoredState& state : trimmed.file->states()) {
            if (state.purpose == sim::StatePurpose::evidence) {
                evidence.push_back(state.ticks_done);
            }
        }
        EXPECT_EQ(evidence, (std::vector<std::uint64_t>{25, 35}));
        EXPECT_EQ(trimmed.report.states, 3U);  // and the keyframe after 40
    }
}

TEST_F(Trim, LeavesOutKeyframesThatCannotBeUsed) {
    const Recorded plain = record<Counter>(
        {.ticks = 95, .options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
    const auto source = open_replay(with_unusable_keyframe(plain.file, 40));
    const Trimmed trimmed = trim(source, {20, 95}, counter);
    expect_same_session(plain, {20, 95}, trimmed);
    EXPECT_EQ(trimmed.report.states_left_out, 1U);
}

TEST_F(Trim, RefusesASimulationThatLeavesTheRecording) {
    const Recorded forked = record<HardOfHearing<0>>({.slots = 2, .ticks = 40});
    const auto source = open_replay(forked);
    replay::BufferOutput output;
    const auto refused = replay::trim(
        source, {10, 40}, [] { return sim::erase<HardOfHearing<1>>(); }, output);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, sim::ErrorCode::divergence);
    EXPECT_TRUE(refused.error().text().starts_with("tick 20: ")) << refused.error().text();
}

TEST_F(Trim, StopsWhenItIsTold) {
    for (const std::uint64_t stop : {5U, 50U}) {
        replay::BufferOutput output;
        const auto report =
            replay::trim(*source_, {18, 90}, counter, output,
                         [&](std::uint64_t ticks_done) { return ticks_done < stop; });
        ASSERT_TRUE(report);
        EXPECT_TRUE(report->is_interrupted);
    }
}

}  // namespace
}  // namespace tandem::test
