// SPDX-License-Identifier: MIT
// The tables are what they say, and the same for ever.
#include <tandem/replay/coding/logistic.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>

namespace tandem::replay {
namespace {

TEST(Logistic, AProbabilityGrowsWithItsVoteAndIsNeverCertain) {
    for (std::int32_t vote = -k_vote_max; vote < k_vote_max; ++vote) {
        ASSERT_LE(squash(vote), squash(vote + 1)) << vote;
        ASSERT_EQ(squash(vote) + squash(-vote), k_certain) << vote;
    }
    EXPECT_EQ(squash(0), k_certain / 2);
    EXPECT_EQ(squash(1'000'000), squash(k_vote_max));
    EXPECT_EQ(squash(-1'000'000), squash(-k_vote_max));
    EXPECT_GE(squash(-k_vote_max), 16U);
}

TEST(Logistic, AVoteLeadsBackToItsProbability) {
    for (std::uint32_t probability = 8; probability < 4'088; ++probability) {
        const std::uint32_t back = squash(stretch(probability));
        ASSERT_GE(back, 16 * probability + 8) << probability;
        ASSERT_LE(squash(stretch(probability) - 1), 16 * probability + 8) << probability;
    }
}

TEST(Logistic, AHalfCostsOneBit) {
    EXPECT_NEAR(cost_of(k_certain / 2), k_bit_cost, 1);
    EXPECT_NEAR(cost_of(k_certain / 4), 2 * k_bit_cost, 2);
    EXPECT_EQ(cost_of(k_certain - 16), 0);
    for (std::uint32_t probability = 0; probability + 1'024 < k_certain; probability += 1'024) {
        ASSERT_GE(cost_of(probability), cost_of(probability + 1'024));
    }
}

// Every file depends on them.
TEST(Logistic, TheTablesNeverChange) {
    sim::Bytes bytes;
    for (const std::uint16_t entry : detail::k_squash) {
        sim::append_le(bytes, entry);
    }
    for (const std::int16_t entry : detail::k_stretch) {
        sim::append_le(bytes, static_cast<std::uint16_t>(entry));
    }
    for (const std::uint8_t entry : detail::k_cost) {
        sim::append_le(bytes, entry);
    }
    EXPECT_EQ(sim::hash_bytes(bytes), 0xA182220EE694E5E9ULL);
}

}  // namespace
}  // namespace tandem::replay
