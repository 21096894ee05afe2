// SPDX-License-Identifier: MIT
// Fixed point: frozen results, rounding against exact integers, and every edge that has a
// documented answer.
#include <tandem/sim/math/fixed.hpp>

#include <type_traits>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

using test::k_one;

constexpr int k_rounds = 100'000;

// What follows overflows on purpose, also where faults are assertions.
class FixedTest : public testing::Test {
    sim::FaultsExpected expected_;
};

Fixed raw(std::int64_t value) { return Fixed::from_raw(value); }
Fixed16 raw16(std::int32_t value) { return Fixed16::from_raw(value); }

// ---- What compiles
// -------------------------------------------------------------------------------

// That floating point is refused, in a sentence, is in tests/sim/compile_fail.
static_assert(!std::is_constructible_v<Fixed, bool>);
static_assert(std::is_convertible_v<int, Fixed> && std::is_convertible_v<std::uint64_t, Fixed>);
static_assert(!std::is_convertible_v<Fixed, int> && !std::is_convertible_v<Fixed, double>);
static_assert(std::is_convertible_v<Fixed16, Fixed>);
// What either end of the range would lose needs to be written out.
static_assert(!std::is_convertible_v<BasicFixed<std::int64_t, 16>, Fixed>);
static_assert(!std::is_convertible_v<Fixed, BasicFixed<std::int64_t, 16>>);
static_assert(!std::is_convertible_v<Fixed, Fixed16> && std::is_constructible_v<Fixed16, Fixed>);
static_assert(sizeof(Fixed) == sizeof(std::int64_t) && sizeof(Fixed16) == sizeof(std::int32_t));
static_assert(std::is_standard_layout_v<Fixed> && std::is_trivially_copyable_v<Fixed>);
static_assert(sim::is_fixed_v<Fixed> && sim::is_fixed_v<Fixed16> && !sim::is_fixed_v<int>);
static_assert(Fixed::fraction_bits == 32 && Fixed16::fraction_bits == 16);
static_assert(std::is_same_v<Fixed::raw_type, std::int64_t>);

// All of it works in constant expressions, where undefined behaviour would not compile.
static_assert(1_fx / 3_fx * 3_fx == Fixed::from_raw(k_one - 1));
static_assert(wrapping_add(Fixed::highest(), Fixed::epsilon()) == Fixed::lowest());
static_assert(Fixed::lowest() % -Fixed::epsilon() == 0);
static_assert(abs(-1.5_fx) == 1.5_fx && min(2, 1.5_fx) == 1.5_fx && max(2, 1.5_fx) == 2);

// ---- Frozen results
// ------------------------------------------------------------------------------

struct BinaryCase {
    std::int64_t a, b, product, quotient;
};

// Computed with exact rational arithmetic (Python's fractions), rounded half up, wrapped to 64
// bits.
constexpr BinaryCase k_binary_cases[] = {
    {-917162277586, -6439122377009584370, -8473182939164516277, 612},
    {-206056715699309837, -7696202761429464584, -2052947463060239209, 114992664},
    {-33848758434, 1441955, -11364088, -100820976025073},
    {4800428278, -7532178, -8418616, -2737280300705},
    {-199625909757403685, 4118032072156385373, -7110124900534721267, -208203030},
    {-6953462, -1631736640, 2641747, 18302520},
    {-7799233584962, 7373572023458, -13389673681578097, -4542907166},
    {1011827585, -3234739324682, -762054342543, -1343467},
    {-28752217839, 112329806497273632, -751980362977443502, -1099},
    {4095761225, -5361999, -5113303, -3280709398417},
    {5146, -1255, 0, -17611077056},
    {20599831253, 12353477036, 59250635637, 7161999919},
    {-3655672482, 1063254275, -904991616, -14766922762},
    {3855456373, -22856838680785969, -20517861554042710, -724},
};

TEST_F(FixedTest, ProductsAndQuotientsAreFrozen) {
    for (const auto& [a, b, product, quotient] : k_binary_cases) {
        EXPECT_EQ((raw(a) * raw(b)).raw(), product) << a << " * " << b;
        EXPECT_EQ((raw(a) / raw(b)).raw(), quotient) << a << " / " << b;
    }
}

