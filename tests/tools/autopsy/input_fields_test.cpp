// SPDX-License-Identifier: MIT
// Fields are found in the bytes of an input, and their numbers are ordered as their values are.
#include <tandem/tools/autopsy/input_fields.hpp>

#include <array>
#include <bit>

#include <gtest/gtest.h>

#include <tests/tools/autopsy/two_sides.hpp>

namespace tandem::tools::autopsy {
namespace {

const sim::Schema& listener_schema() {
    return sim::GameModel<test::Listener>::game_info().input_schema;
}

sim::SchemaNode number(sim::FieldKind kind, std::uint8_t width, std::uint8_t fraction = 0) {
    sim::SchemaNode node;
    node.kind = kind;
    node.width_bytes = width;
    node.fraction_bits = fraction;
    return node;
}

TEST(InputFields, EachFieldIsCutOutAlsoBehindAListOfAnyLength) {
    const InputFields fields(listener_schema(), 12);
    ASSERT_EQ(fields.shown().size(), 4U);
    EXPECT_EQ(fields.left_out(), 0U);
    for (const std::uint8_t orders : std::array<std::uint8_t, 3>{0, 1, 3}) {
        const sim::Bytes input = test::bytes_of({-300, true, orders, 70'000});
        std::vector<sim::ByteView> parts;
        fields.cut(input, parts);
        ASSERT_EQ(parts.size(), 4U);
        const auto text = [&](std::size_t i) {
            return field_text(fields.shown()[i].node, parts[i]);
        };
        EXPECT_EQ(text(0), "-300");
        EXPECT_EQ(text(1), "true");
        EXPECT_EQ(text(2), std::to_string(orders) + (orders == 1 ? " entry" : " entries"));
        EXPECT_EQ(text(3), "70000");
    }
}

TEST(InputFields, ThoseBeyondTheBoundAreCounted) {
    const InputFields fields(listener_schema(), 2);
    EXPECT_EQ(fields.shown().size(), 2U);
    EXPECT_EQ(fields.left_out(), 2U);
}

TEST(InputFields, OnlyNumbersHaveAnOrder) {
    const InputFields fields(listener_schema(), 12);
    EXPECT_TRUE(fields.shown()[0].is_number);
    EXPECT_TRUE(fields.shown()[1].is_number);
    EXPECT_FALSE(fields.shown()[2].is_number);
}

TEST(OrderOf, GrowsWithTheValueOfNumbersWithAndWithoutSign) {
    const auto byte = number(sim::FieldKind::unsigned_integer, 1);
    EXPECT_LT(order_of(byte, 3), order_of(byte, 200));
    const auto small = number(sim::FieldKind::signed_integer, 1);
    EXPECT_LT(order_of(small, 0x80), order_of(small, 0xFF));
    EXPECT_LT(order_of(small, 0xFF), order_of(small, 0));
    const auto wide = number(sim::FieldKind::fixed, 8, 32);
    EXPECT_LT(order_of(wide, std::uint64_t{1} << 63), order_of(wide, 1));
}

TEST(OrderOf, GrowsWithTheValueOfFloatingPoint) {
    const auto real = number(sim::FieldKind::floating, 4);
    const auto of = [&](float value) {
        return order_of(real, std::bit_cast<std::uint32_t>(value));
    };
    const std::array<float, 6> ascending{-1e9F, -2.0F, -1.0F, 0.0F, 0.5F, 3e8F};
    for (std::size_t i = 1; i < ascending.size(); ++i) {
        EXPECT_LT(of(ascending[i - 1]), of(ascending[i])) << i;
    }
}

TEST(NumberText, IsTheTextOfTheFieldWithThoseBits) {
    EXPECT_EQ(number_text(number(sim::FieldKind::signed_integer, 2), 0xFFFF), "-1");
    EXPECT_EQ(number_text(number(sim::FieldKind::unsigned_integer, 2), 0xFFFF), "65535");
}

}  // namespace
}  // namespace tandem::tools::autopsy
