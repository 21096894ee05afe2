// SPDX-License-Identifier: MIT
// Angles and the functions of angles: frozen values, exact symmetries, and accuracy against long
// double.
#include <tandem/sim/math/angle.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include <gtest/gtest.h>

#include <tests/sim/digest.hpp>
#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

using test::k_highest;
using test::k_lowest;
using test::k_one;

// Measured over all 2^30 inputs of a quarter turn: 0.5002 for sine; atan2 over 2 * 10^7 random
// operands: 0.508.
constexpr long double k_error_max_ulp = 0.51L;

constexpr Angle raw_angle(std::uint32_t value) { return Angle::from_raw(value); }

static_assert(sim::is_angle_v<Angle> && !sim::is_angle_v<Fixed>);
static_assert(Angle::from_degrees(360) == Angle() && Angle::from_degrees(-90).raw() == 0xc0000000);
static_assert(Angle::from_turns(1, 3).raw() == 0x55555555);

struct SineCase {
    std::uint32_t angle;
    std::int64_t sin, cos;
};

// Correctly rounded from 50 digits (Python's mpmath); for these angles ours are equal.
constexpr SineCase k_sine_cases[] = {
    {0x00000000, 0, 4294967296},          {0x00000001, 6, 4294967296},
    {0x00000002, 13, 4294967296},         {0x3fffffff, 4294967296, 6},
    {0x40000000, 4294967296, 0},          {0x40000001, 4294967296, -6},
    {0x15555555, 2147483646, 3719550788}, {0x20000000, 3037000500, 3037000500},
    {0x2aaaaaab, 3719550788, 2147483646}, {0x60000000, 3037000500, -3037000500},
    {0x7fffffff, 6, -4294967296},         {0x80000000, 0, -4294967296},
    {0x80000001, -6, -4294967296},        {0xc0000000, -4294967296, 0},
    {0xffffffff, -6, 4294967296},         {0xdeadbeef, -3133875443, 2936931865},
    {0x12345678, 1855794157, 3873341209},
};

TEST(AngleTest, SinesAndCosinesAreFrozen) {
    for (const auto& [angle, sine, cosine] : k_sine_cases) {
        EXPECT_EQ(sin(raw_angle(angle)).raw(), sine) << angle;
        EXPECT_EQ(cos(raw_angle(angle)).raw(), cosine) << angle;
        EXPECT_EQ(sincos(raw_angle(angle)),
                  (SinCos{Fixed::from_raw(sine), Fixed::from_raw(cosine)}));
    }
}

// Known while compiling, so that tables need no generator.
static_assert(sin(raw_angle(0x40000000)) == 1 && cos(raw_angle(0x80000000)) == -1);
static_assert(sincos16(raw_angle(0x20000000)) ==
              SinCos16{Fixed16::from_raw(46341), Fixed16::from_raw(46341)});

TEST(AngleTest, CompactSinesAreTheWideOnesRoundedWhereNoneIsNearATie) {
    for (const auto& [angle, sine, cosine] : k_sine_cases) {
        const SinCos16 expected{Fixed16(Fixed::from_raw(sine)), Fixed16(Fixed::from_raw(cosine))};
        EXPECT_EQ(sincos16(raw_angle(angle)), expected) << angle;
        EXPECT_EQ(sin16(raw_angle(angle)), expected.sin) << angle;
        EXPECT_EQ(cos16(raw_angle(angle)), expected.cos) << angle;
    }
}

struct RadiansCase {
    std::int64_t radians;
    std::uint32_t angle;
    std::int64_t sin, cos;
};

// Correctly rounded from 80 digits (Python's mpmath).
constexpr RadiansCase k_radians_cases[] = {
    {0, 0x00000000, 0, 4294967296},
    {1, 0x00000000, 1, 4294967296},
    {-1, 0x00000000, -1, 4294967296},
    {4294967296, 0x28be60dc, 3614090360, 2320580734},
    {-4294967296, 0xd7419f24, -3614090360, 2320580734},
    {6746518852, 0x40000000, 4294967296, 0},
    {13493037705, 0x80000000, 0, -4294967296},
    {k_highest, 0xc9c882a5, -4171745440, 1021412777},
    {k_lowest, 0x36377d5b, 4171745439, 1021412778},
    {-9223372036854775807, 0x36377d5b, 4171745440, 1021412777},
    {4611686018427400249, 0xe4e448ff, -2651387052, 3378888985},
    {9015995347763200000, 0x89db9309, -1029035936, -4169871595},
    {9223372015568873533, 0xffdb7290, -15051365, 4294940923},
    {-4876543210987654321, 0xd259ed3f, -3866628164, 1869740814},
};

