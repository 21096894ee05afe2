// SPDX-License-Identifier: MIT
// What a hostile file may cost a reader: bytes read and hashed, for each byte of the file.
#include <gtest/gtest.h>

#include <memory>

#include <tandem/replay/blocks/block_scanner.hpp>
#include <tests/replay/counted_source.hpp>
#include <tests/replay/hostile_files.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

constexpr std::size_t k_small = 1U << 20;
constexpr std::size_t k_large = 2U << 20;

// FORMAT.md promises this.
constexpr std::uint64_t k_hashed_for_each = 66;
constexpr std::uint64_t k_hashed_besides = 8U << 20;

struct Work {
    std::uint64_t bytes_hashed = 0;
    std::uint64_t bytes_read = 0;
};

Work work_of(const sim::Bytes& file) {
    const CountedSource source(file);
    replay::BlockScanner scanner(source);
    while (true) {
        const auto block = scanner.next();
        EXPECT_TRUE(block);
        if (!block || !*block) {
            return {scanner.bytes_hashed(), source.bytes_read()};
        }
    }
}

TEST(HostileWork, IsAtMostAMultipleOfTheFilesBytes) {
    for (const std::size_t bytes : {k_small, k_large}) {
        for (const HostileFile& file : hostile_files(bytes)) {
            SCOPED_TRACE(file.name + " of " + std::to_string(file.bytes.size()) + " bytes");
            const Work work = work_of(file.bytes);
            const std::uint64_t most = k_hashed_for_each * file.bytes.size() + k_hashed_besides;
            EXPECT_LE(work.bytes_hashed, most);
            EXPECT_LE(work.bytes_read, 2 * most);
        }
    }
}

// The bound is one that these files reach: without it the work grows with the square of the bytes.
TEST(HostileWork, IsEndedByTheBoundWhereBodiesOverlap) {
    for (const HostileFile& file : hostile_files(k_large)) {
        if (file.name.starts_with("greedy")) {
            SCOPED_TRACE(file.name);
            EXPECT_GT(work_of(file.bytes).bytes_hashed, 60 * file.bytes.size());
        }
    }
}

// A head is hashed before its body is, and many can be tried in few bytes.
TEST(HostileWork, CountsHeadsThatFail) {
    for (const HostileFile& file : hostile_files(k_small)) {
        if (file.name.starts_with("only_")) {
            SCOPED_TRACE(file.name);
            EXPECT_GT(work_of(file.bytes).bytes_hashed, 4 * file.bytes.size());
        }
    }
}

TEST(HostileWork, OfASoundFileIsReadingItOnce) {
    const Recorded recorded = record<Counter>({.ticks = 20'000});
    const Work work = work_of(recorded.file);
    std::uint64_t heads_of_epochs = 0;  // they have a check of their own besides that of the block
    for (const BlockPlace& block : list_blocks(recorded.file)) {
        if (block.form == replay::HeadForm::epoch) {
            heads_of_epochs += block.head_bytes;
        }
    }
    EXPECT_GT(work.bytes_hashed, recorded.file.size());
    EXPECT_LE(work.bytes_hashed, recorded.file.size() + heads_of_epochs);
    EXPECT_LE(work.bytes_read, 2 * recorded.file.size() + replay::Window::k_far_bytes);
}

TEST(HostileWork, LeavesEveryFileOpenOrRefused) {
    for (const HostileFile& file : hostile_files(k_small)) {
        SCOPED_TRACE(file.name);
        const auto replay = replay::Replay::parse(file.bytes);
        ASSERT_TRUE(replay) << replay.error().text();
        EXPECT_NE(replay->completeness(), replay::Completeness::complete);
    }
}

}  // namespace
}  // namespace tandem::test
