// SPDX-License-Identifier: MIT
// A decimal and a field are compared as if both had all their digits.
#include <tandem/replay/query/exact_number.hpp>

#include <random>
#include <string>

#include <gtest/gtest.h>

#include <tests/property/mutate.hpp>

namespace tandem::replay {
namespace {

using sim::FieldKind;

sim::SchemaNode number_node(FieldKind kind, std::uint8_t width, std::uint8_t fraction_bits = 0) {
    sim::SchemaNode node;
    node.kind = kind;
    node.width_bytes = width;
    node.fraction_bits = fraction_bits;
    return node;
}

sim::Bytes stored(std::uint64_t value) {
    sim::Bytes bytes;
    sim::append_le(bytes, value);
    return bytes;
}

ExactNumber number_of(const std::string& text) {
    const auto number = parse_exact_number(text);
    EXPECT_TRUE(number) << text;
    return number.value_or(ExactNumber{});
}

ExactNumber fixed_of(std::int64_t raw, std::uint8_t fraction_bits) {
    return read_exact_number(number_node(FieldKind::fixed, 8, fraction_bits),
                             stored(static_cast<std::uint64_t>(raw)));
}

// All digits of raw / 2^fraction_bits, by long multiplication of a text: it never rounds.
std::string all_digits(std::int64_t raw, unsigned fraction_bits) {
    const bool is_negative = raw < 0;
    const std::uint64_t magnitude =
        is_negative ? ~static_cast<std::uint64_t>(raw) + 1 : static_cast<std::uint64_t>(raw);
    std::string digits;
    for (std::uint64_t left = magnitude; left != 0 || digits.empty(); left /= 10) {
        digits.insert(digits.begin(), static_cast<char>('0' + left % 10));
    }
    // Halved as often as there are binary places: a digit more each time.
    std::size_t places = 0;
    for (unsigned i = 0; i < fraction_bits; ++i) {
        digits.push_back('0');
        ++places;
        unsigned rest = 0;
        for (char& digit : digits) {
            const unsigned value = rest * 10 + static_cast<unsigned>(digit - '0');
            digit = static_cast<char>('0' + value / 2);
            rest = value % 2;
        }
    }
    if (places != 0) {
        digits.insert(digits.size() - places, ".");
    }
    return (is_negative ? "-" : "") + digits;
}

TEST(ExactNumber, AFieldIsEqualToItsOwnDigitsAndToNoNeighbours) {
    const std::uint64_t first = test::number_from_environment("TANDEM_SEED", 1);
    const std::uint64_t count = test::number_from_environment("TANDEM_MUTANTS", 3'000);
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     "; again: TANDEM_SEED=" + std::to_string(seed) +
                     " TANDEM_MUTANTS=1 tandem_replay_tests --gtest_filter=ExactNumber.*");
        std::mt19937_64 engine(seed);
        const auto fraction_bits = static_cast<std::uint8_t>(engine() % 64);
        const auto raw = static_cast<std::int64_t>(engine()) >> engine() % 64;
        const ExactNumber field = fixed_of(raw, fraction_bits);
        const std::string digits = all_digits(raw, fraction_bits);
        ASSERT_TRUE(field == number_of(digits)) << digits;
        // A digit behind the last one moves away from zero, however small it is.
        const std::string farther =
            digits + (fraction_bits == 0 ? "." : "") + "0000000000000000001";
        const auto order = number_of(farther) <=> field;
        ASSERT_TRUE(digits.starts_with('-') ? order < 0 : order > 0) << farther;
        ASSERT_FALSE(number_of(farther) == field);
        if (raw < INT64_MAX) {
            const ExactNumber next = fixed_of(raw + 1, fraction_bits);
            ASSERT_TRUE(field < next);
            ASSERT_TRUE(number_of(digits) < next);
            ASSERT_TRUE(number_of(all_digits(raw + 1, fraction_bits)) > field);
        }
    }
}

TEST(ExactNumber, IsReadFromDecimalAndHexadecimal) {
    EXPECT_TRUE(number_of("0xff") == number_of("255"));
    EXPECT_TRUE(number_of("-0xFF") == number_of("-255.000"));
    EXPECT_TRUE(number_of("-0") == number_of("0"));
    EXPECT_TRUE(number_of("-0.5") < number_of("-0.25"));
    EXPECT_TRUE(number_of("-0.25") < number_of("0"));
    EXPECT_TRUE(number_of("0.1") > number_of("0.0999999999"));
    for (const std::string wrong :
         {"", "-", ".5", "5.", "1e3", "0x", "1.2.3", "12a", "0x1.8", "--1", "+1", " 1"}) {
        EXPECT_FALSE(parse_exact_number(wrong)) << wrong;
    }
}

TEST(ExactNumber, BeyondSixtyFourBitsIsBeyondEveryField) {
    const auto unsigned_node = number_node(FieldKind::unsigned_integer, 8);
    const auto signed_node = number_node(FieldKind::signed_integer, 8);
    const ExactNumber most = read_exact_number(unsigned_node, stored(UINT64_MAX));
    const ExactNumber least = read_exact_number(signed_node, stored(std::uint64_t{1} << 63));
    EXPECT_TRUE(most == number_of("18446744073709551615"));
    EXPECT_TRUE(most < number_of("18446744073709551615.5"));
    EXPECT_TRUE(most < number_of("18446744073709551616"));
    EXPECT_TRUE(most < number_of("99999999999999999999999999"));
    EXPECT_TRUE(least == number_of("-9223372036854775808"));
    EXPECT_TRUE(least > number_of("-9223372036854775808.1"));
    EXPECT_TRUE(least > number_of("-9223372036854775809"));
    EXPECT_TRUE(least > number_of("-18446744073709551616"));
    EXPECT_TRUE(least < most);
}

TEST(ExactNumber, OfAnAngleIsInDegrees) {
    const auto angle = number_node(FieldKind::angle, 4);
    EXPECT_TRUE(read_exact_number(angle, stored(std::uint64_t{1} << 30)) == number_of("90"));
    EXPECT_TRUE(read_exact_number(angle, stored(std::uint64_t{1} << 29)) == number_of("45"));
    EXPECT_TRUE(read_exact_number(angle, stored(0xffffffff)) < number_of("360"));
    EXPECT_TRUE(read_exact_number(angle, stored(1)) ==
                number_of("0.00000008381903171539306640625"));
    EXPECT_TRUE(read_raw_number(angle, stored(5)) == number_of("5"));
    const auto fine = number_node(FieldKind::angle, 8);
    EXPECT_TRUE(read_exact_number(fine, stored(std::uint64_t{3} << 62)) == number_of("270"));
    EXPECT_TRUE(read_exact_number(fine, stored(UINT64_MAX)) < number_of("360"));
}

TEST(ExactNumber, OfAnEnumerationIsSignedAsItSays) {
    auto node = number_node(FieldKind::enumeration, 2);
    EXPECT_TRUE(read_exact_number(node, stored(0xffff)) == number_of("65535"));
    node.is_signed = true;
    EXPECT_TRUE(read_exact_number(node, stored(0xffff)) == number_of("-1"));
    EXPECT_FALSE(is_exact_number(FieldKind::floating));
    EXPECT_FALSE(is_exact_number(FieldKind::text));
}

}  // namespace
}  // namespace tandem::replay