TEST(AngleTest, RadiansAreReducedExactlyHoweverLarge) {
    for (const auto& [bits, angle, sine, cosine] : k_radians_cases) {
        const Fixed radians = Fixed::from_raw(bits);
        EXPECT_EQ(Angle::from_radians(radians).raw(), angle) << bits;
        EXPECT_EQ(sin(radians).raw(), sine) << bits;
        EXPECT_EQ(cos(radians).raw(), cosine) << bits;
        EXPECT_EQ(sincos(radians), (SinCos{Fixed::from_raw(sine), Fixed::from_raw(cosine)}));
    }
}

TEST(AngleTest, CompactRadiansGoThroughTheNearestAngle) {
    EXPECT_EQ(sin(3.14159_fx16), Fixed16::from_raw(0));
    EXPECT_EQ(cos(3.14159_fx16), Fixed16(-1));
    EXPECT_EQ(sincos(Fixed16::lowest()), (SinCos16{Fixed16(sin(Fixed(Fixed16::lowest()))),
                                                   Fixed16(cos(Fixed(Fixed16::lowest())))}));
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 100'000; ++round) {
        const auto radians = Fixed16::from_raw(static_cast<std::int32_t>(operands.next()));
        const Angle angle = Angle::from_radians(radians);
        ASSERT_EQ(sincos(radians), (SinCos16{sin(radians), cos(radians)})) << radians.raw();
        ASSERT_EQ(sincos(radians), sincos16(angle)) << radians.raw();
    }
}

struct ArctangentCase {
    std::int64_t y, x;
    std::uint32_t angle;
};

constexpr ArctangentCase k_arctangent_cases[] = {
    {0, 0, 0x00000000},
    {0, 1, 0x00000000},
    {0, -1, 0x80000000},
    {1, 0, 0x40000000},
    {-1, 0, 0xc0000000},
    {1, 1, 0x20000000},
    {1, -1, 0x60000000},
    {-1, -1, 0xa0000000},
    {-1, 1, 0xe0000000},
    {4294967296, 8589934592, 0x12e4051e},
    {12884901888, -17179869184, 0x65c80a3b},
    {k_lowest, k_lowest, 0xa0000000},
    {k_lowest, k_highest, 0xe0000000},
    {1, k_highest, 0x00000000},
    {536870912, 4611686018427387904, 0x00000000},
    {193746586313947938, 4051316743, 0x3ffffff2},
    {5056556014666, 4154287, 0x3ffffdce},
    {-1363, 2725, 0xed1a72f6},
    {-3870281694, 2297239, 0xc00630e8},
    {-3863584577, 891842470, 0xc93e3a78},
    {-1942922, 4059423571794, 0xfffffeb9},
};

TEST(AngleTest, ArctangentsAreFrozen) {
    for (const auto& [y, x, angle] : k_arctangent_cases) {
        EXPECT_EQ(atan2(Fixed::from_raw(y), Fixed::from_raw(x)).raw(), angle) << y << ", " << x;
    }
}

// A prime stride: 900,000 angles, every quadrant, all low bits.
constexpr std::uint32_t k_stride = 4'801;

