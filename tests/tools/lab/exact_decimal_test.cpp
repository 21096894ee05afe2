// SPDX-License-Identifier: MIT
// Exact decimals of doubles and their differences.
#include <tandem/tools/lab/exact_decimal.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace tandem::tools::lab {
namespace {

TEST(ExactDecimal, OfADoubleHasEveryDigit) {
    EXPECT_EQ(ExactDecimal::of(0.1).text(),
              "0.1000000000000000055511151231257827021181583404541015625");
    EXPECT_EQ(ExactDecimal::of(0.5).text(), "0.5");
    EXPECT_EQ(ExactDecimal::of(-2.25).text(), "-2.25");
    EXPECT_EQ(ExactDecimal::of(1024.0).text(), "1024");
    EXPECT_EQ(ExactDecimal::of(0x1p70).text(), "1180591620717411303424");
    EXPECT_EQ(ExactDecimal::of(0.0).text(), "0");
    EXPECT_EQ(ExactDecimal::of(-0.0), ExactDecimal::of(0.0));
}

TEST(ExactDecimal, OfTheSmallestDoubleHas1074Decimals) {
    const std::string text = ExactDecimal::of(std::numeric_limits<double>::denorm_min()).text();
    EXPECT_EQ(text.size(), 1'076U);
    EXPECT_TRUE(text.ends_with("265625"));
}

TEST(ExactDecimal, ThatAreEqualAreEqualHoweverWritten) {
    EXPECT_EQ(ExactDecimal::of(2.5), ExactDecimal::of(2'500, 3));
    EXPECT_EQ(ExactDecimal::of(10, 0), ExactDecimal::of(10'000, 3));
    EXPECT_FALSE(ExactDecimal::of(0.1) == ExactDecimal::of(1, 1));
}

TEST(ExactDecimal, DifferencesKeepEveryDigitAndTheSign) {
    const auto minus = [](std::int64_t a, int a_decimals, std::int64_t b, int b_decimals) {
        return (ExactDecimal::of(a, a_decimals) - ExactDecimal::of(b, b_decimals)).text();
    };
    EXPECT_EQ(minus(10, 0, 999, 2), "0.01");
    EXPECT_EQ(minus(999, 2, 10, 0), "-0.01");
    EXPECT_EQ(minus(-1, 0, 5, 1), "-1.5");
    EXPECT_EQ(minus(1, 0, -95, 1), "10.5");
    EXPECT_EQ(minus(-3, 0, -5, 0), "2");
    EXPECT_EQ(minus(7, 3, 7, 3), "0");
    EXPECT_EQ(minus(std::numeric_limits<std::int64_t>::min(), 0, 0, 0), "-9223372036854775808");
}

TEST(ExactDecimal, ScientificRoundsToNearestWithTiesToEven) {
    EXPECT_EQ(ExactDecimal::of(12'345, 4).scientific(4), "+1.234e+00");
    EXPECT_EQ(ExactDecimal::of(12'355, 4).scientific(4), "+1.236e+00");
    EXPECT_EQ(ExactDecimal::of(123'451, 5).scientific(4), "+1.235e+00");
    EXPECT_EQ(ExactDecimal::of(99'996, 2).scientific(4), "+1.000e+03");
    EXPECT_EQ(ExactDecimal::of(-5, 3).scientific(2), "-5.0e-03");
    EXPECT_EQ(ExactDecimal::of(5, 123).scientific(1), "+5e-123");
    EXPECT_EQ(ExactDecimal::of(0, 3).scientific(4), "0");
}

TEST(ExactDecimal, BitsAreSixteenHexadecimalDigits) {
    EXPECT_EQ(bits_text(0.1), "3fb999999999999a");
    EXPECT_EQ(bits_text(0), "0000000000000000");
    EXPECT_EQ(bits_text(-2), "c000000000000000");
}

// What a double is comes back from all of its digits, and what is between two goes to the nearer.
TEST(ExactDecimal, HasANearestDouble) {
    for (const double value : {0.1, -2.5, 1e-300, 0x1p-1074, 0x1.fffffffffffffp+60, 0.0}) {
        EXPECT_EQ(ExactDecimal::of(value).nearest(), value) << value;
    }
    EXPECT_EQ(ExactDecimal::of(1, 1).nearest(), 0.1);
    EXPECT_EQ(error_against(0.1, 1, 1).nearest(), 0x1.999999999999ap-58);
    EXPECT_EQ(error_against(0x1.400000000002ap+3, 10'000, 3).nearest(), 0x1.5p-44);
}

TEST(ExactDecimal, ErrorsOfDoublesAreTheInventorys) {
    EXPECT_EQ(exact_error(0x1.400000000002ap+3, 10'000, 3), "+7.461e-14");
    EXPECT_EQ(exact_error(0x1.3ffffffffffa1p+3, 10'000, 3), "-1.688e-13");
    EXPECT_EQ(exact_error(10.0, 10'000, 3), "0");
    EXPECT_EQ(exact_error(0.1, 1, 1), "+5.551e-18");
}

}  // namespace
}  // namespace tandem::tools::lab
