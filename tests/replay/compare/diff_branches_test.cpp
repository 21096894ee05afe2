// SPDX-License-Identifier: MIT
// Files that begin at different ticks, because one continues the other: compared from where the
// later one begins.
#include <gtest/gtest.h>

#include <tandem/replay/compare/diff.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;

// A file that continues `parent` after so many ticks, with these inputs.
template <class Game>
sim::Bytes branch(const Recorded& parent, std::uint64_t at, std::uint64_t end,
                  const RecordSource& source = bots(),
                  const std::optional<sim::Plant>& plant = std::nullopt) {
    const auto file = open_replay(parent);
    replay::BufferOutput output;
    replay::Recorder recorder(
        output, {.block_ticks = 8,
                 .parent = replay::Parent{.chain = parent.hashes[at].chain, .fork_tick = at}});
    sim::Timeline timeline(sim::erase<Game>(), &recorder);
    if (plant) {
        timeline.set_plant(*plant);
    }
    EXPECT_TRUE(timeline.start_at(file.header().setup, at, parent.states[at], parent.hashes[at]));
    while (timeline.ticks_done() < end) {
        EXPECT_TRUE(timeline.advance(source(timeline.simulation(), timeline.ticks_done())));
    }
    EXPECT_TRUE(timeline.end(sim::EndReason::tick_limit));
    return output.bytes();
}

// The parent has blocks of 10, so that a branch begins in the middle of one and at the end of one.
TEST(DiffOfBranches, ABranchWithOtherInputsIsComparedFromWhereItBegins) {
    const Recorded parent = record<Counter>({.options = {.block_ticks = 10}});
    for (const std::uint64_t at : {0U, 33U, 40U}) {
        for (const bool knows_game : {false, true}) {
            SCOPED_TRACE(std::to_string(at) + (knows_game ? " with the game" : ""));
            const auto factory = knows_game ? factory_of<Counter>() : nullptr;
            const sim::Bytes file = branch<Counter>(parent, at, 90, with_amount(60, 1, 99));
            const DiffReport report = diff(parent.file, file, factory);
            EXPECT_EQ(report.verdict, DiffVerdict::inputs);
            EXPECT_EQ(report.tick, sim::Tick{60});
            EXPECT_EQ(report.player, Slot{1});
            EXPECT_EQ(report.b_first_tick, at);
            EXPECT_TRUE(has_note(report, "the second file says that it continues the first after " +
                                             std::to_string(at) + " ticks"));
            const DiffReport swapped = diff(file, parent.file, factory);
            EXPECT_EQ(swapped.verdict, DiffVerdict::inputs);
            EXPECT_EQ(swapped.tick, sim::Tick{60});
            EXPECT_TRUE(has_note(swapped, "the first file says that it continues the second"));
        }
    }
}

TEST(DiffOfBranches, ABranchWithTheSameInputsIsAPrefixHoweverTheEndsLie) {
    const Recorded parent = record<Counter>({.options = {.epoch_ticks = 10}});
    for (const std::uint64_t end : {33U, 70U, 100U, 120U}) {
        for (const bool knows_game : {false, true}) {
            SCOPED_TRACE(end);
            const DiffReport report = diff(parent.file, branch<Counter>(parent, 33, end),
                                           knows_game ? factory_of<Counter>() : nullptr);
            EXPECT_EQ(report.verdict, DiffVerdict::prefix);
            EXPECT_EQ(report.tick, sim::Tick{end == 100 ? 0 : std::min<std::uint64_t>(end, 100)});
            // With these ends the two files have no place with the whole chain in common.
            EXPECT_EQ(has_note(report, "only 16 bits of the other's chain"),
                      (end == 33 || end == 120) && !knows_game);
        }
    }
}

TEST(DiffOfBranches, ABranchAfterTheLastTickContinuesItsParent) {
    const Recorded parent = record<Counter>({});
    const DiffReport report = diff(parent.file, branch<Counter>(parent, 100, 130));
    EXPECT_EQ(report.verdict, DiffVerdict::prefix);
    EXPECT_EQ(report.tick, sim::Tick{100});
}

TEST(DiffOfBranches, AFaultInABranchIsFoundAndNamed) {
    const Recorded parent = record<Counter>({});
    const DiffReport report =
        diff(parent.file,
             branch<Counter>(parent, 33, 90, bots(), sim::Plant{sim::Tick{50}, "totals[1]"}),
             factory_of<Counter>());
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_EQ(report.tick, sim::Tick{50});
    EXPECT_TRUE(report.is_confirmed);
    EXPECT_FALSE(report.is_reset);
    ASSERT_FALSE(report.fields.empty());
    EXPECT_EQ(report.fields[0].path, "totals[1]");
}