TEST(AngleTest, SweepsAreFrozen) {
    test::Digest sines;
    test::Digest arctangents;
    test::Digest compact;
    test::Digest radians;
    for (std::uint64_t step = 0; step <= 0xffffffff; step += k_stride) {
        const auto bits = static_cast<std::uint32_t>(step);
        const auto [sine, cosine] = sincos(raw_angle(bits));
        sines.add(sine.raw());
        sines.add(cosine.raw());
        compact.add(sin16(raw_angle(bits)).raw());
        compact.add(cos16(raw_angle(bits)).raw());
        radians.add(raw_angle(bits).radians().raw());
        radians.add(raw_angle(bits).signed_radians().raw());
        // Multiplied through, so that neighbouring steps differ in direction and length.
        const auto y = static_cast<std::int64_t>(step * 0x9e3779b97f4a7c15);
        const auto x = static_cast<std::int64_t>(step * 0xd1342543de82ef95);
        arctangents.add(atan2(Fixed::from_raw(y), Fixed::from_raw(x)).raw());
        radians.add(sin(Fixed::from_raw(y)).raw());
        radians.add(cos(Fixed::from_raw(y)).raw());
        radians.add(Angle::from_radians(Fixed::from_raw(x)).raw());
    }
    EXPECT_EQ(sines.value(), 16387311981569520307U);
    EXPECT_EQ(arctangents.value(), 15314293493542394587U);
    EXPECT_EQ(compact.value(), 6048985920511513793U);
    EXPECT_EQ(radians.value(), 15946963321003951361U);
}

TEST(AngleTest, SineAndCosineAreWithinTheDocumentedError) {
    long double worst = 0;
    for (std::uint64_t step = 0; step <= 0xffffffff; step += k_stride) {
        const auto bits = static_cast<std::uint32_t>(step);
        const long double radians = 2 * std::numbers::pi_v<long double> *
                                    static_cast<long double>(static_cast<std::int32_t>(bits)) /
                                    k_one;
        const auto [sine, cosine] = sincos(raw_angle(bits));
        worst = std::max(
            worst, std::abs(std::sin(radians) * k_one - static_cast<long double>(sine.raw())));
        worst = std::max(
            worst, std::abs(std::cos(radians) * k_one - static_cast<long double>(cosine.raw())));
    }
    RecordProperty("worst_error_millionths_of_ulp", static_cast<int>(worst * 1'000'000));
    EXPECT_LE(worst, k_error_max_ulp);
    EXPECT_GE(worst, 0.49L);  // or the comparison compares nothing
}

TEST(AngleTest, ArctangentIsWithinTheDocumentedError) {
    TANDEM_SEEDED_OPERANDS(operands);
    long double worst = 0;
    for (int round = 0; round < 500'000; ++round) {
        const std::int64_t y = operands.next_signed();
        const std::int64_t x = operands.next_signed();
        if (x == 0 && y == 0) {
            continue;
        }
        const long double turns =
            std::atan2(static_cast<long double>(y), static_cast<long double>(x)) /
            (2 * std::numbers::pi_v<long double>);
        const Angle angle = atan2(Fixed::from_raw(y), Fixed::from_raw(x));
        // The difference taken round the circle, so that 0 and 2^32 are neighbours.
        const long double difference = turns * k_one - static_cast<long double>(angle.raw());
        worst =
            std::max(worst, std::abs(std::remainder(difference, static_cast<long double>(k_one))));
    }
    RecordProperty("worst_error_millionths_of_ulp", static_cast<int>(worst * 1'000'000));
    EXPECT_LE(worst, k_error_max_ulp);
    EXPECT_GE(worst, 0.49L);
}

TEST(AngleTest, SymmetriesAreExact) {
    TANDEM_SEEDED_OPERANDS(operands);
    const Angle quarter = Angle::from_degrees(90);
    const Angle half = Angle::from_degrees(180);
    for (int round = 0; round < 100'000; ++round) {
        const Angle angle = raw_angle(static_cast<std::uint32_t>(operands.next()));
        ASSERT_EQ(sin(-angle), -sin(angle)) << angle.raw();
        ASSERT_EQ(cos(-angle), cos(angle)) << angle.raw();
        ASSERT_EQ(sin(half - angle), sin(angle)) << angle.raw();
        ASSERT_EQ(sin(angle + half), -sin(angle)) << angle.raw();
        ASSERT_EQ(sin(angle + quarter), cos(angle)) << angle.raw();
        ASSERT_EQ(sin16(-angle), -sin16(angle)) << angle.raw();
        ASSERT_EQ(sin16(half - angle), sin16(angle)) << angle.raw();
        ASSERT_EQ(cos16(-angle), cos16(angle)) << angle.raw();
        // The lowest value has no counterpart.
        const Fixed radians = max(Fixed::from_raw(operands.next_signed()), -Fixed::highest());
        ASSERT_EQ(sin(-radians), -sin(radians)) << radians.raw();
        ASSERT_EQ(cos(-radians), cos(radians)) << radians.raw();
    }
}

