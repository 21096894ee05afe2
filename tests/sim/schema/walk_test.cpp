// SPDX-License-Identifier: MIT
// The walk visits every field once, in canonical order and by its path, and goes no further than it
// is told.
#include <tandem/sim/schema/walk.hpp>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/describer.hpp>
#include <tests/sim/crowd_game.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::sim {
namespace {

constexpr FieldKind k_last_kind = FieldKind::columns;

std::vector<std::string> paths_of(const SchemaNode& root, FieldShape closed) {
    std::vector<std::string> paths;
    walk_fields(root, [&](const SchemaNode& field, const std::string& path) {
        paths.push_back(path);
        return shape_of(field.kind) != closed;
    });
    return paths;
}

SchemaNode named(std::string name, FieldKind kind, std::vector<SchemaNode> children = {}) {
    SchemaNode node;
    node.name = std::move(name);
    node.kind = kind;
    node.children = std::move(children);
    return node;
}

SchemaNode world() {
    const SchemaNode number = named("", FieldKind::unsigned_integer);
    const SchemaNode unit = named("", FieldKind::structure,
                                  {named("hp", FieldKind::fixed), named("name", FieldKind::text)});
    return named(
        "", FieldKind::structure,
        {named("flags", FieldKind::bits), named("units", FieldKind::list, {unit}),
         named("orders", FieldKind::commands, {number}),
         named("grid", FieldKind::array, {named("", FieldKind::array, {number})}),
         named("ships", FieldKind::columns, {named("x", FieldKind::fixed)}),
         named("seen", FieldKind::set, {number}), named("owners", FieldKind::map, {number, unit}),
         named("king", FieldKind::optional, {unit}),
         named("shape", FieldKind::variant, {number, unit})});
}

TEST(WalkFields, VisitsEachFieldByItsPathInCanonicalOrder) {
    EXPECT_EQ(
        paths_of(world(), FieldShape::text),
        (std::vector<std::string>{"",           "flags",        "units",         "units[]",
                                  "units[].hp", "units[].name", "orders",        "orders[]",
                                  "grid",       "grid[]",       "grid[][]",      "ships",
                                  "ships[].x",  "seen",         "seen[]",        "owners",
                                  "owners[]",   "owners[].hp",  "owners[].name", "king",
                                  "king",       "king.hp",      "king.name",     "shape",
                                  "shape",      "shape",        "shape.hp",      "shape.name"}));
}

TEST(WalkFields, GoesIntoNothingThatItIsToldToPass) {
    const auto all = paths_of(world(), FieldShape::text);
    const auto without = paths_of(world(), FieldShape::keyed);
    EXPECT_EQ(without.size() + 4, all.size());  // seen[], owners[] and its two fields
    EXPECT_EQ(paths_of(world(), FieldShape::structure), std::vector<std::string>{""});
}

TEST(WalkFields, MeetsEveryKindInGamesThatHaveThemAll) {
    std::set<FieldKind> met;
    for (const Schema& schema : {schema_of<test::RichGame>(), schema_of<test::CrowdGame>()}) {
        walk_fields(schema.root(), [&](const SchemaNode& field, const std::string&) {
            met.insert(field.kind);
            return true;
        });
    }
    EXPECT_EQ(met.size(), static_cast<std::size_t>(k_last_kind));
}

TEST(FieldPath, BeginsWithTheNameOfAnOutermostField) {
    EXPECT_EQ(field_path("", "units"), "units");
    EXPECT_EQ(field_path("units[]", "hp"), "units[].hp");
}

TEST(ShapeOf, EveryKindOfTheFormatHasOne) {
    for (int kind = 1; kind <= static_cast<int>(k_last_kind); ++kind) {
        EXPECT_LE(shape_of(static_cast<FieldKind>(kind)), FieldShape::variant) << kind;
    }
}

TEST(ShapeOfDeathTest, AKindThatIsNoneIsRefused) {
    EXPECT_DEATH(shape_of(FieldKind{0}), "the kind is one of FieldKind");
    EXPECT_DEATH(shape_of(static_cast<FieldKind>(static_cast<int>(k_last_kind) + 1)),
                 "the kind is one of FieldKind");
}

}  // namespace
}  // namespace tandem::sim
