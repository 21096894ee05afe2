// SPDX-License-Identifier: MIT
// The parts of a diff, each by itself.
#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/replay/compare/diff_parts.hpp>
#include <tandem/replay/recording/cursor.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(DiffParts, AHeaderDoesNotDifferFromItself) {
    const auto replay = open_replay(record<Counter>({}));
    ASSERT_TRUE(replay);
    EXPECT_TRUE(replay::header_differences(replay->header(), replay->header()).empty());
}

TEST(DiffParts, WhatDecidesNothingIsNoDifference) {
    const auto replay = open_replay(record<Counter>({}));
    ASSERT_TRUE(replay);
    replay::Header other = replay->header();
    other.build = "another";
    other.block_ticks = 1;
    other.keyframe_ticks = 1;
    other.parent = replay::Parent{};
    EXPECT_TRUE(replay::header_differences(replay->header(), other).empty());
}

TEST(DiffParts, AnAssetDiffersByNameSizeOrContent) {
    const auto lines = [](Asset a, Asset b) {
        const auto replay = open_replay(record<Counter>({}));
        replay::Header one = replay->header();
        replay::Header two = replay->header();
        one.setup.assets = {std::move(a)};
        two.setup.assets = {std::move(b)};
        return replay::header_differences(one, two);
    };
    const auto asset = [](const char* name, std::size_t size, int value) {
        return Asset::from_content(name, sim::Bytes(size, static_cast<std::byte>(value)));
    };
    using Lines = std::vector<std::string>;
    EXPECT_EQ(lines(asset("a", 3, 1), asset("a", 3, 1)), Lines{});
    EXPECT_EQ(lines(asset("a", 3, 1), asset("a", 3, 2)), Lines{"asset a: other content"});
    EXPECT_EQ(lines(asset("a", 3, 1), asset("a", 4, 1)), Lines{"asset a: 3 bytes | 4 bytes"});
    EXPECT_EQ(lines(asset("a", 3, 1), asset("b", 3, 1)),
              (Lines{"asset a: 3 bytes | absent", "asset b: absent | 3 bytes"}));
}

TEST(DiffParts, TheOrderOfAssetsDecidesTheStart) {
    const auto replay = open_replay(record<Counter>({}));
    ASSERT_TRUE(replay);
    replay::Header one = replay->header();
    replay::Header two = replay->header();
    const Asset a = Asset::from_content("a", sim::Bytes(1));
    const Asset b = Asset::from_content("b", sim::Bytes(2));
    one.setup.assets = {a, b};
    two.setup.assets = {b, a};
    EXPECT_EQ(replay::header_differences(one, two).size(), 1U);
}

TEST(DiffParts, InputsDifferInTheLowestSlotFirst) {
    const auto replay = open_replay(record<Counter>({.slots = 3}));
    ASSERT_TRUE(replay);
    const auto bytes = [](std::uint8_t presence, std::initializer_list<std::uint16_t> amounts) {
        sim::Bytes record;
        sim::append_le(record, presence);
        for (const std::uint16_t amount : amounts) {
            sim::append_le(record, amount);
        }
        return record;
    };
    const auto differs = [&](const sim::Bytes& a, const sim::Bytes& b) {
        return replay::input_difference(replay->header(), a, b);
    };
    EXPECT_EQ(differs(bytes(7, {1, 2, 3}), bytes(7, {1, 9, 8})).player, tandem::Slot{1});
    EXPECT_EQ(differs(bytes(7, {1, 2, 3}), bytes(5, {1, 9})).player, tandem::Slot{1});
    EXPECT_EQ(differs(bytes(5, {1, 3}), bytes(5, {1, 4})).player, tandem::Slot{2});
}

TEST(DiffParts, CommonEndsAndStatesAreThoseOfBoth) {
    const auto a = open_replay(
        record<Counter>({.options = {.block_ticks = 10, .epoch_ticks = 10, .keyframe_ticks = 30}}));
    const auto b = open_replay(
        record<Counter>({.options = {.block_ticks = 15, .epoch_ticks = 15, .keyframe_ticks = 45}}));
    ASSERT_TRUE(a && b);
    using Ticks = std::vector<std::uint64_t>;
    EXPECT_EQ(replay::common_ends(*a, *b, 90), (Ticks{30, 60, 90}));
    EXPECT_EQ(replay::common_ends(*a, *b, 89), (Ticks{30, 60}));
    const auto states = replay::common_states(*a, *b, 0);
    ASSERT_EQ(states.size(), 2U);
    for (const std::size_t i : {0U, 1U}) {
        EXPECT_EQ(states[i].ticks_done, i * 90);
        EXPECT_EQ(states[i].a, a->find_state(i * 90));
        EXPECT_EQ(states[i].b, b->find_state(i * 90));
    }
    EXPECT_EQ(replay::common_states(*a, *b, 1).size(), 1U);
}

}  // namespace

