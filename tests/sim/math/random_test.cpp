// SPDX-License-Identifier: MIT
// The random generator: the published vectors, our own draws frozen, and draws that must be
// uniform.
#include <tandem/sim/math/random.hpp>

#include <array>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace tandem {
namespace {

static_assert(std::is_trivially_copyable_v<Random> && sizeof(Random) == 16);

// From the output of pcg32-demo in O'Neill's reference implementation (pcg-c-basic), seed 42,
// stream 54.
TEST(RandomTest, PublishedVectorsComeOut) {
    Random random(42, 54);
    for (const std::uint32_t expected :
         {0xa15c02b7U, 0x7b47f409U, 0xba1d3330U, 0x83d2f293U, 0xbfa4784bU, 0xcbed606eU}) {
        EXPECT_EQ(random.next32(), expected);
    }
}

// Computed by an independent implementation in Python; each row goes on where the one before
// stopped.
TEST(RandomTest, DrawsAreFrozen) {
    Random random(2026, 7);
    for (const int expected : {5, 3, 1, 1, 4, 5, 1, 4, 2, 3, 4, 5}) {
        EXPECT_EQ(random.below(6), expected);
    }
    for (const std::uint32_t expected : {284856080U, 1180523419U, 171268281U, 1498651815U}) {
        EXPECT_EQ(random.below(0x80000001U), expected);
    }
    for (const std::int64_t expected : {886311563LL, 1611492428LL}) {
        EXPECT_EQ(random.below(std::int64_t{1} << 32), expected);
    }
    for (const std::int64_t expected : {1060218749719LL, 1041497617630LL, 919060711645LL}) {
        EXPECT_EQ(random.below((std::int64_t{1} << 40) + 1), expected);
    }
    for (const std::uint64_t expected :
         {8821001429532540455ULL, 4302644461529402494ULL, 8444559745625121022ULL}) {
        EXPECT_EQ(random.below((std::uint64_t{1} << 63) + 1), expected);
    }
    for (const int expected : {-1, -2, -3, -1, 2, 3, -1, -2, -3, 0}) {
        EXPECT_EQ(random.between(-3, 3), expected);
    }
    using Limits = std::numeric_limits<std::int64_t>;
    for (const std::int64_t expected : {139531532552313713LL, 3762895476112328329LL}) {
        EXPECT_EQ(random.between(Limits::min(), Limits::max()), expected);
    }
    for (const int expected : {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1}) {
        EXPECT_EQ(random.chance(1, 3), expected == 1);
    }
    for (const std::int64_t expected : {3363378524LL, 4263955964LL, 1353309384LL}) {
        EXPECT_EQ(random.fixed_unit().raw(), expected);
    }
    for (const std::int64_t expected : {4000585233LL, 3395905392LL, -927976493LL}) {
        EXPECT_EQ(random.between(-1_fx, 1_fx).raw(), expected);
    }
    std::array<int, 10> items{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    random.shuffle(std::span<int>(items));
    EXPECT_EQ(items, (std::array<int, 10>{3, 9, 5, 1, 7, 6, 4, 8, 2, 0}));
    Random child = random.split(3);
    for (const std::uint32_t expected : {0x7e998938U, 0xbe96a10bU, 0x2cfc67b6U, 0xc5bda600U}) {
        EXPECT_EQ(child.next32(), expected);
    }
    EXPECT_EQ(random.next64(), 0x3c58cd579c69769eULL);
}

// By the same implementation, for the draws that came later: a sequence of their own, so that the
// one above stands.
TEST(RandomTest, CompactAndWeightedDrawsAreFrozen) {
    Random random(2026, 8);
    for (const std::int32_t expected : {15488, 50175, 2816}) {
        EXPECT_EQ(random.fixed16_unit().raw(), expected);
    }
    for (const std::int32_t expected : {41274, -116395, 127835}) {
        EXPECT_EQ(random.between(-2_fx16, 3_fx16).raw(), expected);
    }
    for (const std::uint32_t expected : {0xda4354b4U, 0x0ad87c02U, 0x1dae953fU}) {
        EXPECT_EQ(random.angle().raw(), expected);
    }
    constexpr std::array<std::uint32_t, 5> k_weights{0, 5, 1, 0, 10};
    for (const std::size_t expected : {2U, 1U, 4U, 1U, 4U, 4U, 4U, 1U, 2U, 4U, 4U, 4U}) {
        EXPECT_EQ(random.weighted(k_weights), expected);
    }
    // A sum that takes 64-bit draws.
    constexpr std::array<std::uint32_t, 3> k_heavy{0xffffffff, 0xffffffff, 0xffffffff};
    for (const std::size_t expected : {0U, 0U, 2U, 2U, 2U, 1U}) {
        EXPECT_EQ(random.weighted(k_heavy), expected);
    }
    EXPECT_EQ(random.next64(), 0xfb13fef865fcdf88ULL);
}

// The draw rejects with a probability near one half here, so a biased method would show at once:
// without rejection one third of the values would be twice as likely as the others.
TEST(RandomTest, BoundedDrawsAreUnbiasedWhereRejectionIsLikely) {
    Random random(1);
    constexpr std::uint32_t k_range = 0xc0000000;  // three quarters of 2^32
    std::array<int, 3> thirds{};
    constexpr int k_third = 100'000;
    for (int draw = 0; draw < 3 * k_third; ++draw) {
        ++thirds[random.below(k_range) % 3];
    }
    for (const int count : thirds) {
        EXPECT_NEAR(count, k_third, 1'500);  // almost six standard deviations of 258
    }
}

TEST(RandomTest, DrawsStayInRangeAndReachBothEnds) {
    Random random(3);
    std::array<int, 7> seen{};
    for (int draw = 0; draw < 1'000; ++draw) {
        const int value = random.between(-3, 3);
        ASSERT_TRUE(-3 <= value && value <= 3);
        ++seen.at(static_cast<unsigned>(value + 3));
        ASSERT_EQ(random.below(1), 0);
        const Fixed unit = random.fixed_unit();
        ASSERT_TRUE(0 <= unit && unit < 1);
        const Fixed16 compact = random.fixed16_unit();
        ASSERT_TRUE(0 <= compact && compact < 1);
    }
    for (const int count : seen) {
        EXPECT_GT(count, 0);
    }
    EXPECT_EQ(random.between(5, 5), 5);
}

TEST(RandomTest, WeightsAreSharesOfTheirSum) {
    Random random(13);
    constexpr std::array<std::uint32_t, 4> k_weights{1, 0, 2, 3};
    std::array<int, 4> drawn{};
    constexpr int k_sixth = 10'000;
    for (int round = 0; round < 6 * k_sixth; ++round) {
        ++drawn.at(random.weighted(k_weights));
    }
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        // Over five standard deviations of 122.
        EXPECT_NEAR(drawn.at(i), static_cast<int>(k_weights.at(i)) * k_sixth, 650) << i;
    }
    EXPECT_EQ(drawn[1], 0);
}

TEST(RandomTest, FullWidthRangesHaveNoSpecialValue) {
    Random random(4);
    Random same = random;
    EXPECT_EQ(random.between(std::uint64_t{0}, ~std::uint64_t{0}), same.next64());
    EXPECT_EQ(random.between(std::uint32_t{0}, ~std::uint32_t{0}), same.next32());
    EXPECT_EQ(random, same);
}

TEST(RandomTest, ChanceAlwaysDraws) {
    Random random(5);
    Random same = random;
    EXPECT_FALSE(random.chance(0, 1));
    EXPECT_TRUE(random.chance(1, 1));
    same.next32();
    same.next32();
    EXPECT_EQ(random, same);
}

TEST(RandomTest, ShuffleReachesEveryOrderEquallyOften) {
    Random random(6);
    std::array<int, 6> orders{};
    constexpr int k_sixth = 10'000;
    for (int round = 0; round < 6 * k_sixth; ++round) {
        std::array<int, 3> items{0, 1, 2};
        random.shuffle(std::span<int>(items));
        ++orders.at(static_cast<unsigned>(items[0] * 2 + (items[1] > items[2] ? 1 : 0)));
    }
    for (const int count : orders) {
        EXPECT_NEAR(count, k_sixth, 550);  // six standard deviations of 91
    }
    std::vector<int> empty;
    random.shuffle(std::span<int>(empty));
    EXPECT_TRUE(empty.empty());
}

TEST(RandomTest, SeedsStreamsAndSplitsDiffer) {
    const Random parent(7);
    std::vector<std::uint32_t> first;
    for (Random random : {Random(7), Random(8), Random(7, 1), parent.split(0), parent.split(1),
                          Random(8).split(0), Random(7, 1).split(0)}) {
        first.push_back(random.next32());
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(first[i], first[j]) << i << ", " << j;
        }
    }
}

TEST(RandomTest, SplittingDrawsNothingAndIsAFunctionOfTheState) {
    Random random(9);
    const Random before = random;
    const Random child = random.split(1);
    EXPECT_EQ(random, before);
    EXPECT_EQ(random.split(1), child);
    random.next32();
    EXPECT_NE(random.split(1), child);
}

TEST(RandomTest, TheTwoFieldsAreTheWholeState) {
    struct Recorder {
        std::vector<std::pair<std::string, std::uint64_t>> fields;
        void operator()(const cereal::NameValuePair<std::uint64_t&>& state,
                        const cereal::NameValuePair<std::uint64_t&>& stream) {
            fields = {{state.name, state.value}, {stream.name, stream.value}};
        }
    };
    Random random(10, 11);
    Recorder recorder;
    random.serialize(recorder);
    ASSERT_EQ(recorder.fields.size(), 2U);
    EXPECT_EQ(recorder.fields[0].first, "state");
    EXPECT_EQ(recorder.fields[1], (std::pair<std::string, std::uint64_t>{"stream", 11}));
}

TEST(RandomDeathTest, EmptyRangesAreRefused) {
    Random random(12);
    EXPECT_DEATH(random.below(0), "n > 0");
    EXPECT_DEATH(random.below(-1), "n > 0");
    EXPECT_DEATH(random.between(1, 0), "low <= high");
    EXPECT_DEATH(random.chance(1, 0), "n > 0");
    constexpr std::array<std::uint32_t, 2> k_weightless{};
    EXPECT_DEATH(random.weighted(k_weightless), "sum > 0");
    EXPECT_DEATH(random.weighted({}), "sum > 0");
}

}  // namespace
}  // namespace tandem
