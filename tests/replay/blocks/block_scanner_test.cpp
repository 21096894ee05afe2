// SPDX-License-Identifier: MIT
// A scanner finds every sound block, names every flaw, and goes on behind it.
#include <gtest/gtest.h>

#include <tandem/replay/blocks/block_scanner.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

struct Scan {
    std::vector<std::uint64_t> offsets;
    std::vector<replay::Flaw> flaws;
};

Scan scan(const sim::Bytes& file, replay::ScanDepth depth = replay::ScanDepth::bodies) {
    Scan scan;
    const replay::MemorySource source(file);
    replay::BlockScanner scanner(source, depth);
    for (;;) {
        const auto block = scanner.next();
        EXPECT_TRUE(block);
        if (!block || !*block) {
            break;
        }
        scan.offsets.push_back((*block)->offset);
    }
    scan.flaws = scanner.flaws();
    return scan;
}

Recorded recording() {
    return record<Counter>(
        {.options = {.block_ticks = 10, .epoch_ticks = 30, .keyframe_ticks = 20}});
}

std::vector<std::uint64_t> offsets_without(const std::vector<BlockPlace>& blocks,
                                           std::size_t left_out) {
    std::vector<std::uint64_t> offsets;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i != left_out) {
            offsets.push_back(blocks[i].offset);
        }
    }
    return offsets;
}

TEST(Scanner, FindsEveryBlockBehindADamagedOne) {
    const Recorded recorded = recording();
    const auto blocks = list_blocks(recorded.file);
    for (std::size_t hit = 0; hit < blocks.size(); ++hit) {
        for (const std::size_t byte : {std::size_t{0}, std::size_t{3}, blocks[hit].bytes - 1}) {
            SCOPED_TRACE(std::to_string(hit) + " " + std::to_string(byte));
            const Scan found = scan(flip_bit(recorded.file, blocks[hit].offset + byte, 6));
            EXPECT_EQ(found.offsets, offsets_without(blocks, hit));
            ASSERT_EQ(found.flaws.size(), 1U);
            EXPECT_EQ(found.flaws[0].offset, blocks[hit].offset);
            const bool is_last_and_longer = hit + 1 == blocks.size() || byte == 3;
            EXPECT_TRUE(is_last_and_longer || !found.flaws[0].is_cut);
        }
    }
}

TEST(Scanner, KnowsTheTypeOfADamagedBlockWhoseHeadIsSound) {
    const Recorded recorded = recording();
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.form == replay::HeadForm::piece || block.type == replay::BlockType::end) {
            continue;  // the one has no sound head then, behind the other nothing stands
        }
        const Scan in_body = scan(flip_bit(recorded.file, block.offset + block.head_bytes, 0));
        EXPECT_EQ(in_body.flaws.at(0).type, block.type);
        const Scan in_head = scan(flip_bit(recorded.file, block.offset + 4, 0));
        EXPECT_EQ(in_head.flaws.at(0).type, std::nullopt);
    }
}

TEST(Scanner, OfHeadsPassesOverStates) {
    const Recorded recorded = recording();
    const auto blocks = list_blocks(recorded.file);
    const auto keyframe = std::find_if(blocks.begin(), blocks.end(), [](const BlockPlace& block) {
        return block.type == replay::BlockType::keyframe && block.end_tick > 0;
    });
    ASSERT_NE(keyframe, blocks.end());
    const sim::Bytes file = flip_bit(recorded.file, keyframe->offset + keyframe->head_bytes, 0);
    EXPECT_TRUE(scan(file, replay::ScanDepth::heads).flaws.empty());
    EXPECT_EQ(scan(file, replay::ScanDepth::heads).offsets.size(), blocks.size());
    EXPECT_EQ(scan(file).flaws.size(), 1U);
}

TEST(Scanner, SaysThatASourceCannotBeRead) {
    class Broken final : public replay::ByteSource {
    public:
        std::uint64_t size() const override { return 1'000; }
        sim::Result<std::size_t> read(std::uint64_t, std::span<std::byte>) const override {
            return sim::Error{sim::ErrorCode::io, "disk", "is broken"};
        }
    };
    const Broken source;
    replay::BlockScanner scanner(source);
    const auto block = scanner.next();
    ASSERT_FALSE(block);
    EXPECT_EQ(block.error().code, sim::ErrorCode::io);
}

}  // namespace
}  // namespace tandem::test
