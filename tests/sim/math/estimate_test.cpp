// SPDX-License-Identifier: MIT
// Both twins of every root and quotient give the same bits, in every rounding mode of the hardware.
#include <tandem/sim/math/estimate.hpp>

#if TANDEM_ESTIMATES

#include <array>
#include <cfenv>
#include <string>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem::sim::exact {
namespace {

using test::k_highest;
using test::k_lowest;

constexpr int k_rounds = 200'000;

std::string shown(std::int64_t a, std::int64_t b, int shift) {
    return std::to_string(a) + " << " + std::to_string(shift) + " / " + std::to_string(b);
}

void expect_same_quotient(std::int64_t a, std::int64_t b) {
    for (const int shift : {1, 16, 32}) {
        ASSERT_EQ(hardware::quotient(a, b, shift), integer::quotient(a, b, shift))
            << shown(a, b, shift);
    }
}

void expect_same_root(std::uint64_t x) {
    ASSERT_EQ(hardware::root_32(x), integer::root_32(x)) << x;
    const auto compact = static_cast<std::uint32_t>(x >> 32);
    ASSERT_EQ(hardware::root_16(compact), integer::root_16(compact)) << compact;
}

void expect_same_vector(std::int64_t x, std::int64_t y) {
    ASSERT_EQ(hardware::hypotenuse(x, y), integer::hypotenuse(x, y)) << x << ", " << y;
    if (x == 0 && y == 0) {
        return;
    }
    for (const int shift : {1, 8, 16, 24, 32}) {
        const Unit ours = hardware::unit(x, y, shift);
        const Unit exact = integer::unit(x, y, shift);
        ASSERT_EQ(ours, exact) << x << ", " << y << " << " << shift << ": " << ours.x << ", "
                               << ours.y << " | " << exact.x << ", " << exact.y;
    }
}

// Operands whose quotient or root lies beside a tie, where a wrong estimate shows first.
void compare_near_ties(test::Operands& operands) {
    const std::int64_t divisor = operands.next_signed() >> 14;
    const std::int64_t quotient = operands.next_signed() >> 30;
    const auto near = static_cast<std::int64_t>(
        wide::shift_rounded(wide::multiply_signed(quotient, divisor), 32).value);
    for (std::int64_t offset = -1; offset <= 1; ++offset) {
        const auto bits = static_cast<std::uint64_t>(near) + static_cast<std::uint64_t>(offset);
        expect_same_quotient(static_cast<std::int64_t>(bits), divisor == 0 ? 1 : divisor);
    }
    // A right angle's sides whose hypotenuse is whole, and their neighbours.
    const std::int64_t m = operands.next_signed() >> 40;
    const std::int64_t n = operands.next_signed() >> 40;
    for (std::int64_t offset = -1; offset <= 1; ++offset) {
        expect_same_vector(m * m - n * n + offset, 2 * m * n);
    }
    // Half-way between two roots, brought to the 32 places below.
    const std::uint64_t root = operands.next() >> 17;
    const std::uint64_t x =
        wide::multiply(root, root + 1).high << 32 | wide::multiply(root, root + 1).low >> 32;
    for (std::uint64_t offset = 0; offset < 3; ++offset) {
        expect_same_root((x + offset - 1) & static_cast<std::uint64_t>(k_highest));
    }
}

class EstimateTest : public testing::TestWithParam<int> {
protected:
    void SetUp() override { ASSERT_EQ(std::fesetround(GetParam()), 0); }
    void TearDown() override { std::fesetround(FE_TONEAREST); }
};

TEST_P(EstimateTest, TwinsAgreeOnSeededOperands) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds && !HasFatalFailure(); ++round) {
        const std::int64_t a = operands.next_signed();
        const std::uint64_t b = operands.next_nonzero();
        expect_same_quotient(a, static_cast<std::int64_t>(b));
        expect_same_root(operands.next() >> 1);
        expect_same_vector(a, static_cast<std::int64_t>(b));
        expect_same_vector(a >> 24, static_cast<std::int64_t>(b) >> 24);
    }
}

TEST_P(EstimateTest, TwinsAgreeBesideTies) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds && !HasFatalFailure(); ++round) {
        compare_near_ties(operands);
    }
}

