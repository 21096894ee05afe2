// SPDX-License-Identifier: MIT
// 128-bit arithmetic: known values, the laws it must obey, and equality of both implementations.
#include <tandem/sim/math/wide.hpp>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem::sim::wide {
namespace {

using test::k_highest;
using test::k_lowest;

constexpr std::uint64_t k_all_bits = ~std::uint64_t{0};
constexpr std::uint64_t k_top = std::uint64_t{1} << 63;
constexpr int k_rounds = 200'000;

// Both run in constant expressions, where undefined behaviour would not compile.
static_assert(portable::multiply(k_all_bits, k_all_bits) == Uint128{k_all_bits - 1, 1});
static_assert(portable::multiply_signed(k_lowest, k_lowest) == Uint128{std::uint64_t{1} << 62, 0});
static_assert(portable::multiply_signed(-1, 1) == Uint128{k_all_bits, k_all_bits});
static_assert(portable::divide({k_all_bits - 1, k_all_bits}, k_all_bits) ==
              Division{k_all_bits, k_all_bits - 1});
static_assert(portable::divide({1, 0}, 3) == Division{0x5555555555555555, 1});
static_assert(multiply_signed(k_lowest, -1) == Uint128{0, std::uint64_t{1} << 63});

#if TANDEM_WIDE_NATIVE
TEST(WideTest, PortableEqualsNative) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const std::uint64_t a = operands.next();
        const std::uint64_t b = operands.next();
        ASSERT_EQ(portable::multiply(a, b), native::multiply(a, b)) << a << " * " << b;
        const auto signed_a = static_cast<std::int64_t>(a);
        const auto signed_b = static_cast<std::int64_t>(b);
        ASSERT_EQ(portable::multiply_signed(signed_a, signed_b),
                  native::multiply_signed(signed_a, signed_b))
            << signed_a << " * " << signed_b;
        const std::uint64_t divisor = operands.next_nonzero();
        const Uint128 dividend{a % divisor, b};
        ASSERT_EQ(portable::divide(dividend, divisor), native::divide(dividend, divisor))
            << dividend.high << ":" << dividend.low << " / " << divisor;
    }
}
#endif

TEST(WideTest, QuotientTimesDivisorPlusRemainderIsTheDividend) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const std::uint64_t divisor = operands.next_nonzero();
        const Uint128 dividend{operands.next() % divisor, operands.next()};
        const Division division = divide(dividend, divisor);
        ASSERT_LT(division.remainder, divisor);
        ASSERT_EQ(add(multiply(division.quotient, divisor), {0, division.remainder}), dividend);
    }
}

TEST(WideTest, SubtractionUndoesAddition) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const Uint128 a{operands.next(), operands.next()};
        const Uint128 b{operands.next(), operands.next()};
        ASSERT_EQ(subtract(add(a, b), b), a);
        ASSERT_EQ(add(subtract(a, b), b), a);
    }
    EXPECT_EQ(add({0, k_all_bits}, {0, 1}), (Uint128{1, 0}));
    EXPECT_EQ(subtract({1, 0}, {0, 1}), (Uint128{0, k_all_bits}));
}

TEST(WideTest, OrderingComparesTheHighWordFirst) {
    EXPECT_LT((Uint128{1, k_all_bits}), (Uint128{2, 0}));
    EXPECT_LT((Uint128{1, 1}), (Uint128{1, 2}));
}

TEST(WideTest, FloorRootIsTheLargestWhoseSquareFits) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        Uint128 value{operands.next(), operands.next()};
        if (round % 2 == 0) {  // squares and their neighbours
            const std::uint64_t root = operands.next();
            value = add(multiply(root, root), {0, operands.next() % 3});
            value = subtract(value, {0, 1});
        }
        const std::uint64_t root = root_floor(value);
        ASSERT_LE(multiply(root, root), value) << value.high << ":" << value.low;
        if (root != k_all_bits) {
            ASSERT_GT(multiply(root + 1, root + 1), value) << value.high << ":" << value.low;
        }
    }
}

TEST(WideTest, RootsAtTheEndsOfTheRange) {
    EXPECT_EQ(root_floor({0, 0}), 0U);
    EXPECT_EQ(root_floor({0, 1}), 1U);
    EXPECT_EQ(root_floor({0, 3}), 1U);
    EXPECT_EQ(root_floor({1, 0}), std::uint64_t{1} << 32);
    EXPECT_EQ(root_floor({k_all_bits, k_all_bits}), k_all_bits);
    EXPECT_EQ(root_floor({k_all_bits - 1, 1}), k_all_bits);
    EXPECT_EQ(root_floor({k_all_bits - 1, 0}), k_all_bits - 1);
}

