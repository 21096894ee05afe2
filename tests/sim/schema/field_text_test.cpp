// SPDX-License-Identifier: MIT
// Values as people read them: exact, telling neighbours apart, and safe on a terminal.
#include <tandem/sim/schema/field_text.hpp>

#include <random>

#include <gtest/gtest.h>

#include <tandem/sim/math/decimal.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tests/sim/operands.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::sim {
namespace {

template <class T>
std::string text_of(const T& value) {
    return leaf_text(schema_of<T>().root(), canonical_bytes(value));
}
template <class T>
std::string raw_text_of(const T& value) {
    return leaf_raw_text(schema_of<T>().root(), canonical_bytes(value));
}

SchemaNode fixed_node(unsigned fraction_bits) {
    SchemaNode node;
    node.kind = FieldKind::fixed;
    node.width_bytes = 8;
    node.fraction_bits = static_cast<std::uint8_t>(fraction_bits);
    return node;
}

std::string fixed_text(std::int64_t raw, unsigned fraction_bits) {
    Bytes bytes;
    append_le(bytes, static_cast<std::uint64_t>(raw));
    return leaf_text(fixed_node(fraction_bits), bytes);
}

TEST(FieldText, FixedPointIsExactToItsLastPlace) {
    EXPECT_EQ(text_of(12.25_fx), "12.2500000000");
    EXPECT_EQ(raw_text_of(12.25_fx), "52613349376");
    EXPECT_EQ(text_of(-12.25_fx), "-12.2500000000");
    EXPECT_EQ(text_of(Fixed{}), "0.0000000000");
    EXPECT_EQ(text_of(Fixed::from_raw(1)), "0.0000000002");
    EXPECT_EQ(text_of(Fixed::from_raw(-1)), "-0.0000000002");
    EXPECT_EQ(text_of(0.1_fx), "0.1000000001");
    EXPECT_EQ(text_of(Fixed::from_raw(0xffffffff)), "0.9999999998");
    EXPECT_EQ(text_of(Fixed::from_raw(std::numeric_limits<std::int64_t>::max())),
              "2147483647.9999999998");
    EXPECT_EQ(text_of(Fixed::from_raw(std::numeric_limits<std::int64_t>::min())),
              "-2147483648.0000000000");
    EXPECT_EQ(text_of(1.5_fx16), "1.50000");
    EXPECT_EQ(text_of(Fixed16::from_raw(1)), "0.00002");
}

TEST(FieldText, RoundingCarriesThroughNinesButNeverIntoTheWholePart) {
    // 0.9990234375, 0.9998779... and 0.99999999999999999989...
    EXPECT_EQ(fixed_text(1023, 10), "0.9990");
    EXPECT_EQ(fixed_text((std::int64_t{1} << 13) - 1, 13), "0.9999");
    EXPECT_EQ(fixed_text(std::numeric_limits<std::int64_t>::max(), 63), "0.9999999999999999999");
    // A single fraction bit shows one place: a half is exact.
    EXPECT_EQ(fixed_text(3, 1), "1.5");
    EXPECT_EQ(fixed_text(-3, 1), "-1.5");
    EXPECT_EQ(fixed_text(7, 0), "7");
    // 0.2099609375 and 0.0003299713134765625.
    EXPECT_EQ(fixed_text(215, 10), "0.2100");
    EXPECT_EQ(fixed_text(346, 20), "0.0003300");
}

// Reading the text back with the literals' own parser gives the raw value: no two values look
// alike, whatever the scale.
TEST(FieldText, FixedPointTextReadsBackToTheSameRawValue) {
    const std::uint64_t seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(seed));
    test::Operands operands(seed);
    for (unsigned bits = 1; bits <= 62; ++bits) {
        for (int i = 0; i < 500; ++i) {
            const std::int64_t raw = operands.next_signed();
            const std::string text = fixed_text(raw, bits);
            const bool is_negative = text.starts_with("-");
            ASSERT_EQ(is_negative, raw < 0) << text;
            const auto magnitude =
                is_negative ? 0 - static_cast<std::uint64_t>(raw) : static_cast<std::uint64_t>(raw);
            const auto parsed = parse_decimal(text.substr(is_negative ? 1 : 0),
                                              static_cast<int>(bits), ~std::uint64_t{0});
            ASSERT_TRUE(parsed) << text;
            ASSERT_EQ(*parsed, magnitude) << text << " with " << bits << " fraction bits";
        }
    }
}

