// SPDX-License-Identifier: MIT
// Every leaf is found by its path, and a path that leads nowhere is told what there is.
#include <tandem/tools/formats/value_parts.hpp>

#include <map>

#include <tandem/sim/schema/fields.hpp>
#include <tests/tools/formats/rich_states.hpp>
#include <tests/tools/here.hpp>

namespace tandem::tools {
namespace {

TEST(ValueParts, AreFoundByThePathsThatLeavesHave) {
    std::uint64_t looked_at = 0;
    test::each_rich_state(40, [&](const sim::Schema& schema, const sim::Bytes& state) {
        // Of an optional or variant and what it holds, the one within comes later.
        std::map<std::string, sim::Leaf> leaves;
        for (const sim::Leaf& leaf : sim::list_leaves(schema.root(), state)) {
            leaves[leaf.path] = leaf;
        }
        for (const auto& [path, leaf] : leaves) {
            const auto known = find_field(schema, path);
            ASSERT_TRUE(known) << known.error().text();
            auto part = find_part(schema.root(), state, path);
            ASSERT_TRUE(part) << path;
            while (part->node->kind == sim::FieldKind::optional ||
                   part->node->kind == sim::FieldKind::variant) {
                const ValuePart outer = *part;
                each_part(*outer.node, outer.bytes, [&](const ValuePart& inner) {
                    part = inner;
                    return false;
                });
                if (part->node == outer.node || !part_text(*part)) {
                    part = outer;
                    break;
                }
            }
            const sim::ByteView bytes = sim::ByteView(state).subspan(leaf.offset, leaf.bytes);
            EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), part->bytes.begin())) << path;
            ++looked_at;
        }
    });
    EXPECT_GT(looked_at, 1000U);
}

TEST(ValueParts, AreAllOfAValueAndNothingElse) {
    std::function<std::size_t(const sim::SchemaNode&, sim::ByteView)> count_leaf_bytes =
        [&](const sim::SchemaNode& node, sim::ByteView bytes) {
            std::size_t sum = 0;
            bool has_parts = false;
            each_part(node, bytes, [&](const ValuePart& part) {
                has_parts = true;
                sum += count_leaf_bytes(*part.node, part.bytes);
                return true;
            });
            return has_parts ? sum : bytes.size();
        };
    test::each_rich_state(10, [&](const sim::Schema& schema, const sim::Bytes& state) {
        each_part(schema.root(), state, [&](const ValuePart& field) {
            const bool is_array = field.node->kind == sim::FieldKind::array;
            if (is_array || field.node->kind == sim::FieldKind::structure) {
                EXPECT_EQ(count_leaf_bytes(*field.node, field.bytes), field.bytes.size());
            }
            return true;
        });
    });
}

TEST(ValueParts, ThatAValueDoesNotHaveAreNothing) {
    test::each_rich_state(20, [](const sim::Schema& schema, const sim::Bytes& state) {
        EXPECT_FALSE(find_part(schema.root(), state, "units[4000].hp"));
        EXPECT_FALSE(find_part(schema.root(), state, "owners[no such key].hp"));
        const auto goal = find_part(schema.root(), state, "goal");
        ASSERT_TRUE(goal);
        EXPECT_EQ(find_part(schema.root(), state, "goal.x").has_value(),
                  goal->bytes[0] != std::byte{0});
    });
}

TEST(ValueParts, AreWordsOfTheirPaths) {
    test::each_rich_state(1, [](const sim::Schema& schema, const sim::Bytes& state) {
        const auto whole = find_part(schema.root(), state, "");
        ASSERT_TRUE(whole);
        EXPECT_EQ(whole->bytes.size(), state.size());
        const auto size = find_part(schema.root(), state, "units.size");
        ASSERT_TRUE(size);
        EXPECT_TRUE(size->is_length);
        EXPECT_EQ(part_text(*size), "5");
        EXPECT_TRUE(find_field(schema, "units.size")->is_length);
        EXPECT_TRUE(find_field(schema, "units[3].hp")->may_be_missing);
        EXPECT_FALSE(find_field(schema, "cooldowns[3]")->may_be_missing);
        EXPECT_TRUE(find_field(schema, "goal.x")->may_be_missing);
    });
}

TEST(ValueParts, OfAWrongPathAreToldWhereItGoesWrong) {
    test::each_rich_state(1, [](const sim::Schema& schema, const sim::Bytes&) {
        const auto refusal = [&](const char* path) {
            const auto known = find_field(schema, path);
            return known ? std::string() : known.error().text();
        };
        EXPECT_TRUE(test::says(refusal("unit"), "did you mean units?"));
        EXPECT_TRUE(test::says(refusal("units[2].hpp"),
                               "units[2] has team, hp, is_awake, position, did you mean hp?"));
        EXPECT_TRUE(test::says(refusal("units.hp"), "units has size, [0] and so on"));
        EXPECT_TRUE(test::says(refusal("units[x].hp"), "units has size, [0] and so on"));
        EXPECT_TRUE(test::says(refusal("cooldowns[4]"), "cooldowns has [0] to [3]"));
        EXPECT_TRUE(test::says(refusal("u32.x"), "u32 has nothing within it"));
        EXPECT_TRUE(test::says(refusal("owners[3].team.x"), "owners[3].team has nothing"));
        for (const char* path : {".u32", "units[", "units[]", "units[1", "u32.", "goal.z", "[0]"}) {
            EXPECT_FALSE(refusal(path).empty()) << path;
        }
    });
}

// No game of ours keeps a list by columns in its input or state today; files may.
TEST(ValueParts, OfColumnsAreRows) {
    sim::SchemaNode number;
    number.kind = sim::FieldKind::unsigned_integer;
    number.width_bytes = 1;
    number.name = "hp";
    sim::SchemaNode pair;
    pair.kind = sim::FieldKind::array;
    pair.count = 2;
    pair.name = "at";
    pair.children.push_back(number);
    pair.children[0].name.clear();
    sim::SchemaNode columns;
    columns.kind = sim::FieldKind::columns;
    columns.name = "units";
    columns.children = {number, pair};
    sim::SchemaNode root;
    root.children = {columns};
    const sim::Schema schema(root);
    sim::Bytes bytes;
    sim::append_le(bytes, std::uint32_t{2});
    for (const int value : {1, 2, 11, 12, 21, 22}) {
        bytes.push_back(static_cast<std::byte>(value));
    }
    const auto text = [&](const char* path) {
        const auto part = find_part(schema.root(), bytes, path);
        return part ? part_text(*part) : std::nullopt;
    };
    EXPECT_EQ(text("units.size"), "2");
    EXPECT_EQ(text("units[0].hp"), "1");
    EXPECT_EQ(text("units[1].hp"), "2");
    EXPECT_EQ(text("units[0].at[1]"), "12");
    EXPECT_EQ(text("units[1].at[0]"), "21");
    EXPECT_EQ(text("units[2].hp"), std::nullopt);
    EXPECT_TRUE(find_field(schema, "units[1].at[0]"));
    EXPECT_FALSE(find_field(schema, "units[1].at[2]"));
}

}  // namespace
}  // namespace tandem::tools
