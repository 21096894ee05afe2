// SPDX-License-Identifier: MIT
// Decisions come back from their bytes, and no other bytes are taken for them.
#include <tandem/replay/coding/range_coder.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>

namespace tandem::replay {
namespace {

struct PlannedDecision {
    std::uint32_t bits = 0;  // 0 for a decision by probability
    std::uint32_t value = 0;
    std::uint32_t probability = 0;
};

// Decisions of all sorts. Most of them are nearly certain, some of those come out otherwise.
std::vector<PlannedDecision> some_decisions(Random& random, std::size_t count) {
    std::vector<PlannedDecision> decisions;
    for (std::size_t i = 0; i < count; ++i) {
        PlannedDecision decision;
        if (random.chance(1, 4)) {
            decision.bits = random.between(1U, 8U);
            decision.value = random.below(1U << decision.bits);
        } else {
            decision.probability =
                random.chance(1, 2) ? random.between(16U, 300U) : random.between(16U, 65'520U);
            decision.value = random.chance(decision.probability, 65'536) ? 1 : 0;
        }
        decisions.push_back(decision);
    }
    return decisions;
}

sim::Bytes encoded(const std::vector<PlannedDecision>& decisions) {
    RangeEncoder encoder;
    for (const PlannedDecision& decision : decisions) {
        if (decision.bits != 0) {
            encoder.code_plain(decision.value, decision.bits);
        } else {
            encoder.code(decision.value != 0, decision.probability);
        }
    }
    sim::Bytes piece;
    encoder.flush(piece);
    return piece;
}

// How many decisions come back before one does not; all and one more if the end is right too.
std::size_t came_back(const std::vector<PlannedDecision>& decisions, const sim::Bytes& piece) {
    RangeDecoder decoder;
    decoder.begin(piece);
    std::size_t right = 0;
    for (const PlannedDecision& decision : decisions) {
        const std::uint32_t value = decision.bits != 0 ? decoder.code_plain(0, decision.bits)
                                    : decoder.code(false, decision.probability) ? 1U
                                                                                : 0U;
        if (value != decision.value) {
            return right;
        }
        ++right;
    }
    return right + (decoder.at_end() ? 1 : 0);
}

TEST(RangeCoder, AnyDecisionsComeBack) {
    for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
        Random random(seed);
        const auto decisions = some_decisions(random, random.below(std::size_t{200}));
        ASSERT_EQ(came_back(decisions, encoded(decisions)), decisions.size() + 1)
            << "seed " << seed;
    }
}

TEST(RangeCoder, NothingButNoesTakesNoBytes) {
    EXPECT_TRUE(encoded({}).empty());
    EXPECT_TRUE(encoded(std::vector<PlannedDecision>(100'000, {0, 0, 65'520})).empty());
}

TEST(RangeCoder, AFlushTakesAtMostOneByteMore) {
    Random random(1);
    for (std::size_t count = 1; count <= 300; ++count) {
        std::vector<PlannedDecision> bytes(count, {8, 0, 0});
        for (PlannedDecision& byte : bytes) {
            byte.value = random.below(256U);
        }
        ASSERT_LE(encoded(bytes).size(), count + 1);
    }
}

TEST(RangeCoder, CarriesReachDigitsThatAreOut) {
    // 256 times "yes" beside a large "no" leads to the upper end: digits of 0xff, which the
    // flush carries into.
    const std::vector<PlannedDecision> decisions(256, {0, 1, 16});
    const sim::Bytes piece = encoded(decisions);
    EXPECT_EQ(came_back(decisions, piece), decisions.size() + 1);
    EXPECT_EQ(piece.front(), std::byte{0xff});
}

// So one history has one file.
TEST(RangeCoder, OnlyThePieceOfTheEncoderEndsRight) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        const auto decisions = some_decisions(random, 60);
        const sim::Bytes piece = encoded(decisions);
        const auto is_taken = [&](const sim::Bytes& bytes) {
            return came_back(decisions, bytes) == decisions.size() + 1;
        };
        ASSERT_TRUE(is_taken(piece)) << "seed " << seed;
        sim::Bytes longer = piece;
        longer.push_back(std::byte{0});
        ASSERT_FALSE(is_taken(longer)) << "seed " << seed;
        longer.back() = std::byte{1};
        ASSERT_FALSE(is_taken(longer)) << "seed " << seed;
        for (std::size_t bit = 0; bit < 8 * piece.size(); ++bit) {
            sim::Bytes changed = piece;
            changed[bit / 8] ^= static_cast<std::byte>(1U << bit % 8);
            ASSERT_FALSE(is_taken(changed)) << "seed " << seed << ", bit " << bit;
        }
        for (std::size_t size = 0; size < piece.size(); ++size) {
            ASSERT_FALSE(is_taken(
                sim::Bytes(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(size))))
                << "seed " << seed << ", cut to " << size;
        }
    }
}

TEST(RangeCoder, AFractionBeyondTheRangeIsNoPiece) {
    RangeDecoder decoder;
    sim::Bytes piece(4, std::byte{0xff});
    decoder.begin(piece);
    EXPECT_FALSE(decoder.at_end());
    // A plain number leaves a rest of the range that none of its values has.
    piece.back() = std::byte{0xfe};
    decoder.begin(piece);
    EXPECT_EQ(decoder.code_plain(0, 8), 255U);
    EXPECT_FALSE(decoder.at_end());
}

}  // namespace
}  // namespace tandem::replay