TEST(FieldText, AnglesAreDegrees) {
    EXPECT_EQ(text_of(Angle{}), "0.0000000000 deg");
    EXPECT_EQ(text_of(Angle::from_degrees(90)), "90.0000000000 deg");
    EXPECT_EQ(text_of(Angle::from_degrees(-90)), "270.0000000000 deg");
    EXPECT_EQ(raw_text_of(Angle::from_degrees(90)), "1073741824");
    // 360 / 2^32 = 0.000000083819...; one unit below a turn is 359.999999916...
    EXPECT_EQ(text_of(Angle::from_raw(1)), "0.0000000838 deg");
    EXPECT_EQ(text_of(Angle::from_raw(0xffffffff)), "359.9999999162 deg");
}

TEST(FieldText, NumbersFlagsAndChoices) {
    EXPECT_EQ(text_of(std::uint64_t{18446744073709551615ULL}), "18446744073709551615");
    EXPECT_EQ(text_of(std::int8_t{-128}), "-128");
    EXPECT_EQ(text_of(true), "true");
    EXPECT_EQ(text_of(false), "false");
    EXPECT_EQ(text_of(std::bitset<5>(0b00110)), "00110");
    EXPECT_EQ(raw_text_of(std::int8_t{-128}), "");
    const SchemaNode optional = schema_of<std::optional<bool>>().root();
    EXPECT_EQ(leaf_text(optional, Bytes{std::byte{0}}), "none");
    EXPECT_EQ(leaf_text(optional, Bytes{std::byte{1}}), "some");
    const SchemaNode variant = schema_of<std::variant<bool, Fixed>>().root();
    EXPECT_EQ(leaf_text(variant, Bytes{std::byte{1}}), "alternative 1");
}

TEST(FieldText, EnumerationsShowTheirLabelAndTheirNumber) {
    EXPECT_EQ(text_of(test::Mood::wary), "wary");
    EXPECT_EQ(raw_text_of(test::Mood::wary), "1");
    EXPECT_EQ(text_of(static_cast<test::Mood>(200)), "200");
    EXPECT_EQ(text_of(test::Depth::cellar), "-1");
    EXPECT_EQ(raw_text_of(test::Depth::cellar), "");
}

TEST(FieldText, FloatsTellNeighboursApartAndShowTheirBits) {
    EXPECT_EQ(text_of(Unportable<double>{0.1}), "0.10000000000000001");
    EXPECT_EQ(text_of(Unportable<float>{0.1F}), "0.100000001");
    EXPECT_EQ(raw_text_of(Unportable<float>{1}), "1065353216");
}

TEST(FieldText, ForeignTextIsEscaped) {
    EXPECT_EQ(text_of(std::string("plain text ~")), "\"plain text ~\"");
    EXPECT_EQ(text_of(std::string("\x1b[2J\n\"\\\x7f\xc3\xa9")),
              "\"\\x1b[2J\\x0a\\x22\\x5c\\x7f\\xc3\\xa9\"");
}

TEST(FieldText, ADifferenceIsOneLine) {
    EXPECT_EQ(difference_text({"fighters[1].position.x", "12.2500000000", "12.5000000000",
                               "52613349376", "53687091200", 0}),
              "fighters[1].position.x  12.2500000000 | 12.5000000000  (raw 52613349376 | "
              "53687091200)");
    EXPECT_EQ(difference_text({"units[3].hp", "1", "2", "", "", 7}),
              "units[3].hp  1 | 2  and 7 more of this field");
}

}  // namespace
}  // namespace tandem::sim
