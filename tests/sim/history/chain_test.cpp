// SPDX-License-Identifier: MIT
// The chain's formulas, computed a second time from the specification with bytes put together by
// hand.
#include <tandem/sim/history/chain.hpp>

#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tests/sim/operands.hpp>

namespace tandem::sim {
namespace {

// In the formulas of chain.hpp each argument is eight little-endian bytes.
std::uint64_t by_hand(const std::vector<std::uint64_t>& words) {
    Bytes flat;
    for (const std::uint64_t word : words) {
        for (int shift = 0; shift < 64; shift += 8) {
            flat.push_back(static_cast<std::byte>(word >> shift));
        }
    }
    return hash_bytes(flat);
}

TEST(Chain, FollowsTheFormulas) {
    const std::uint64_t seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(seed));
    std::mt19937_64 engine(seed);
    const std::uint64_t start = engine();
    std::uint64_t state = engine();
    std::uint64_t chain = by_hand({0, start, state});
    std::uint64_t records = by_hand({0, start});
    ChainHash ours = chain_start(start, StateHash{state});
    RecordsHash our_records = records_start(start);
    RunningHashes both = running_start(start, StateHash{state});
    for (int tick = 0; tick < 100; ++tick) {
        ASSERT_EQ(ours, ChainHash{chain}) << "tick " << tick;
        ASSERT_EQ(our_records, RecordsHash{records}) << "tick " << tick;
        ASSERT_EQ(both, (RunningHashes{ours, our_records})) << "tick " << tick;
        const std::uint64_t record = engine();
        state = engine();
        chain = by_hand({chain, record, state});
        records = by_hand({records, record});
        ours = chain_next(ours, record, StateHash{state});
        our_records = records_next(our_records, record);
        both = running_next(both, record, StateHash{state});
    }
}

// Frozen: these numbers stand in every file.
TEST(Chain, KeepsItsFrozenValues) {
    EXPECT_EQ(chain_start(1, StateHash{2}).value, 0x7fb6f0c094f81c5dULL);
    EXPECT_EQ(chain_next(ChainHash{1}, 2, StateHash{3}).value, 0x7c68b4906e7ea780ULL);
    EXPECT_EQ(records_start(1).value, 0x0cfbaea74a8cc0e5ULL);
    EXPECT_EQ(records_next(RecordsHash{1}, 2).value, 0x07ee86c281446befULL);
}

TEST(Chain, EveryArgumentAndItsPlaceMatters) {
    const ChainHash base = chain_next(ChainHash{1}, 2, StateHash{3});
    EXPECT_NE(chain_next(ChainHash{2}, 2, StateHash{3}), base);
    EXPECT_NE(chain_next(ChainHash{1}, 3, StateHash{3}), base);
    EXPECT_NE(chain_next(ChainHash{1}, 2, StateHash{4}), base);
    EXPECT_NE(chain_next(ChainHash{3}, 2, StateHash{1}), base);
    EXPECT_NE(chain_start(1, StateHash{2}), chain_start(2, StateHash{1}));
    EXPECT_NE(records_next(RecordsHash{1}, 2), records_next(RecordsHash{2}, 1));
}

// One in the other's place is a compile error.
TEST(Chain, ItsTwoHashesAreNeverMixedUp) {
    EXPECT_FALSE((std::is_convertible_v<ChainHash, RecordsHash>));
    EXPECT_FALSE((std::is_convertible_v<RecordsHash, ChainHash>));
    EXPECT_FALSE((std::is_constructible_v<ChainHash, RecordsHash>));
    EXPECT_FALSE((std::is_constructible_v<RecordsHash, ChainHash>));
}

TEST(Chain, HistoriesThatWereOnceApartStayApart) {
    ChainHash a = chain_start(7, StateHash{1});
    ChainHash b = a;
    a = chain_next(a, 10, StateHash{2});
    b = chain_next(b, 10, StateHash{3});
    for (std::uint64_t tick = 0; tick < 1000; ++tick) {
        // The states agree again, the histories never do.
        a = chain_next(a, tick, StateHash{tick});
        b = chain_next(b, tick, StateHash{tick});
        ASSERT_NE(a, b) << "tick " << tick;
    }
}

}  // namespace
}  // namespace tandem::sim