TEST(WideTest, RoundedRootTurnsOverHalfwayBetweenTwoRoots) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const std::uint64_t root = operands.next() % k_all_bits;
        // root^2 + root is the last value below (root + 1/2)^2.
        const Uint128 last = add(multiply(root, root), {0, root});
        ASSERT_EQ(root_rounded(last), root);
        ASSERT_EQ(root_rounded(add(last, {0, 1})), root + 1);
    }
}

TEST(WideTest, ShiftRoundsTiesTowardPlusInfinity) {
    const Uint128 minus_one{k_all_bits, k_all_bits};
    EXPECT_EQ(shift_rounded({0, 1}, 1).value, 1);
    EXPECT_EQ(shift_rounded(minus_one, 1).value, 0);
    EXPECT_EQ(shift_rounded({0, 5}, 2).value, 1);
    EXPECT_EQ(shift_rounded({0, 6}, 2).value, 2);
    EXPECT_EQ(shift_rounded(subtract({0, 0}, {0, 6}), 2).value, -1);
    EXPECT_EQ(shift_rounded(subtract({0, 0}, {0, 7}), 2).value, -2);
    EXPECT_EQ(shift_rounded({1, 0}, 63).value, 2);
}

TEST(WideTest, QuotientRoundsTiesTowardPlusInfinity) {
    EXPECT_EQ(quotient_rounded({3, 1}, 2, false).value, 4);
    EXPECT_EQ(quotient_rounded({3, 1}, 2, true).value, -3);
    EXPECT_EQ(quotient_rounded({3, 2}, 3, false).value, 4);
    EXPECT_EQ(quotient_rounded({3, 2}, 3, true).value, -4);
    EXPECT_EQ(quotient_rounded({3, 1}, 3, false).value, 3);
    EXPECT_EQ(quotient_rounded({3, 1}, 3, true).value, -3);
}

TEST(WideTest, QuotientsThatDoNotFitKeepTheirLowBits) {
    // floor(2^94 / 3) is 0x15555555'5555555555555555 with all 94 bits.
    EXPECT_EQ(divide_rounded(std::int64_t{1} << 62, 3, 32).value, 0x5555555555555555);
    EXPECT_EQ(divide_rounded(k_lowest, 1, 32).value, 0);
    EXPECT_EQ(divide_rounded(k_lowest, -1, 1).value, 0);
}

TEST(WideTest, ResultsFitUpToTheEndsOfTheRange) {
    EXPECT_FALSE(shift_rounded({0x7fffffff, k_all_bits}, 32).fits);
    EXPECT_EQ(shift_rounded({0x7fffffff, k_all_bits - 0x80000000}, 32), (Checked{k_highest, true}));
    EXPECT_EQ(shift_rounded({0 - 0x80000000ULL, 0}, 32), (Checked{k_lowest, true}));
    EXPECT_FALSE(shift_rounded({0 - 0x80000001ULL, 0x7fffffff}, 32).fits);
    EXPECT_EQ(shift_rounded({0 - 0x80000001ULL, 0 - 0x80000000ULL}, 32), (Checked{k_lowest, true}));
    EXPECT_FALSE(shift_rounded({std::uint64_t{1} << 63, 0}, 32).fits);

    EXPECT_EQ(quotient_rounded({k_top, 0}, 3, true), (Checked{k_lowest, true}));
    EXPECT_FALSE(quotient_rounded({k_top, 0}, 3, false).fits);
    EXPECT_EQ(quotient_rounded({k_top - 1, 1}, 3, false), (Checked{k_highest, true}));
    EXPECT_FALSE(quotient_rounded({k_top - 1, 2}, 3, false).fits);
    EXPECT_FALSE(quotient_rounded({k_top, 2}, 3, true).fits);
    EXPECT_FALSE(quotient_rounded({k_all_bits, 2}, 3, true).fits);

    EXPECT_EQ(divide_rounded(k_lowest, std::int64_t{1} << 32, 32), (Checked{k_lowest, true}));
    EXPECT_FALSE(divide_rounded(k_lowest, -(std::int64_t{1} << 32), 32).fits);
    EXPECT_FALSE(divide_rounded(k_lowest, 1, 32).fits);
    EXPECT_FALSE(divide_rounded(std::int64_t{1} << 62, 3, 32).fits);
}

TEST(WideTest, MagnitudeOfTheLowestValueIsExact) {
    EXPECT_EQ(magnitude(k_lowest), std::uint64_t{1} << 63);
    EXPECT_EQ(magnitude(-5), 5U);
    EXPECT_EQ(magnitude(5), 5U);
}

}  // namespace
}  // namespace tandem::sim::wide