TEST(AngleTest, SineRisesOverTheQuarterTurn) {
    Fixed previous = -1;
    for (std::uint32_t bits = 0; bits < 0x40000000; bits += 1'021) {
        const Fixed sine = sin(raw_angle(bits));
        ASSERT_GE(sine, previous) << bits;
        previous = sine;
    }
}

TEST(AngleTest, ArctangentUndoesSineAndCosine) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 100'000; ++round) {
        const Angle angle = raw_angle(static_cast<std::uint32_t>(operands.next()));
        const auto [sine, cosine] = sincos(angle);
        const auto error = static_cast<std::int32_t>((atan2(sine, cosine) - angle).raw());
        ASSERT_LE(std::abs(error), 1) << angle.raw();
    }
}

TEST(AngleTest, ArctangentDoesNotDependOnTheLength) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < 100'000; ++round) {
        const std::int64_t y = operands.next_signed() >> 32;
        const std::int64_t x = operands.next_signed() >> 32;
        const Angle angle = atan2(Fixed::from_raw(y), Fixed::from_raw(x));
        const int shift = round % 32;
        ASSERT_EQ(atan2(Fixed::from_raw(y << shift), Fixed::from_raw(x << shift)), angle)
            << y << ", " << x << " << " << shift;
    }
}

TEST(AngleTest, AnglesWrapAsACircleDoes) {
    EXPECT_EQ(Angle::from_degrees(350) + Angle::from_degrees(20), Angle::from_degrees(370));
    EXPECT_EQ(Angle::from_degrees(90) * 5, Angle::from_degrees(90));
    EXPECT_EQ(-3 * Angle::from_degrees(90), Angle::from_degrees(90));
    EXPECT_EQ(Angle::from_degrees(45) - Angle::from_degrees(90), Angle::from_degrees(-45));
    EXPECT_EQ(-Angle::from_degrees(180), Angle::from_degrees(180));
    EXPECT_EQ(Angle::from_degrees(std::numeric_limits<std::int64_t>::min()),
              Angle::from_degrees(std::numeric_limits<std::int64_t>::min() % 360));
    Angle angle;
    angle += Angle::from_turns(1, 4);
    angle -= Angle::from_turns(1, 2);
    EXPECT_EQ(angle, Angle::from_turns(-1, 4));
}

TEST(AngleTest, TurnsAndAnglesConvertExactly) {
    EXPECT_EQ(Angle::from_turns(0.25_fx), Angle::from_degrees(90));
    EXPECT_EQ(Angle::from_turns(-17.75_fx), Angle::from_degrees(90));
    EXPECT_EQ(Angle::from_degrees(270).turns(), 0.75_fx);
    EXPECT_EQ(Angle::from_degrees(270).signed_turns(), -0.25_fx);
    EXPECT_EQ(Angle::from_degrees(180).signed_turns(), -0.5_fx);
    EXPECT_EQ(Angle::from_degrees(1).raw(), 11930465U);  // 11,930,464.71
}

TEST(AngleTest, AnglesReturnFromRadiansUnchanged) {
    EXPECT_EQ(Angle::from_degrees(180).signed_radians(), -Angle::from_degrees(180).radians());
    EXPECT_EQ(Angle::from_degrees(270).radians().raw(), 20239556557);         // 4.71238898038
    EXPECT_EQ(Angle::from_degrees(270).signed_radians().raw(), -6746518852);  // -1.57079632679
    // Next to a tie, which took more than 64 bits of 2 pi to see.
    EXPECT_EQ(raw_angle(0x469aacd9).radians().raw(), 7442696343);
    EXPECT_EQ(raw_angle(0xd3d0068b).radians().raw(), 22328089030);
    for (std::uint64_t step = 0; step <= 0xffffffff; step += k_stride) {
        const Angle angle = raw_angle(static_cast<std::uint32_t>(step));
        ASSERT_EQ(Angle::from_radians(angle.radians()), angle) << step;
        ASSERT_EQ(Angle::from_radians(angle.signed_radians()), angle) << step;
    }
}

}  // namespace
}  // namespace tandem
