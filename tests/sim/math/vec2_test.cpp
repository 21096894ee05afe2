// SPDX-License-Identifier: MIT
// Vectors: frozen lengths and directions from one raw step to the ends of the range, and the laws
// they obey.
#include <tandem/sim/math/vec2.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include <tests/sim/digest.hpp>
#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

using test::k_highest;
using test::k_lowest;
using test::k_one;

Vec2 raw(std::int64_t x, std::int64_t y) { return {Fixed::from_raw(x), Fixed::from_raw(y)}; }

static_assert(std::is_trivially_copyable_v<Vec2> && sizeof(Vec2) == 2 * sizeof(Fixed));
static_assert(std::has_unique_object_representations_v<Vec2>);
static_assert(dot({3, 4}, {3, 4}) == 25 && cross({1, 0}, {0, 1}) == 1);
static_assert(perpendicular({1, 2}) == Vec2{-2, 1});

// Some of what follows overflows on purpose, also where faults are assertions.
class Vec2Test : public testing::Test {
    sim::FaultsExpected expected_;
};

struct LengthCase {
    std::int64_t x, y, length, unit_x, unit_y;
};

// Computed to 50 digits (Python's mpmath), rounded half up, the length wrapped to 64 bits.
constexpr LengthCase k_length_cases[] = {
    {12884901888, 17179869184, 21474836480, 2576980378, 3435973837},
    {1, 1, 1, 3037000500, 3037000500},
    {-1, 2, 2, -1920767767, 3841535534},
    {5, -12, 13, 1651910498, -3964585196},
    {k_lowest, k_lowest, -5402926248376769404, -3037000500, -3037000500},
    {k_highest, 0, k_highest, 4294967296, 0},
    {123456789012, -987654321098, 995340462725, 532725124, -4261801030},
    {k_lowest, 1, k_lowest, -4294967296, 0},
    {1099511627776, -1048576, 1099511627776, 4294967296, -4096},
    {0, -7, 7, 0, -4294967296},
    {0, 0, 0, 0, 0},
};

TEST_F(Vec2Test, LengthsAndUnitVectorsAreFrozen) {
    for (const auto& [x, y, size, unit_x, unit_y] : k_length_cases) {
        EXPECT_EQ(length(raw(x, y)).raw(), size) << x << ", " << y;
        EXPECT_EQ(normalised(raw(x, y)), raw(unit_x, unit_y)) << x << ", " << y;
    }
}

TEST_F(Vec2Test, SweepsAreFrozen) {
    test::Digest digest;
    for (std::uint64_t step = 0; step < 100'000; ++step) {
        // Odd multipliers and a changing shift: all directions, all lengths.
        const auto x = static_cast<std::int64_t>(step * 0x9e3779b97f4a7c15) >> (step % 61);
        const auto y = static_cast<std::int64_t>(step * 0xd1342543de82ef95) >> (step % 59);
        const Vec2 unit = normalised(raw(x, y));
        const Vec2 turned =
            rotate(raw(x, y), Angle::from_raw(static_cast<std::uint32_t>(step << 15)));
        for (const Fixed part : {unit.x, unit.y, turned.x, turned.y, length(raw(x, y))}) {
            digest.add(part.raw());
        }
    }
    EXPECT_EQ(digest.value(), 9354854127825124564U);
}

