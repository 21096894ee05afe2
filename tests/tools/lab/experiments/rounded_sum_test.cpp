// SPDX-License-Identifier: MIT
// Sums in integers against those of the processor: doubles everywhere, x87 registers where there
// are some.
#include <tandem/tools/lab/experiments/rounded_sum.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include <tandem/sim/math/random.hpp>

namespace tandem::tools::lab {
namespace {

// Of 41 powers of two around 1, so that sums shift by nothing, by a few bits and by many.
double random_double(Random& random) {
    const double fraction = 1 + std::ldexp(static_cast<double>(random.next64() >> 12U), -52);
    return std::ldexp(fraction, static_cast<int>(random.next64() % 41) - 20);
}

TEST(RoundedSum, DoublesComeThroughUnchanged) {
    Random random(1);
    for (int i = 0; i < 10'000; ++i) {
        const double value = random_double(random);
        EXPECT_EQ(to_double(binary_float(value)), value);
    }
    EXPECT_EQ(to_double(binary_float(0)), 0);
}

TEST(RoundedSum, To53BitsIsTheProcessorsSumOfDoubles) {
    Random random(2);
    for (int i = 0; i < 100'000; ++i) {
        const double a = random_double(random);
        const double b = random_double(random);
        EXPECT_EQ(to_double(rounded_sum(binary_float(a), binary_float(b), k_double_bits)), a + b);
    }
}

TEST(RoundedSum, WithAnExactProductIsTheFusedMultiplyAdd) {
    Random random(3);
    for (int i = 0; i < 100'000; ++i) {
        const double a = random_double(random);
        const double b = random_double(random);
        const auto factor = static_cast<std::uint32_t>(random.next64() % 1'000);
        EXPECT_EQ(to_double(rounded_sum(product(binary_float(a), factor), binary_float(b),
                                        k_double_bits)),
                  std::fma(a, factor, b));
    }
}

TEST(RoundedSum, To64BitsIsTheX87sSum) {
    if constexpr (std::numeric_limits<long double>::digits != k_x87_bits) {
        GTEST_SKIP() << "no x87 registers here";
    }
    Random random(4);
    for (int i = 0; i < 100'000; ++i) {
        std::array<double, 3> terms{random_double(random), random_double(random),
                                    random_double(random)};
        BinaryFloat sum;
        long double expected = 0;
        for (const double term : terms) {
            sum = rounded_sum(sum, binary_float(term), k_x87_bits);
            expected += term;
        }
        EXPECT_EQ(to_double(sum), static_cast<double>(expected));
    }
}

TEST(RoundedSum, TiesGoToEvenAndAHairDecidesThem) {
    const BinaryFloat one = binary_float(1);
    const auto plus = [&](double more, int bits) {
        return to_double(rounded_sum(one, binary_float(more), bits));
    };
    EXPECT_EQ(plus(0x1p-53, k_double_bits), 1);
    EXPECT_EQ(plus(0x1.8p-52, k_double_bits), 1 + 0x1p-51);
    EXPECT_EQ(plus(0x1.0000000000001p-53, k_double_bits), 1 + 0x1p-52);
    EXPECT_EQ(rounded_sum(one, binary_float(0x1p-64), k_x87_bits), one);
    EXPECT_EQ(rounded_sum(one, binary_float(0x1.0000000000001p-64), k_x87_bits),
              (BinaryFloat{(std::uint64_t{1} << 63U) + 1, -63}));
    EXPECT_EQ(rounded_sum(one, binary_float(0x1p-200), k_x87_bits), one);
}

TEST(RoundedSum, ACarryOutOfTheHighestBitRaisesTheExponent) {
    const BinaryFloat most{~std::uint64_t{0}, -63};
    EXPECT_EQ(rounded_sum(most, binary_float(0x1p-64), k_x87_bits), binary_float(2));
    EXPECT_EQ(rounded_sum(most, most, k_x87_bits), (BinaryFloat{~std::uint64_t{0}, -62}));
    EXPECT_EQ(to_double(most), 2);
}

}  // namespace
}  // namespace tandem::tools::lab
