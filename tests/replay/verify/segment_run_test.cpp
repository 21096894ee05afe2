// SPDX-License-Identifier: MIT
// A run that stopped at the end of what the file held goes on from there.
#include <gtest/gtest.h>

#include <tandem/replay/verify/segment_run.hpp>
#include <tests/replay/verify/reports.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
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