TEST(DiffOfBranches, ABranchOfAnotherHistoryDiffersBeforeItBegins) {
    const Recorded parent = record<Counter>({});
    const Recorded other = record<Counter>({.source = with_amount(20, 0, 99)});
    for (const bool knows_game : {false, true}) {
        const DiffReport report = diff(parent.file, branch<Counter>(other, 33, 90),
                                       knows_game ? factory_of<Counter>() : nullptr);
        EXPECT_EQ(report.verdict, DiffVerdict::state);
        EXPECT_EQ(report.tick, sim::Tick{33});
        EXPECT_TRUE(report.is_reset);
        EXPECT_TRUE(has_note(report, "lies before that tick, where only the first holds anything"));
        EXPECT_FALSE(has_note(report, "says that it continues"));
        EXPECT_EQ(report.fields.empty(), !knows_game);
    }
}

// 16 bits that agree by chance: only the whole chain tells, which a re-run has.
TEST(DiffOfBranches, AnotherHistoryWithTheSame16BitsIsFoundByTheGame) {
    const Recorded parent = record<Counter>({.options = {.block_ticks = 10}});
    Recorded other = parent;
    other.hashes[33].chain.value ^= std::uint64_t{1} << 40;
    const sim::Bytes file = branch<Counter>(other, 33, 33);
    EXPECT_EQ(diff(parent.file, file).verdict, DiffVerdict::prefix);
    const DiffReport report = diff(parent.file, file, factory_of<Counter>());
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_TRUE(report.is_reset);
    EXPECT_TRUE(has_note(report, "the states before tick 33 are equal nevertheless"));
}

TEST(DiffOfBranches, TwoBranchesOfOneRecordingSaySo) {
    const Recorded parent = record<Counter>({});
    const sim::Bytes a = branch<Counter>(parent, 33, 90);
    const DiffReport report = diff(a, branch<Counter>(parent, 33, 90, with_amount(60, 1, 99)));
    EXPECT_EQ(report.verdict, DiffVerdict::inputs);
    EXPECT_EQ(report.tick, sim::Tick{60});
    EXPECT_TRUE(has_note(report, "both files say that they continue the same recording after 33"));
    EXPECT_EQ(diff(a, branch<Counter>(parent, 33, 90)).verdict, DiffVerdict::identical);
    // One begins later than the other.
    EXPECT_EQ(diff(a, branch<Counter>(parent, 50, 90)).verdict, DiffVerdict::prefix);
}

// A file that was only opened by its index may turn out to be damaged at the place.
TEST(DiffOfBranches, DamageBeforeTheBranchIsNoDifference) {
    const Recorded parent = record<Counter>({.options = {.block_ticks = 10}});
    const auto branched = open_replay(branch<Counter>(parent, 33, 90));
    std::size_t unread = 0;
    for (const BlockPlace& block : list_blocks(parent.file)) {
        const bool has_inputs = block.type == replay::BlockType::inputs;
        if (!has_inputs || block.end_tick > 40) {
            continue;
        }
        const auto damaged =
            replay::Replay::parse(flip_bit(parent.file, block.offset + block.head_bytes, 3),
                                  {.depth = replay::OpenDepth::index});
        ASSERT_TRUE(damaged);
        for (const auto& [a, b] :
             {std::pair(&*damaged, &branched), std::pair(&branched, &*damaged)}) {
            const auto report = replay::diff(*a, *b);
            EXPECT_FALSE(report) << replay::verdict_text(report->verdict);
            EXPECT_EQ(report ? sim::ErrorCode::internal : report.error().code,
                      sim::ErrorCode::bad_data);
            ++unread;
        }
    }
    EXPECT_EQ(unread, 8U);
}

// Its first tick, its parent and its chains may say anything, with checksums that fit.
TEST(DiffOfBranches, AHostileBranchHasAVerdictToo) {
    const Recorded parent = record<Counter>({.ticks = 60, .options = {.block_ticks = 10}});
    const auto whole = open_replay(parent);
    const sim::Bytes file = branch<Counter>(parent, 33, 50);
    std::size_t opened = 0;
    for (std::size_t byte = 0; byte < file.size(); ++byte) {
        sim::Bytes changed = flip_bit(file, byte, byte % 8);
        reseal_all(changed);
        const auto hostile =
            replay::Replay::parse(std::move(changed), {.depth = replay::OpenDepth::records});
        if (!hostile) {
            continue;
        }
        ++opened;
        for (const auto& factory : {replay::SimulationFactory(), factory_of<Counter>()}) {
            for (const auto& [a, b] :
                 {std::pair(&whole, &*hostile), std::pair(&*hostile, &whole)}) {
                const auto report = replay::diff(*a, *b, factory);
                EXPECT_TRUE(report) << byte << " " << report.error().text();
            }
        }
    }
    EXPECT_GT(opened, 100U);
}

TEST(DiffOfBranches, FilesWithoutACommonTickAreNotCompared) {
    const Recorded parent = record<Counter>({.ticks = 60});
    const Recorded start = record<Counter>({.ticks = 20});
    const DiffReport report = diff(start.file, branch<Counter>(parent, 33, 50));
    EXPECT_EQ(report.verdict, DiffVerdict::header);
    EXPECT_EQ(report.header_lines,
              std::vector<std::string>{"ticks: 0 to 19 | 33 to 49, none in common"});
}

}  // namespace
}  // namespace tandem::test