TEST_F(Vec2Test, LengthsBeyondTheSquareableRangeAreExact) {
    EXPECT_EQ(length({300'000, 400'000}), 500'000);
    EXPECT_EQ(length({-1'200'000'000, 900'000'000}), 1'500'000'000);
    EXPECT_EQ(distance({-300'000, 7}, {100'000, 300'007}), 500'000);
}

TEST_F(Vec2Test, UnitVectorsAreWithinTheDocumentedErrorAtAnyLength) {
    TANDEM_SEEDED_OPERANDS(operands);
    long double worst = 0;
    for (int round = 0; round < 200'000; ++round) {
        const std::int64_t x = operands.next_signed();
        const std::int64_t y = operands.next_signed();
        if (x == 0 && y == 0) {
            continue;
        }
        const long double size =
            std::hypot(static_cast<long double>(x), static_cast<long double>(y));
        const Vec2 unit = normalised(raw(x, y));
        for (const auto& [part, ours] : {std::pair{x, unit.x}, std::pair{y, unit.y}}) {
            const long double exact = static_cast<long double>(part) / size * k_one;
            worst = std::max(worst, std::abs(exact - static_cast<long double>(ours.raw())));
        }
    }
    EXPECT_LE(worst, 0.51L);
    EXPECT_GE(worst, 0.49L);
}

TEST_F(Vec2Test, ProductsAreSummedBeforeTheyAreRounded) {
    // Each product is a quarter step and would vanish alone.
    const Vec2 quarter{Fixed::epsilon(), Fixed::epsilon()};
    EXPECT_EQ(dot(quarter, {0.25_fx, 0.25_fx}), Fixed::epsilon());
    EXPECT_EQ(cross(quarter, {-0.25_fx, 0.25_fx}), Fixed::epsilon());
    // Each product overflows; the sum does not.
    EXPECT_EQ(dot({1'000'000, 1'000'000}, {1'000'000, -999'999}), 1'000'000);
    EXPECT_EQ(cross({1'000'000, 1'000'000}, {999'999, 1'000'000}), 1'000'000);
}

TEST_F(Vec2Test, DotAndCrossObeyTheirSymmetries) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 50'000; ++round) {
        // The lowest value has no negative, so it stays out.
        const Vec2 a = raw(operands.next_signed() / 2, operands.next_signed() / 2);
        const Vec2 b = raw(operands.next_signed() / 2, operands.next_signed() / 2);
        ASSERT_EQ(dot(a, b), dot(b, a));
        ASSERT_EQ(cross(a, b), dot(perpendicular(a), b));
        ASSERT_EQ(cross(a, a), 0);
        ASSERT_EQ(length(a), length(-a));
        ASSERT_EQ(length(a), length(perpendicular(a)));
        ASSERT_EQ(distance(a, b), distance(b, a));
    }
}

TEST_F(Vec2Test, WithinIsExactAtTheRimAndWhereSquaresOverflow) {
    EXPECT_TRUE(within({0, 0}, {3, 4}, 5));
    EXPECT_FALSE(within({0, 0}, {3, 4}, 5_fx - Fixed::epsilon()));
    EXPECT_FALSE(within({0, 0}, {3, 4_fx + Fixed::epsilon()}, 5));
    EXPECT_TRUE(within({-500'000, 0}, {500'000, 0}, 1'000'000));
    EXPECT_FALSE(within({-500'000, 0}, {500'000, 0}, 1'000'000_fx - Fixed::epsilon()));
    EXPECT_TRUE(within({1, 1}, {1, 1}, 0));
    EXPECT_FALSE(within({1, 1}, {1, 1}, -Fixed::epsilon()));
}

TEST_F(Vec2Test, QuarterTurnsRotateExactly) {
    const Vec2 v{1.25_fx, -7.5_fx};
    EXPECT_EQ(rotate(v, {}), v);
    EXPECT_EQ(rotate(v, Angle::from_degrees(90)), perpendicular(v));
    EXPECT_EQ(rotate(v, Angle::from_degrees(180)), -v);
    EXPECT_EQ(rotate(v, Angle::from_degrees(270)), -perpendicular(v));
}

TEST_F(Vec2Test, RotationKeepsTheLength) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 50'000; ++round) {
        const Vec2 v = raw(operands.next_signed() >> 24, operands.next_signed() >> 24);
        const Angle angle = Angle::from_raw(static_cast<std::uint32_t>(operands.next()));
        const Fixed change = length(rotate(v, angle)) - length(v);
        // Sine and cosine carry an error of half a step each, which the length multiplies.
        ASSERT_LE(abs(change), length(v) * Fixed::epsilon() + 2 * Fixed::epsilon());
    }
}

TEST_F(Vec2Test, DirectionAndAngleAreInverse) {
    EXPECT_EQ(direction(Angle::from_degrees(90)), (Vec2{0, 1}));
    EXPECT_EQ(angle_of({-1, 1}), Angle::from_degrees(135));
    EXPECT_EQ(angle_of({}), Angle());
    EXPECT_EQ(angle_of(direction(Angle::from_degrees(200))), Angle::from_degrees(200));
}

TEST_F(Vec2Test, ArithmeticActsOnBothParts) {
    Vec2 v{1, 2};
    v += {3, 4};
    v -= {1, 1};
    v *= 2;
    v /= 4;
    EXPECT_EQ(v, (Vec2{1.5_fx, 2.5_fx}));
    EXPECT_EQ(2 * v, v * 2);
    EXPECT_EQ(v / 2, (Vec2{0.75_fx, 1.25_fx}));
    EXPECT_EQ(lerp(Vec2{0, 10}, Vec2{10, 0}, 0.25_fx), (Vec2{2.5_fx, 7.5_fx}));
    EXPECT_EQ(length_squared({3, 4}), 25);
}

}  // namespace
}  // namespace tandem