namespace {

using replay::DiffVerdict;
using replay::OpenDepth;

constexpr std::uint64_t k_diffed_ticks = 150;

class DiffRecords : public testing::Test {
protected:
    static Recorded recorded(const std::string& build = "") {
        return record<Counter>(
            {.ticks = k_diffed_ticks,
             .options = {.block_ticks = 30, .keyframe_ticks = 60, .build = build}});
    }
};

// Nothing that changes an input passes for the same session, however well its checksums fit.
TEST_F(DiffRecords, NoChangedInputIsIdentical) {
    const Recorded honest = recorded();
    const auto whole = open_replay(honest);
    std::size_t told = 0;
    for (const BlockPlace& block : list_blocks(honest.file)) {
        if (block.type != replay::BlockType::inputs) {
            continue;
        }
        for (std::size_t byte = block.offset + block.head_bytes; byte < block.offset + block.bytes;
             ++byte) {
            sim::Bytes changed = flip_bit(honest.file, byte, byte % 8);
            reseal_all(changed);
            const auto other = replay::Replay::parse(changed);
            ASSERT_TRUE(other) << other.error().text();
            if (other->end_tick() != k_diffed_ticks) {
                continue;  // its damage is seen when it is opened
            }
            replay::Cursor ours(*whole);
            replay::Cursor theirs(*other);
            bool is_same = true;
            for (std::uint64_t tick = 0; is_same && tick < k_diffed_ticks; ++tick) {
                const auto a = ours.record(sim::Tick{tick});
                const auto b = theirs.record(sim::Tick{tick});
                is_same = a && b && std::equal(a->begin(), a->end(), b->begin(), b->end());
            }
            for (const auto& [a, b] : {std::pair(&*whole, &*other), std::pair(&*other, &*whole)}) {
                const auto report = replay::diff(*a, *b);
                const bool is_identical = report && report->verdict == DiffVerdict::identical;
                EXPECT_TRUE(is_same || !is_identical) << "byte " << byte;
                if (!report) {
                    EXPECT_EQ(report.error().code, sim::ErrorCode::bad_data);
                    ++told;
                }
            }
        }
    }
    EXPECT_GT(told, 20U) << "changed inputs that decode were among them";
}

TEST_F(DiffRecords, TheSameInputsInOtherBytesAreIdentical) {
    const Recorded one = recorded("one build");
    const Recorded other = recorded("another one, with a longer name");
    EXPECT_EQ(diff(one.file, other.file).verdict, DiffVerdict::identical);
    const Recorded pieces = record<Counter>(
        {.ticks = k_diffed_ticks, .options = {.block_ticks = 7, .keyframe_ticks = 60}});
    EXPECT_EQ(diff(one.file, pieces.file).verdict, DiffVerdict::identical);
}

// Equal bytes prove each other: the same file twice is one history, whatever its inputs decode to.
TEST_F(DiffRecords, WhatIsTheSameBytesIsNotDecoded) {
    const Recorded honest = recorded();
    const sim::Bytes undecodable = undecodable_at(honest.file, k_diffed_ticks);
    const auto a = replay::Replay::parse(undecodable);
    const auto b = replay::Replay::parse(undecodable);
    ASSERT_TRUE(a && b);
    EXPECT_TRUE(replay::check_unlike_records(*a, *b, k_diffed_ticks));
    const auto whole = open_replay(honest);
    EXPECT_FALSE(replay::check_unlike_records(*a, *whole, k_diffed_ticks));
    EXPECT_FALSE(replay::check_unlike_records(*whole, *a, k_diffed_ticks));
}

}  // namespace

namespace {

using replay::DiffReport;
using replay::DiffVerdict;

// For before_tick of a recording: the state after the tick from which two forks differ.
void leave_evidence(sim::Timeline& timeline, replay::Recorder& recorder, std::uint64_t tick) {
    if (tick == 51) {
        const sim::Bytes state = timeline.simulation().save();
        EXPECT_TRUE(
            recorder.on_state({sim::StatePurpose::evidence, tick, state, timeline.hashes()}));
    }
}

// As after a real desync: the machine at hand reproduces one side only, the other side left
// evidence.
TEST(DiffStates, UsesEvidenceWhereARunDoesNotReproduceAFile) {
    const Recorded a = record<Forked<0>>({.options = {.has_keyframes = false}});
    const Recorded b =
        record<Forked<1>>({.options = {.has_keyframes = false}, .before_tick = leave_evidence});
    const DiffReport report = diff(a.file, b.file, factory_of<Forked<0>>());
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_EQ(report.tick, sim::Tick{50});
    EXPECT_FALSE(report.is_confirmed);
    EXPECT_EQ(report.fields_ticks_done, 51U);
    ASSERT_EQ(report.fields.size(), 1U);
    EXPECT_EQ(report.fields[0].path, "total");
    EXPECT_TRUE(
        has_note(report, "simulating the second file again here does not give what it recorded"));
}

TEST(DiffStates, LoadsStatesWithinTheGamesOwnBound) {
    const Recorded a = record<Forked<0>>({});
    const Recorded b = record<Forked<1>>({.before_tick = leave_evidence});
    EXPECT_EQ(diff(a.file, b.file, factory_of<Forked<0>>()).fields.size(), 1U);
    const DiffReport report = diff(a.file, b.file, factory_of<TightFork<0>>());
    EXPECT_EQ(report.verdict, DiffVerdict::state);
    EXPECT_EQ(report.tick, sim::Tick{50});
    EXPECT_TRUE(report.fields.empty());
    EXPECT_TRUE(has_note(report, "a state in the second file cannot be used"));
    EXPECT_TRUE(has_note(report, "claims a state of 16 bytes, at most 8 are allowed"));
}

TEST(DiffStates, TellOnceWhatCannotBeSimulatedHere) {
    const Recorded recorded = record<Forked<1>>({});
    const auto replay = open_replay(recorded);
    ASSERT_TRUE(replay);
    const replay::SimulationFactory factory = factory_of<Forked<0>>();
    DiffReport report;
    replay::DiffStates states(*replay, factory, report);
    EXPECT_FALSE(states.simulate(*replay, 50, 60));
    EXPECT_FALSE(states.simulate(*replay, 50, 60));
    EXPECT_EQ(report.notes, std::vector<std::string>{"simulating the first file again here does "
                                                     "not give what it recorded"});
}

}  // namespace
}  // namespace tandem::test
