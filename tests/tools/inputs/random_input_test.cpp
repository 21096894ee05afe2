// SPDX-License-Identifier: MIT
// Random inputs are canonical, whatever the schema of an input.
#include <tandem/tools/inputs/random_input.hpp>

#include <set>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/games/duel.hpp>
#include <tandem/tools/games/swarm.hpp>

namespace tandem::tools {
namespace {

// Every value measures to its own length, and they differ.
void expect_canonical_and_various(const sim::Schema& schema) {
    Random random(7);  // reproduce: the seed is fixed, run this test again
    std::set<sim::Bytes> seen;
    for (int i = 0; i < 500; ++i) {
        const sim::Bytes bytes = random_value(schema, random);
        const auto measured = sim::measure_value(schema.root(), bytes);
        ASSERT_TRUE(measured) << measured.error().text();
        EXPECT_EQ(*measured, bytes.size());
        seen.insert(bytes);
    }
    EXPECT_GT(seen.size(), 100U);
}

TEST(RandomInput, IsCanonicalForTheBundledGames) {
    expect_canonical_and_various(sim::GameModel<games::Duel>::game_info().input_schema);
    expect_canonical_and_various(sim::GameModel<games::Swarm>::game_info().input_schema);
}

TEST(RandomInput, IsCanonicalForEveryKindOfField) {
    const auto node = [](sim::FieldKind kind, std::uint8_t width, std::uint64_t count,
                         const std::string& name) {
        sim::SchemaNode made;
        made.kind = kind;
        made.width_bytes = width;
        made.count = count;
        made.name = name;
        return made;
    };
    using sim::FieldKind;
    sim::SchemaNode optional = node(FieldKind::optional, 0, 0, "optional");
    optional.children = {node(FieldKind::fixed, 8, 0, "")};
    sim::SchemaNode variant = node(FieldKind::variant, 0, 0, "variant");
    variant.children = {node(FieldKind::boolean, 1, 0, ""), node(FieldKind::angle, 4, 0, "")};
    sim::SchemaNode array = node(FieldKind::array, 0, 3, "array");
    array.children = {node(FieldKind::floating, 4, 0, "")};
    sim::SchemaNode label = node(FieldKind::enumeration, 1, 0, "label");
    label.labels = {{3, "three"}, {200, "many"}};
    sim::SchemaNode root;
    root.children = {optional, variant, array, label, node(FieldKind::bits, 0, 11, "bits")};
    expect_canonical_and_various(sim::Schema(root));
}

}  // namespace
}  // namespace tandem::tools
