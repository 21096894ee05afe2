// SPDX-License-Identifier: MIT
// Segments cover a recording without a gap, and each is judged by itself.
#include <gtest/gtest.h>

#include <tandem/replay/verify/segments.hpp>
#include <tests/replay/verify/reports.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::Segment;
using replay::SegmentReport;
using replay::SegmentVerdict;

Recorded with_keyframes(std::uint64_t ticks = 100) {
    return record<Counter>(
        {.ticks = ticks, .options = {.block_ticks = 10, .keyframe_ticks = 20, .compress = false}});
}

template <class Game>
std::vector<SegmentReport> verify_each(const replay::Replay& replay,
                                       std::uint64_t round_trip_ticks = 0) {
    std::vector<SegmentReport> reports;
    const sim::AnySimulation spare = sim::erase<Game>();
    for (const Segment& segment : replay::plan_segments(replay)) {
        reports.push_back(replay::verify_segment(replay, spare, segment, round_trip_ticks));
    }
    return reports;
}

TEST(Segments, LieBetweenTheKeyframesWithoutAGap) {
    const auto replay = open_replay(with_keyframes());
    ASSERT_TRUE(replay);
    const auto segments = replay::plan_segments(*replay);
    ASSERT_EQ(segments.size(), 5U);
    EXPECT_EQ(segments.front().entry, nullptr);
    std::uint64_t next = 0;
    for (const Segment& segment : segments) {
        EXPECT_EQ(segment.first_tick, next);
        EXPECT_EQ(segment.entry == nullptr ? 0 : segment.entry->ticks_done, segment.first_tick);
        next = segment.end_tick;
    }
    EXPECT_EQ(next, 100U);
}

TEST(Segments, AFileWithoutTicksOrKeyframesIsOne) {
    const auto empty = open_replay(record<Counter>({.ticks = 0}));
    const auto bare = open_replay(record<Counter>({.options = {.has_keyframes = false}}));
    ASSERT_TRUE(empty && bare);
    EXPECT_EQ(replay::plan_segments(*empty).size(), 1U);
    EXPECT_EQ(replay::plan_segments(*bare).size(), 1U);
}

TEST(Segments, AreSoundWhereTheWholeIsAndCountWhatTheyCompared) {
    const auto replay = open_replay(with_keyframes());
    ASSERT_TRUE(replay);
    const auto reports = verify_each<Counter>(*replay);
    for (std::size_t i = 0; i < reports.size(); ++i) {
        EXPECT_EQ(reports[i].verdict, SegmentVerdict::sound);
        EXPECT_EQ(reports[i].ticks_checked, 20U);
        EXPECT_EQ(reports[i].restores_checked, i == 0 ? 0U : 1U);
    }
}

TEST(Segments, OnlyTheOneWithTheFaultIsSuspect) {
    const auto replay =
        open_replay(record<Counter>({.plant = sim::Plant{sim::Tick{53}, "ticks"},
                                     .options = {.block_ticks = 10, .keyframe_ticks = 20}}));
    ASSERT_TRUE(replay);
    const auto reports = verify_each<Counter>(*replay);
    ASSERT_EQ(reports.size(), 5U);
    for (std::size_t i = 0; i < reports.size(); ++i) {
        EXPECT_EQ(reports[i].verdict, i == 2 ? SegmentVerdict::suspect : SegmentVerdict::sound);
    }
    ASSERT_TRUE(reports[2].suspicion);
    EXPECT_EQ(reports[2].suspicion->from_ticks_done, 40U);
    EXPECT_EQ(reports[2].suspicion->ticks_done, 54U);
}

// The keyframe at its end must come out byte for byte, whatever the chains say.
TEST(Segments, MustReproduceTheKeyframeAtTheirEnd) {
    Recorded recorded = with_keyframes();
    recorded.file = with_changed_keyframe(recorded.file, 40, replay::k_block_header_bytes);
    const auto replay = open_replay(recorded);
    ASSERT_TRUE(replay);
    const auto reports = verify_each<Counter>(*replay);
    EXPECT_EQ(reports[1].verdict, SegmentVerdict::suspect);
    EXPECT_EQ(reports[1].suspicion->ticks_done, 40U);
    EXPECT_NE(reports[1].suspicion->text.find("is not the simulated one"), std::string::npos);
}

TEST(Segments, AreUnclearOnBothSidesOfAKeyframeThatDoesNotLoad) {
    const auto replay = open_replay(with_unusable_keyframe(with_keyframes().file, 40));
    ASSERT_TRUE(replay);
    const auto reports = verify_each<Counter>(*replay);
    EXPECT_EQ(reports[0].verdict, SegmentVerdict::sound);
    EXPECT_EQ(reports[1].verdict, SegmentVerdict::unclear);
    EXPECT_EQ(reports[2].verdict, SegmentVerdict::unclear);
    EXPECT_EQ(reports[3].verdict, SegmentVerdict::sound);
}

TEST(Segments, AreUnclearWithoutTheGame) {
    const auto replay = open_replay(with_keyframes());
    ASSERT_TRUE(replay);
    for (const SegmentReport& report : verify_each<Forgetful>(*replay)) {
        EXPECT_EQ(report.verdict, SegmentVerdict::unclear);
    }
}

TEST(Segments, ARoundTripIsMadeAtEachMultiple) {
    const auto replay = open_replay(with_keyframes());
    ASSERT_TRUE(replay);
    const auto reports = verify_each<Counter>(*replay, 5);
    EXPECT_EQ(reports[0].restores_checked, 3U);  // after 5, 10, 15
    EXPECT_EQ(reports[1].restores_checked, 4U);  // its keyframe, and after 25, 30, 35
    EXPECT_EQ(reports[1].verdict, SegmentVerdict::sound);
}

