// SPDX-License-Identifier: MIT
// What no value can have is refused by the schema, in words that say what there is instead.
#include <string>

#include <gtest/gtest.h>

#include <tandem/replay/query/field_path.hpp>
#include <tandem/sim/game/erase.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::replay {
namespace {

const sim::SchemaNode& rich_root() {
    static const sim::GameInfo info = sim::erase<test::RichGame>().info();
    return info.state_schema.root();
}

std::string path_refusal(const std::string& path) {
    const auto bound = FieldPath::bind(rich_root(), path);
    EXPECT_FALSE(bound) << path;
    return bound ? "" : bound.error().message;
}

TEST(FieldPathBind, NamesWhatThereIsWhereThePathGoesWrong) {
    EXPECT_NE(path_refusal("moood").find(", did you mean mood?"), std::string::npos);
    EXPECT_NE(path_refusal("units[0].hq")
                  .find("units[0] has team, hp, is_awake, position, did you mean hp?"),
              std::string::npos);
    EXPECT_NE(path_refusal("gates[3]").find("gates has [0] to [2]"), std::string::npos);
    EXPECT_NE(path_refusal("units.hp").find("units has size, [0] and so on"), std::string::npos);
}

TEST(FieldPathBind, SaysThatALeafHasNoParts) {
    EXPECT_NE(path_refusal("mood.x").find("mood has nothing within it"), std::string::npos);
    EXPECT_NE(path_refusal("units[0").find("units has size, [0] and so on"), std::string::npos);
    EXPECT_NE(path_refusal("units[99999999999999999999]").find("[0] and so on"), std::string::npos);
}

TEST(FieldPathBind, ReachesIntoOptionalsVariantsMapsAndColumns) {
    for (const std::string path :
         {"goal.x", "pick", "action.way[0]", "action.way.size", "owners[3].hp", "owners.size",
          "routes[\"ab\"][1]", "routes[*][*]", "names[0]", "rows[1][2]", "grid[0][1].height",
          "places[0].column", "pending[*].dx", "units[*]"}) {
        const auto bound = FieldPath::bind(rich_root(), path, PathDepth::content);
        EXPECT_TRUE(bound) << path << (bound ? "" : ": " + bound.error().text());
    }
}

// Maps within maps, and a key that may end at any of many brackets: the work stays bounded.
TEST(FieldPathBind, EndsSoonForAKeyOfManyBrackets) {
    sim::SchemaNode leaf;
    leaf.kind = sim::FieldKind::boolean;
    leaf.width_bytes = 1;
    sim::SchemaNode node = leaf;
    for (int i = 0; i < 24; ++i) {
        sim::SchemaNode map;
        map.kind = sim::FieldKind::map;
        map.children = {leaf, node};
        node = map;
    }
    node.name = "m";
    sim::SchemaNode root;
    root.children = {node};
    std::string path = "m";
    for (int i = 0; i < 500; ++i) {
        path += "[]";
    }
    EXPECT_FALSE(FieldPath::bind(root, path + ".none"));
}

}  // namespace
}  // namespace tandem::replay