constexpr std::int32_t k_compact_cases[][4] = {
    {483, 112238990, 827201, 0},
    {-254657, 9960, -38702, -1675623},
    {1811180649, -163126796, 1474446070, -727640},
    {-965, -447715, 6592, 141},
    {356644, -26584, -144669, -879214},
    {-27532, 295334609, -124071540, -6},
    {-58007, 2036236841, -1802306983, -2},
    {63616, -1446, -1404, -2883221},
};

TEST_F(FixedTest, CompactProductsAndQuotientsAreFrozen) {
    for (const auto& [a, b, product, quotient] : k_compact_cases) {
        EXPECT_EQ((raw16(a) * raw16(b)).raw(), product) << a << " * " << b;
        EXPECT_EQ((raw16(a) / raw16(b)).raw(), quotient) << a << " / " << b;
    }
}

constexpr std::int64_t k_root_cases[][2] = {
    {0, 0},
    {1, 65536},
    {2, 92682},
    {3, 113512},
    {4, 131072},
    {2147483648, 3037000500},
    {4294967296, 4294967296},
    {8589934592, 6074001000},
    {12884901888, 7439101574},
    {42949672960, 13581879131},
    {530242871224172544, 47721858627310},
    {9223372036854775807, 199032864766430},
    {5223, 4736308},
    {4754197, 142895489},
    {711562865, 1748181694},
    {973, 2044261},
};

TEST_F(FixedTest, RootsAreFrozen) {
    for (const auto& [x, root] : k_root_cases) {
        EXPECT_EQ(sqrt(raw(x)).raw(), root) << x;
    }
}

constexpr std::int32_t k_compact_root_cases[][2] = {
    {0, 0},
    {1, 256},
    {2, 362},
    {32768, 46341},
    {65536, 65536},
    {131072, 92682},
    {196608, 113512},
    {2147418112, 11863102},
    {2147483647, 11863283},
};

TEST_F(FixedTest, CompactRootsAreFrozen) {
    for (const auto& [x, root] : k_compact_root_cases) {
        EXPECT_EQ(sqrt(raw16(x)).raw(), root) << x;
    }
}

// ---- Rounding
// ------------------------------------------------------------------------------------

TEST_F(FixedTest, TiesGoTowardPlusInfinity) {
    EXPECT_EQ(Fixed::epsilon() * 0.5_fx, Fixed::epsilon());
    EXPECT_EQ(-Fixed::epsilon() * 0.5_fx, 0);
    EXPECT_EQ(Fixed::epsilon() / 2_fx, Fixed::epsilon());
    EXPECT_EQ(-Fixed::epsilon() / 2_fx, 0);
    EXPECT_EQ(raw(-3) / 2, raw(-1));
    EXPECT_EQ(raw(3) / -2, raw(-1));
    EXPECT_EQ(raw(3) / 2, raw(2));
    EXPECT_EQ(raw16(1) * 0.5_fx16, raw16(1));
    EXPECT_EQ(raw16(-1) * 0.5_fx16, 0);
    EXPECT_EQ(raw16(-1) / 2_fx16, 0);
}

#ifdef __SIZEOF_INT128__
__extension__ using Int128 = __int128;

// |2 * error| <= step, and a tie lies above.
void expect_nearest(Int128 exact_times_step, Int128 step, Int128 rounded) {
    const Int128 twice_error = 2 * (rounded * step - exact_times_step);
    EXPECT_TRUE(-step < twice_error && twice_error <= step);
}

TEST_F(FixedTest, ProductsAndQuotientsAreTheNearestToTheExactResult) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        // Half the width, so that neither wraps.
        const std::int64_t a = operands.next_signed() >> 18;
        std::int64_t b = operands.next_signed() >> 18;
        b = b == 0 ? 1 : b;
        const Int128 product = (raw(a) * raw(b)).raw();
        if ((Int128{a} * b) >> 94 == 0 || (Int128{a} * b) >> 94 == -1) {
            expect_nearest(Int128{a} * b, k_one, product);
        }
        const Int128 quotient = (raw(a) / raw(b)).raw();
        const Int128 scaled = Int128{a} * k_one;
        if (scaled / b < std::numeric_limits<std::int64_t>::max() &&
            scaled / b > std::numeric_limits<std::int64_t>::min()) {
            expect_nearest(b < 0 ? -scaled : scaled, b < 0 ? -Int128{b} : b, quotient);
        }
        ASSERT_FALSE(testing::Test::HasFailure()) << a << ", " << b;
    }
}
#endif

