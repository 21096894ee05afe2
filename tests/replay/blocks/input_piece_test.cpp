// SPDX-License-Identifier: MIT
// The track of a piece has as many bits for each tick as the header says.
#include <gtest/gtest.h>

#include <tandem/replay/blocks/input_piece.hpp>

namespace tandem::test {
namespace {

constexpr std::uint64_t k_chain = 0x1122334455667788;

TEST(InputPiece, HasAsManyBitsOfTheChainAsItsFileSays) {
    for (const std::uint32_t bits : {0U, 8U, 16U, 64U}) {
        replay::Header file;
        file.track_bits = bits;
        replay::BlockHeader block;
        block.tick_count = 5;
        sim::Bytes body(7, std::byte{1});  // coded records
        for (std::uint64_t tick = 0; tick < 5; ++tick) {
            replay::append_track(body, bits, k_chain + tick);
        }
        const auto piece = replay::split_inputs(block, file, body);
        ASSERT_TRUE(piece);
        EXPECT_EQ(piece->coded.size(), 7U);
        EXPECT_EQ(piece->track.size(), replay::track_bytes(bits, 5));
        const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        for (std::uint64_t tick = 0; tick < 5 && bits != 0; ++tick) {
            EXPECT_EQ(replay::track_at(piece->track, bits, tick), (k_chain + tick) & mask) << bits;
        }
    }
}

TEST(InputPiece, ThatIsShorterThanItsTrackIsRefused) {
    replay::Header file;
    replay::BlockHeader block;
    block.tick_count = 5;
    EXPECT_TRUE(replay::split_inputs(block, file, sim::Bytes(10)));
    EXPECT_FALSE(replay::split_inputs(block, file, sim::Bytes(9)));
}

}  // namespace
}  // namespace tandem::test
