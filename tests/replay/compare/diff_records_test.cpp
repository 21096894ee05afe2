// SPDX-License-Identifier: MIT
// Files whose chains agree are the same only where their inputs are those of the chains; what both
// hold in the same bytes is not decoded.
#include <tandem/replay/compare/diff_records.hpp>

#include <algorithm>

#include <tandem/replay/recording/cursor.hpp>
#include <tests/replay/diffing.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
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
            replay::Cursor ours(whole);
            replay::Cursor theirs(*other);
            bool is_same = true;
            for (std::uint64_t tick = 0; is_same && tick < k_diffed_ticks; ++tick) {
                const auto a = ours.record(sim::Tick{tick});
                const auto b = theirs.record(sim::Tick{tick});
                is_same = a && b && std::equal(a->begin(), a->end(), b->begin(), b->end());
            }
            for (const auto& [a, b] : {std::pair(&whole, &*other), std::pair(&*other, &whole)}) {
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
    EXPECT_FALSE(replay::check_unlike_records(*a, whole, k_diffed_ticks));
    EXPECT_FALSE(replay::check_unlike_records(whole, *a, k_diffed_ticks));
}

}  // namespace
}  // namespace tandem::test