TEST_F(FixedTest, RootsAreTheNearest) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const std::uint64_t x = operands.next() >> 1;
        const auto root = static_cast<std::uint64_t>(sqrt(raw(static_cast<std::int64_t>(x))).raw());
        const sim::wide::Uint128 scaled{x >> 32, x << 32};
        // (root - 1/2)^2 < scaled < (root + 1/2)^2, without the quarter.
        const sim::wide::Uint128 square = sim::wide::multiply(root, root);
        ASSERT_LE(scaled, sim::wide::add(square, {0, root})) << x;
        if (root != 0) {
            ASSERT_GT(scaled, sim::wide::subtract(square, {0, root})) << x;
        }
    }
}

TEST_F(FixedTest, WholeNumberOperandsEqualConvertedOnes) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const Fixed x = raw(operands.next_signed());
        const auto n = static_cast<std::int32_t>(operands.next());
        ASSERT_EQ(x * n, x * Fixed(n));
        ASSERT_EQ(n * x, Fixed(n) * x);
        if (n != 0) {
            ASSERT_EQ(x / n, x / Fixed(n));
        }
    }
}

TEST_F(FixedTest, WholeNumberOperandsMayExceedTheRange) {
    EXPECT_EQ(raw(5) * (std::int64_t{1} << 40), raw(5LL << 40));
    EXPECT_EQ(Fixed(1024) / (std::int64_t{1} << 40), raw(k_one >> 30));
    EXPECT_EQ(Fixed(1024) / (std::uint64_t{1} << 63), 0);
    EXPECT_EQ(Fixed(1) / std::numeric_limits<std::int64_t>::min(), 0);
    EXPECT_EQ(30'000_fx16 / 60'000, 0.5_fx16);
}

// ---- Conversion
// ----------------------------------------------------------------------------------

TEST_F(FixedTest, RatioRoundsOnce) {
    EXPECT_EQ(Fixed::ratio(1, 3).raw(), 1431655765);
    EXPECT_EQ(Fixed::ratio(-1, 3).raw(), -1431655765);
    EXPECT_EQ(Fixed::ratio(2, 3).raw(), 2863311531);
    EXPECT_EQ(Fixed::ratio(1, -2).raw(), -k_one / 2);
    EXPECT_EQ(Fixed::ratio(1, k_one * 2).raw(), 1);
    EXPECT_EQ(Fixed::ratio(-1, k_one * 2).raw(), 0);
    EXPECT_EQ(Fixed16::ratio(1, 3).raw(), 21845);
    EXPECT_EQ(Fixed::ratio(std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::int64_t>::min()),
              1);
}