TEST_P(EstimateTest, TwinsAgreeAtTheEndsOfTheRange) {
    for (const std::int64_t a : {k_lowest, k_lowest + 1, std::int64_t{-1}, std::int64_t{0},
                                 std::int64_t{1}, k_highest - 1, k_highest}) {
        for (int bit = 0; bit < 63; ++bit) {
            for (std::int64_t offset = -1; offset <= 1; ++offset) {
                const std::int64_t b = (std::int64_t{1} << bit) + offset;
                if (b != 0) {
                    expect_same_quotient(a, b);
                    expect_same_quotient(a, -b);
                    expect_same_quotient(-b, b);
                    expect_same_vector(a, b);
                    expect_same_vector(-b, a);
                    expect_same_root(static_cast<std::uint64_t>(b) >> (b < 0 ? 1 : 0));
                }
            }
        }
        expect_same_quotient(a, k_lowest);
        expect_same_quotient(a, k_highest);
    }
    expect_same_root(0);
    expect_same_root(static_cast<std::uint64_t>(k_highest));
}

TEST_P(EstimateTest, TwinsAgreeOnCompactRootsOfEveryStride) {
    for (std::uint32_t x = 0; x < std::uint32_t{1} << 31; x += 4099) {
        ASSERT_EQ(hardware::root_16(x), integer::root_16(x)) << x;
    }
}

TEST_P(EstimateTest, SettledResultsOfBlocksAreThoseOfTheIntegerTwin) {
    TANDEM_SEEDED_OPERANDS(operands);
    constexpr std::size_t k_count = 101;
    using Block = std::array<std::int64_t, k_count>;
    std::size_t settled = 0;
    for (int round = 0; round < 2'000; ++round) {
        Block a;
        Block b;
        Block results;
        Block others;
        Block doubts;
        for (std::size_t i = 0; i < k_count; ++i) {
            a[i] = operands.next_signed() >> (round % 40);
            b[i] = operands.next_signed() >> (round % 30);
        }
        for (const int shift : {16, 32}) {
            hardware::quotients(a.data(), b.data(), results.data(), doubts.data(), k_count, shift);
            for (std::size_t i = 0; i < k_count; ++i) {
                if (doubts[i] >= 0) {
                    ++settled;
                    ASSERT_EQ(results[i], integer::quotient(a[i], b[i], shift).value)
                        << shown(a[i], b[i], shift);
                }
            }
            hardware::units(a.data(), b.data(), results.data(), others.data(), doubts.data(),
                            k_count, shift);
            for (std::size_t i = 0; i < k_count; ++i) {
                if (doubts[i] >= 0 && (a[i] != 0 || b[i] != 0)) {
                    ++settled;
                    ASSERT_EQ((Unit{results[i], others[i]}), integer::unit(a[i], b[i], shift))
                        << a[i] << ", " << b[i];
                }
            }
        }
        hardware::roots(a.data(), results.data(), doubts.data(), k_count, 32);
        hardware::hypotenuses(a.data(), b.data(), others.data(), doubts.data(), k_count);
        for (std::size_t i = 0; i < k_count; ++i) {
            if (a[i] >= 0) {
                ASSERT_EQ(static_cast<std::uint64_t>(results[i]),
                          integer::root_32(static_cast<std::uint64_t>(a[i])))
                    << a[i];
            }
            if (doubts[i] >= 0) {
                ASSERT_EQ(static_cast<std::uint64_t>(others[i]), integer::hypotenuse(a[i], b[i]))
                    << a[i] << ", " << b[i];
            }
        }
    }
    // Most are settled, or the comparison says little.
    EXPECT_GT(settled, 2'000 * k_count * 2);
}

#ifdef FE_UPWARD
INSTANTIATE_TEST_SUITE_P(RoundingModes, EstimateTest,
                         testing::Values(FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO));
#else
INSTANTIATE_TEST_SUITE_P(RoundingModes, EstimateTest, testing::Values(FE_TONEAREST));
#endif

}  // namespace
}  // namespace tandem::sim::exact

#endif  // TANDEM_ESTIMATES