TEST(Segments, ARestoreThatFailsIsSuspect) {
    const auto replay =
        open_replay(record<Unrestorable>({.options = {.block_ticks = 10, .keyframe_ticks = 50}}));
    ASSERT_TRUE(replay);
    const auto reports = verify_each<Unrestorable>(*replay);
    ASSERT_EQ(reports[1].verdict, SegmentVerdict::suspect);
    EXPECT_NE(reports[1].suspicion->text.find("too late to come back"), std::string::npos)
        << reports[1].suspicion->text;
}

TEST(Segments, AStateThatComesBackAsAnotherIsSuspectAtOnce) {
    const auto replay =
        open_replay(record<Rounding>({.options = {.block_ticks = 10, .has_keyframes = false}}));
    ASSERT_TRUE(replay);
    const auto reports = verify_each<Rounding>(*replay, 1);
    ASSERT_EQ(reports[0].verdict, SegmentVerdict::suspect);
    EXPECT_EQ(reports[0].suspicion->from_ticks_done, reports[0].suspicion->ticks_done);
    EXPECT_NE(reports[0].suspicion->text.find("saved again it is another state"),
              std::string::npos);
}

TEST(Segments, EndWhereTheirCallerWants) {
    const auto replay = open_replay(record<Counter>({.ticks = 500}));
    ASSERT_TRUE(replay);
    const sim::AnySimulation spare = sim::erase<Counter>();
    const auto segments = replay::plan_segments(*replay);
    const SegmentReport report =
        replay::verify_segment(*replay, spare, segments[0], 0,
                               [](std::uint64_t ticks_checked) { return ticks_checked < 128; });
    EXPECT_EQ(report.verdict, SegmentVerdict::interrupted);
    EXPECT_EQ(report.ticks_checked, 128U);
}

}  // namespace

namespace {

using replay::plan_segments;
using replay::SegmentReport;
using replay::SegmentRun;
using replay::SegmentVerdict;

// The file up to its n-th block, and all of it.
struct Readings {
    std::optional<replay::Replay> begun;
    std::optional<replay::Replay> whole;
};
Readings readings(const Recorded& recorded, std::uint64_t ticks) {
    std::size_t size = 0;
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.end_tick <= ticks) {
            size = block.offset + block.bytes;
        }
    }
    auto begun = replay::Replay::parse(cut_at(recorded.file, size), {.is_live = true});
    EXPECT_TRUE(begun && begun->end_tick() == ticks);
    return {std::move(begun).value(), open_replay(recorded)};
}

Recorded in_one_segment() {
    return record<Counter>({.options = {.block_ticks = 10, .has_keyframes = false}});
}

TEST(SegmentRun, GoesOnWhereTheFileEnded) {
    const Readings file = readings(in_one_segment(), 50);
    const sim::AnySimulation spare = sim::erase<Counter>();
    SegmentRun run(*file.begun, spare, plan_segments(*file.begun).front());
    run.run();
    EXPECT_EQ(run.ticks_done(), 50U);
    EXPECT_EQ(run.report().ticks_checked, 50U);
    ASSERT_TRUE(run.follow(*file.whole, plan_segments(*file.whole).front()));
    run.run();
    const SegmentReport report = run.report();
    const SegmentReport at_once =
        replay::verify_segment(*file.whole, spare, plan_segments(*file.whole).front());
    EXPECT_EQ(report.verdict, SegmentVerdict::sound);
    EXPECT_EQ(report.ticks_checked, at_once.ticks_checked);
    EXPECT_EQ(report.chains_checked, at_once.chains_checked);
    EXPECT_EQ(report.states_checked, at_once.states_checked);
    EXPECT_EQ(report.chain, at_once.chain);
}

TEST(SegmentRun, ThatIsSuspectStaysIt) {
    const Readings file = readings(record<Counter>({.plant = sim::Plant{sim::Tick{33}, "ticks"},
                                                    .options = {.block_ticks = 10}}),
                                   50);
    const sim::AnySimulation spare = sim::erase<Counter>();
    SegmentRun run(*file.begun, spare, plan_segments(*file.begun).front());
    run.run();
    ASSERT_EQ(run.report().verdict, SegmentVerdict::suspect);
    ASSERT_TRUE(run.follow(*file.whole, plan_segments(*file.whole).front()));
    run.run();
    EXPECT_EQ(run.report().verdict, SegmentVerdict::suspect);
    EXPECT_EQ(run.report().suspicion->ticks_done, 34U);
}

// The end of the file, which states the chain there in full, may be all that is new.
TEST(SegmentRun, ComparesWhatTheFileCameToStateAboutThePlace) {
    const Recorded recorded =
        record<Counter>({.options = {.track_bits = 0, .has_keyframes = false}});
    const Readings file = readings(recorded, 100);
    sim::Bytes live = cut_at(recorded.file, list_blocks(recorded.file).back().offset);
    const auto begun = replay::Replay::parse(std::move(live), {.is_live = true});
    ASSERT_TRUE(begun);
    const sim::AnySimulation spare = sim::erase<Counter>();
    SegmentRun run(*begun, spare, plan_segments(*begun).front());
    run.run();
    const std::uint64_t before = run.report().chains_checked;
    ASSERT_TRUE(run.follow(*file.whole, plan_segments(*file.whole).front()));
    run.run();
    EXPECT_EQ(run.report().chains_checked, before + 1);
}

}  // namespace
}  // namespace tandem::test