TEST_F(FixedTest, LiteralsAreCorrectlyRoundedDecimals) {
    EXPECT_EQ((0_fx).raw(), 0);
    EXPECT_EQ((1_fx).raw(), k_one);
    EXPECT_EQ((0.1_fx).raw(), 429496730);
    EXPECT_EQ((.1_fx).raw(), 429496730);
    EXPECT_EQ((3.14159265358979323846_fx).raw(), 13493037705);
    EXPECT_EQ((-2.5_fx).raw(), -5 * k_one / 2);
    EXPECT_EQ((1'000'000.000'000'25_fx).raw(), 1'000'000 * k_one + 1074);
    EXPECT_EQ((2147483647.9999999997_fx).raw(), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ((0.1_fx16).raw(), 6554);
    EXPECT_EQ((32767.99999_fx16).raw(), std::numeric_limits<std::int32_t>::max());
    // Half a step, exactly and a little less: 2^-33.
    EXPECT_EQ((0.000000000116415321826934814453125_fx).raw(), 1);
    EXPECT_EQ((0.000000000116415321826934814453124_fx).raw(), 0);
}

TEST_F(FixedTest, DecimalTextThatIsNoNumberInRangeIsRefused) {
    constexpr std::uint64_t k_max = std::numeric_limits<std::int64_t>::max();
    for (const char* text : {"", ".", "'", "1e3", "0x10", "1.2.3", "-1", "1 ", "2147483648",
                             "2147483647.9999999999", "99999999999999999999999999"}) {
        EXPECT_FALSE(sim::parse_decimal(text, 32, k_max).has_value()) << text;
    }
    const std::string digits(sim::k_decimal_fraction_digits_max, '9');
    EXPECT_TRUE(sim::parse_decimal("0." + digits, 32, k_max).has_value());
    EXPECT_FALSE(sim::parse_decimal("0." + digits + "9", 32, k_max).has_value());
    EXPECT_EQ(sim::parse_decimal("12.5", 32, k_max), 25U * (std::uint64_t{1} << 31));
}

TEST_F(FixedTest, FormatsConvertWithRoundingAndWrap) {
    EXPECT_EQ(Fixed16(0.1_fx), 0.1_fx16);
    EXPECT_EQ(Fixed16(raw(1 << 15)), raw16(1));
    EXPECT_EQ(Fixed16(raw((1 << 15) - 1)), raw16(0));
    EXPECT_EQ(Fixed16(raw(-(1 << 15))), raw16(0));
    EXPECT_EQ(Fixed16(raw(-(1 << 15) - 1)), raw16(-1));
    EXPECT_EQ(Fixed16(Fixed(40'000)), Fixed16(40'000 - 65'536));
    EXPECT_EQ(Fixed(Fixed16::lowest()), -32'768);
    EXPECT_EQ(1.5_fx + 1.5_fx16, 3);
    EXPECT_EQ(Fixed16(Fixed::highest()), raw16(0));
}

TEST_F(FixedTest, WholeNumbersRoundInAllFourDirections) {
    struct Case {
        Fixed x;
        std::int64_t floor, ceil, round, trunc;
    };
    const Case cases[] = {
        {1.5_fx, 1, 2, 2, 1},
        {-1.5_fx, -2, -1, -1, -1},
        {1.25_fx, 1, 2, 1, 1},
        {-1.25_fx, -2, -1, -1, -1},
        {-1.75_fx, -2, -1, -2, -1},
        {2_fx, 2, 2, 2, 2},
        {-2_fx, -2, -2, -2, -2},
        {Fixed::epsilon(), 0, 1, 0, 0},
        {-Fixed::epsilon(), -1, 0, 0, 0},
        {Fixed::highest(), 2147483647, 2147483648, 2147483648, 2147483647},
        {Fixed::lowest(), -2147483648, -2147483648, -2147483648, -2147483648},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(c.x.floor(), c.floor) << c.x.raw();
        EXPECT_EQ(c.x.ceil(), c.ceil) << c.x.raw();
        EXPECT_EQ(c.x.round(), c.round) << c.x.raw();
        EXPECT_EQ(c.x.trunc(), c.trunc) << c.x.raw();
        EXPECT_EQ(Fixed(c.x.floor()) + c.x.fraction(), c.x);
    }
    EXPECT_EQ((-1.25_fx).fraction(), 0.75_fx);
    EXPECT_EQ(Fixed16::highest().ceil(), 32768);
}

// ---- Edges
// ---------------------------------------------------------------------------------------

TEST_F(FixedTest, OverflowWraps) {
    EXPECT_EQ(Fixed::highest() + 1, Fixed::lowest() + 1 - Fixed::epsilon());
    EXPECT_EQ(Fixed::lowest() - 1, Fixed::highest() - 1 + Fixed::epsilon());
    EXPECT_EQ(Fixed(65'536) * 65'536_fx, 0);
    EXPECT_EQ(Fixed(65'536) * 65'536, 0);
    EXPECT_EQ(Fixed(46'341) * 46'341_fx, Fixed(46'341LL * 46'341 - 4'294'967'296));
    EXPECT_EQ(Fixed(4'294'967'297), 1);
    EXPECT_EQ(abs(Fixed::lowest()), Fixed::lowest());
    EXPECT_EQ(Fixed16(200) * 200_fx16, Fixed16(40'000 - 65'536));
    EXPECT_EQ(Fixed(3) / Fixed::epsilon(), 0);
}

TEST_F(FixedTest, RemainderHasTheSignOfTheDividend) {
    EXPECT_EQ(7.5_fx % 2, 1.5_fx);
    EXPECT_EQ(-7.5_fx % 2, -1.5_fx);
    EXPECT_EQ(7.5_fx % -2, 1.5_fx);
    EXPECT_EQ(Fixed::lowest() % Fixed::from_raw(-1), 0);
}

TEST_F(FixedTest, ArithmeticWithoutAResultGivesZero) {
    EXPECT_EQ(1_fx / 0_fx, 0);
    EXPECT_EQ(-1_fx / 0, 0);
    EXPECT_EQ(0_fx / 0_fx, 0);
    EXPECT_EQ(1_fx % 0_fx, 0);
    EXPECT_EQ(1_fx16 / 0_fx16, 0);
    EXPECT_EQ(Fixed::ratio(1, 0), 0);
    EXPECT_EQ(reciprocal(0_fx), 0);
    EXPECT_EQ(reciprocal(0_fx16), 0);
    EXPECT_EQ(sqrt(-1_fx), 0);
    EXPECT_EQ(sqrt(-1_fx16), 0);
    EXPECT_EQ(sqrt(Fixed::lowest()), 0);
}

TEST_F(FixedTest, TheLowestValueHasNoCounterpartAndStays) {
    EXPECT_EQ(-Fixed::lowest(), Fixed::lowest());
    EXPECT_EQ(abs(Fixed::lowest()), Fixed::lowest());
    EXPECT_EQ(Fixed::lowest() * -1, Fixed::lowest());
    EXPECT_EQ(Fixed::lowest() * -1_fx, Fixed::lowest());
    EXPECT_EQ(Fixed::lowest() / -1, Fixed::lowest());
    EXPECT_EQ(Fixed::lowest() / -1_fx, Fixed::lowest());
    EXPECT_EQ(-Fixed16::lowest(), Fixed16::lowest());
    EXPECT_EQ(Fixed16::lowest() / -1_fx16, Fixed16::lowest());
    EXPECT_EQ(Fixed16::lowest() * -1, Fixed16::lowest());
}

// ---- Functions
// -----------------------------------------------------------------------------------

TEST_F(FixedTest, ReciprocalsAreQuotientsOfOne) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const auto x = static_cast<std::int64_t>(operands.next_nonzero());
        ASSERT_EQ(reciprocal(raw(x)), 1_fx / raw(x)) << x;
        const auto compact = static_cast<std::int32_t>(x);
        ASSERT_EQ(reciprocal(raw16(compact)), 1_fx16 / raw16(compact)) << compact;
    }
    static_assert(reciprocal(4_fx) == 0.25_fx);
}

TEST_F(FixedTest, HypotenusesOverflowOnlyWhereTheResultDoes) {
    EXPECT_EQ(hypot(3_fx, 4), 5);
    EXPECT_EQ(hypot(-1'200'000'000_fx, 900'000'000), 1'500'000'000);
    EXPECT_EQ(hypot(3_fx16, -4), 5);
    EXPECT_EQ(hypot(-12'000_fx16, 9'000), 15'000);
    EXPECT_EQ(hypot(Fixed16::lowest(), 0), Fixed16::lowest());
    EXPECT_EQ(hypot(0_fx, 0), 0);
}

TEST_F(FixedTest, BlendsBetweenTheEndsOfTheRangeAreExact) {
    EXPECT_EQ(lerp(Fixed::lowest(), Fixed::highest(), 0), Fixed::lowest());
    EXPECT_EQ(lerp(Fixed::lowest(), Fixed::highest(), 1), Fixed::highest());
    EXPECT_EQ(lerp(Fixed::lowest(), Fixed::highest(), 0.5_fx), 0);
    EXPECT_EQ(lerp(Fixed::highest(), Fixed::lowest(), 0.25_fx), raw((std::int64_t{1} << 62) - 1));
    EXPECT_EQ(lerp(Fixed16::lowest(), Fixed16::highest(), 0.5_fx16), 0);
    EXPECT_EQ(lerp(Fixed16::highest(), Fixed16::lowest(), 1), Fixed16::lowest());
}

TEST_F(FixedTest, BlendsEqualTheirDefinitionWhereItIsInRange) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds; ++round) {
        const Fixed a = raw(operands.next_signed() >> 2);
        const Fixed b = raw(operands.next_signed() >> 2);
        const Fixed t = raw(static_cast<std::int64_t>(operands.next() % (k_one + 1)));
        ASSERT_EQ(lerp(a, b, t), a + (b - a) * t);
        const Fixed16 c = raw16(static_cast<std::int32_t>(operands.next()) >> 2);
        const Fixed16 d = raw16(static_cast<std::int32_t>(operands.next()) >> 2);
        const Fixed16 u = raw16(static_cast<std::int32_t>(operands.next() % 65'537));
        ASSERT_EQ(lerp(c, d, u), c + (d - c) * u);
    }
}

// ---- Overflow on purpose
// -------------------------------------------------------------------------

template <class Number>
void expect_wrapping_is_what_operators_give(Number a, Number b) {
    ASSERT_EQ(wrapping_add(a, b), a + b);
    ASSERT_EQ(wrapping_subtract(a, b), a - b);
    ASSERT_EQ(wrapping_multiply(a, b), a * b);
}

// A saturated result is the wrapped one where no fault is reported.
template <class Number, class Operation>
void expect_saturated(Number saturated, bool is_negative, Operation wrapped) {
    sim::FaultLog log;
    const sim::FaultScope scope(log, 0);
    const Number result = wrapped();
    const Number end = is_negative ? Number::lowest() : Number::highest();
    ASSERT_EQ(saturated, log.count() == 0 ? result : end);
}

template <class Number>
void expect_saturation(Number a, Number b) {
    const bool differ = (a < 0) != (b < 0);
    expect_saturated(saturating_add(a, b), a < 0, [&] { return a + b; });
    expect_saturated(saturating_subtract(a, b), a < 0, [&] { return a - b; });
    expect_saturated(saturating_multiply(a, b), differ, [&] { return a * b; });
    if (b != 0) {
        expect_saturated(saturating_divide(a, b), differ, [&] { return a / b; });
    }
}

TEST_F(FixedTest, WrappingAndSaturatingAgreeWithTheOperators) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (int round = 0; round < k_rounds && !HasFatalFailure(); ++round) {
        const Fixed a = raw(operands.next_signed());
        const Fixed b = raw(operands.next_signed());
        const Fixed16 c = raw16(static_cast<std::int32_t>(operands.next() >> 16));
        const Fixed16 d = raw16(static_cast<std::int32_t>(operands.next() >> 24));
        expect_wrapping_is_what_operators_give(a, b);
        expect_wrapping_is_what_operators_give(c, d);
#if TANDEM_ARITHMETIC_CHECKS
        expect_saturation(a, b);
        expect_saturation(c, d);
#endif
    }
}

TEST_F(FixedTest, SaturationEndsWhereTheRangeDoes) {
    EXPECT_EQ(saturating_add(Fixed::highest(), 1), Fixed::highest());
    EXPECT_EQ(saturating_subtract(Fixed::lowest(), 1), Fixed::lowest());
    EXPECT_EQ(saturating_multiply(-65'536_fx, 65'536), Fixed::lowest());
    EXPECT_EQ(saturating_multiply(181.5_fx16, 181.5_fx16), Fixed16::highest());
    EXPECT_EQ(saturating_divide(Fixed::lowest(), -1), Fixed::highest());
    EXPECT_EQ(saturating_divide(-1_fx, 0), Fixed::lowest());
    EXPECT_EQ(saturating_divide(1_fx16, 0), Fixed16::highest());
    EXPECT_EQ(saturating_divide(0_fx, 0), 0);
}

TEST_F(FixedTest, HelpersAgreeWithTheirDefinitions) {
    EXPECT_EQ(clamp(5_fx, 0, 2), 2);
    EXPECT_EQ(clamp(-5_fx, 0, 2), 0);
    EXPECT_EQ(clamp(1.5_fx, 0, 2), 1.5_fx);
    EXPECT_EQ(sign(-0.1_fx), -1);
    EXPECT_EQ(sign(0_fx), 0);
    EXPECT_EQ(sign(0.1_fx), 1);
    EXPECT_EQ(lerp(1_fx, 3_fx, 0), 1);
    EXPECT_EQ(lerp(1_fx, 3_fx, 1), 3);
    EXPECT_EQ(lerp(1_fx, 3_fx, 0.25_fx), 1.5_fx);
    EXPECT_EQ(lerp(Fixed::lowest(), Fixed::highest(), 1), Fixed::highest());
}

TEST_F(FixedTest, ComparisonFollowsTheNumbers) {
    EXPECT_LT(-0.5_fx, 0);
    EXPECT_GT(0.5_fx, 0);
    EXPECT_LE(2, 2_fx);
    EXPECT_NE(1_fx, 1_fx + Fixed::epsilon());
    Fixed x = 1;
    x += 2;
    x *= 3;
    x -= 1_fx;
    x /= 4;
    x %= 1.5_fx;
    EXPECT_EQ(x, 0.5_fx);
}

}  // namespace
}  // namespace tandem
