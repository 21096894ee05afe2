// SPDX-License-Identifier: MIT
// Every byte has a cell, and cells stay few whatever the schema claims.
#include <tandem/replay/coding/input_shape.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tests/property/random_schema.hpp>

namespace tandem::replay {
namespace {

sim::SchemaNode part(sim::FieldKind kind, std::uint64_t count,
                     std::vector<sim::SchemaNode> children) {
    sim::SchemaNode node;
    node.kind = kind;
    node.count = count;
    node.children = std::move(children);
    return node;
}

sim::SchemaNode number(std::uint8_t width_bytes) {
    sim::SchemaNode node;
    node.kind = sim::FieldKind::unsigned_integer;
    node.width_bytes = width_bytes;
    return node;
}

std::uint32_t cells_of(sim::SchemaNode node) {
    return InputShape(sim::Schema(std::move(node))).cells();
}

TEST(InputShape, AFixedInputHasACellForEachByte) {
    const sim::SchemaNode node =
        part(sim::FieldKind::array, 3,
             {part(sim::FieldKind::structure, 0,
                   {number(1), number(8), part(sim::FieldKind::bits, 17, {})})});
    const InputShape shape{sim::Schema(node)};
    EXPECT_TRUE(shape.is_fixed());
    EXPECT_EQ(shape.cells(), 3U * (1 + 8 + 3));
}

TEST(InputShape, AlternativesShareTheirCells) {
    EXPECT_EQ(cells_of(part(sim::FieldKind::variant, 0, {number(2), number(8), number(1)})), 9U);
}

TEST(InputShape, WhatCanGrowHasBoundedCells) {
    EXPECT_EQ(cells_of(part(sim::FieldKind::commands, 5, {number(2)})), 2U + 5 * 2);
    EXPECT_EQ(cells_of(part(sim::FieldKind::list, 0, {number(2)})), 4U + 1'024);
    EXPECT_EQ(cells_of(part(sim::FieldKind::text, 0, {})), 4U + 1'024);
    const sim::SchemaNode large = part(sim::FieldKind::array, 1U << 20, {number(1)});
    EXPECT_FALSE(InputShape{sim::Schema(large)}.is_fixed());
    EXPECT_EQ(cells_of(large), 1'024U);
    EXPECT_EQ(cells_of(part(sim::FieldKind::list, 0, {large})), 4U + 1'024);
    EXPECT_EQ(cells_of(part(sim::FieldKind::map, 0, {number(8), number(4)})), 4U + 85 * 12);
}

TEST(InputShape, TheIdleInputIsCanonical) {
    for (std::uint64_t seed = 1; seed <= 2'000; ++seed) {
        const sim::Schema schema(test::SchemaMaker(seed).node(0));
        const sim::Bytes idle = idle_input(schema);
        const auto size = sim::measure_value(schema.root(), idle);
        ASSERT_TRUE(size) << "seed " << seed << ": " << size.error().text();
        ASSERT_EQ(*size, idle.size()) << "seed " << seed;
    }
}

}  // namespace
}  // namespace tandem::replay
