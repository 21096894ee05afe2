// SPDX-License-Identifier: MIT
// Walking canonical bytes by their schema alone: sizes, leaves and paths.
#include <tandem/sim/schema/fields.hpp>

#include <map>

#include <gtest/gtest.h>

#include <tests/sim/by_hand.hpp>
#include <tests/sim/operands.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

SchemaNode leaf(FieldKind kind = FieldKind::unsigned_integer) {
    SchemaNode node;
    node.kind = kind;
    node.width_bytes = 1;
    return node;
}

template <class T>
std::vector<std::string> paths_of(const T& value) {
    const Schema schema = schema_of<T>();
    std::vector<std::string> paths;
    for (const Leaf& found : list_leaves(schema.root(), canonical_bytes(value))) {
        paths.push_back(found.path);
    }
    return paths;
}

TEST(Fields, AStateMeasuresItsWholeSizeAndNoCutOfItDoes) {
    const AnySimulation simulation = test::run_rich(1, 5);
    const SchemaNode& root = simulation.info().state_schema.root();
    const Bytes state = simulation.save();
    const auto measured = measure_value(root, state);
    ASSERT_TRUE(measured) << measured.error().text();
    EXPECT_EQ(*measured, state.size());
    for (std::size_t size = 0; size < state.size(); ++size) {
        EXPECT_FALSE(measure_value(root, ByteView(state).first(size))) << "cut to " << size;
    }
}

TEST(Fields, MeasuringStopsWhereTheValueEnds) {
    Bytes bytes = canonical_bytes(std::string("ab"));
    append(bytes, as_bytes("following"));
    const auto measured = measure_value(schema_of<std::string>().root(), bytes);
    ASSERT_TRUE(measured);
    EXPECT_EQ(*measured, 6U);
}

struct Squad {
    std::vector<test::Unit> units = std::vector<test::Unit>(2);
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(units));
    }
};

TEST(Fields, WhatDoesNotMeasureIsNamedByByteAndField) {
    Bytes bytes = canonical_bytes(Squad{});
    bytes[4 + 22 + 5] = std::byte{9};
    const auto measured = measure_value(schema_of<Squad>().root(), bytes);
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().text(), "byte 32, field units[1].is_awake: found a bool of 9");
}

TEST(Fields, EachCanonicalRuleIsChecked) {
    const auto refusal = [](const SchemaNode& node, std::vector<int> values) {
        Bytes bytes;
        for (const int value : values) {
            bytes.push_back(static_cast<std::byte>(value));
        }
        const auto measured = measure_value(node, bytes);
        return measured ? "accepted" : measured.error().message;
    };
    EXPECT_EQ(refusal(leaf(FieldKind::boolean), {2}), "found a bool of 2");
    EXPECT_EQ(refusal(parent(FieldKind::optional, {leaf()}), {2, 0}),
              "found an optional's flag of 2");
    EXPECT_EQ(refusal(parent(FieldKind::variant, {leaf(), leaf()}), {2, 0}),
              "found alternative 2 of a variant that has 2");
    EXPECT_EQ(refusal(parent(FieldKind::commands, {leaf()}, 1), {2, 0, 1, 1}),
              "found 2 orders where at most 1 are allowed");
    EXPECT_EQ(refusal(parent(FieldKind::bits, {}, 3), {8}), "found a bit set beyond the last one");
    EXPECT_EQ(refusal(parent(FieldKind::set, {leaf()}), {2, 0, 0, 0, 5, 5}),
              "found the same key twice");
    EXPECT_EQ(refusal(parent(FieldKind::list, {leaf()}), {255, 255, 255, 255, 1}),
              "found a length of 4294967295 elements where 1 bytes remain");
}

// Each of these would take hours if the count or the schema decided how long it takes. The bytes
// do.
TEST(Fields, HostileCountsCostNoMoreThanTheirBytes) {
    constexpr std::uint64_t k_most = SchemaLimits::count_max;
    const Bytes megabyte(1 << 20, std::byte{0});
    Bytes full_length(16, std::byte{0xff});
    const SchemaNode flag = leaf(FieldKind::boolean);
    EXPECT_FALSE(measure_value(parent(FieldKind::array, {flag}, k_most), megabyte));
    EXPECT_FALSE(measure_value(
        parent(FieldKind::array, {parent(FieldKind::array, {leaf()}, k_most)}, k_most), megabyte));
    EXPECT_FALSE(measure_value(
        parent(FieldKind::array, {parent(FieldKind::optional, {leaf()})}, k_most), megabyte));
    for (const FieldKind kind : {FieldKind::list, FieldKind::set, FieldKind::columns}) {
        EXPECT_FALSE(measure_value(parent(kind, {flag}), full_length));
        EXPECT_FALSE(measure_value(parent(kind, {leaf()}), full_length));
    }
    EXPECT_FALSE(measure_value(parent(FieldKind::map, {leaf(), flag}), full_length));

    // A quarter of a million empty lists of an element with 60,000 fields.
    SchemaNode wide = parent(FieldKind::structure, {});
    for (int i = 0; i < 60'000; ++i) {
        wide.children.push_back(leaf(FieldKind::boolean));
        wide.children.back().name = std::to_string(i);
    }
    SchemaNode columns = wide;
    columns.kind = FieldKind::columns;
    for (const SchemaNode& list : {parent(FieldKind::list, {wide}), columns}) {
        const Schema lists(parent(FieldKind::array, {list}, 1 << 18));
        ASSERT_TRUE(check_schema(lists.root()));
        const auto measured = measure_value(lists.root(), megabyte);
        ASSERT_TRUE(measured);
        EXPECT_EQ(*measured, megabyte.size());
        EXPECT_TRUE(compare_values(lists, megabyte, megabyte).empty());
        EXPECT_EQ(list_leaves(lists.root(), megabyte).size(), std::size_t{1} << 18);
    }
}

// Keys that are strictly ascending cannot be more than there are different ones.
TEST(Fields, MoreKeysThanCanDifferAreRefused) {
    const auto flickering = [](std::uint32_t count) {
        Bytes bytes;
        append_le(bytes, count);
        for (std::uint32_t i = 0; i < count; ++i) {
            bytes.push_back(static_cast<std::byte>(i % 2));
        }
        return bytes;
    };
    const SchemaNode set = parent(FieldKind::set, {leaf(FieldKind::boolean)});
    EXPECT_TRUE(measure_value(set, flickering(1000)));
    const auto measured = measure_value(set, flickering(200'000));
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().text(),
              "byte 4, field (all): found a length of 200000 keys of at most 1 bytes, which cannot "
              "all differ");
    std::set<std::uint32_t> many;
    for (std::uint32_t i = 0; i < 200'000; ++i) {
        many.insert(many.end(), i);
    }
    EXPECT_TRUE(measure_value(schema_of<std::set<std::uint32_t>>().root(), canonical_bytes(many)));
}

struct ManyShapes {
    test::Unit leader;
    std::vector<Vec2> path = std::vector<Vec2>(1);
    std::map<std::string, std::uint8_t> ages{{"Ann", 30}};
    std::map<test::Coordinates, bool> fog{{{-1, 2}, true}};
    std::optional<std::uint8_t> some = std::uint8_t{1};
    std::optional<Vec2> none;
    std::variant<bool, test::Cell> choice = test::Cell{};
    std::set<std::uint8_t> ids{4, 5};
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(leader), CEREAL_NVP(path), CEREAL_NVP(ages), CEREAL_NVP(fog),
           CEREAL_NVP(some), CEREAL_NVP(none), CEREAL_NVP(choice), CEREAL_NVP(ids));
    }
};

TEST(Fields, LeavesAreNamedByWhereTheyStand) {
    EXPECT_EQ(paths_of(ManyShapes{}), (std::vector<std::string>{"leader.team",
                                                                "leader.hp",
                                                                "leader.is_awake",
                                                                "leader.position.x",
                                                                "leader.position.y",
                                                                "path.size",
                                                                "path[0].x",
                                                                "path[0].y",
                                                                "ages.size",
                                                                "ages[\"Ann\"]",
                                                                "fog.size",
                                                                "fog[-1,2]",
                                                                "some",
                                                                "some",
                                                                "none",
                                                                "choice",
                                                                "choice.owner",
                                                                "choice.height",
                                                                "choice.kind",
                                                                "ids.size",
                                                                "ids[0]",
                                                                "ids[1]"}));
}

// Every byte of a state belongs to one leaf, to a map's key, and to nothing else.
TEST(Fields, LeavesCoverTheBytesInOrderWithoutOverlap) {
    const AnySimulation simulation = test::run_rich(3, 7);
    const Bytes state = simulation.save();
    std::size_t end = 0;
    std::size_t key_bytes = 0;
    for (const Leaf& leaf : list_leaves(simulation.info().state_schema.root(), state)) {
        ASSERT_GE(leaf.offset, end) << leaf.path;
        key_bytes += leaf.offset - end;
        end = leaf.offset + leaf.bytes;
    }
    EXPECT_EQ(end, state.size());
    EXPECT_LT(key_bytes, state.size() / 4);
}

TEST(Fields, EveryListedLeafIsFoundByItsPath) {
    const AnySimulation simulation = test::run_rich(5, 3);
    const Schema& schema = simulation.info().state_schema;
    const Bytes state = simulation.save();
    // An optional's flag and the number in it share a path; the later one, the number, is meant.
    std::map<std::string, std::size_t> last_offsets;
    const std::vector<Leaf> leaves = list_leaves(schema.root(), state);
    for (const Leaf& leaf : leaves) {
        last_offsets[leaf.path] = leaf.offset;
    }
    EXPECT_GT(last_offsets.size(), 90U);
    for (const auto& [path, offset] : last_offsets) {
        const auto found = find_leaf(schema, state, path);
        ASSERT_TRUE(found) << path;
        EXPECT_EQ(found->path, path);
        EXPECT_EQ(found->offset, offset) << path;
    }
}

TEST(Fields, AnUnknownPathIsAnsweredWithWhatThereIs) {
    const Schema schema = schema_of<test::Unit>();
    const Bytes bytes = canonical_bytes(test::Unit{});
    const auto elsewhere = find_leaf(schema, bytes, "mana");
    ASSERT_FALSE(elsewhere);
    EXPECT_EQ(elsewhere.error().code, ErrorCode::usage);
    EXPECT_EQ(elsewhere.error().text(),
              "mana: the state has no field with this path; there are team, hp, is_awake, "
              "position");
    const auto below = find_leaf(schema, bytes, "position.z");
    ASSERT_FALSE(below);
    EXPECT_EQ(below.error().message,
              "the state has no field with this path; there are position.x, position.y");
    EXPECT_FALSE(find_leaf(schema, bytes, ""));
    EXPECT_FALSE(find_leaf(Schema(), {}, "anything"));
}

TEST(FieldsDeathTest, ListingBytesThatWereNotMeasuredIsAMistakeOfTheCaller) {
    const Schema schema = schema_of<bool>();
    EXPECT_DEATH(list_leaves(schema.root(), Bytes{std::byte{2}}), "assertion failed");
    EXPECT_DEATH(compare_values(schema, Bytes{std::byte{1}}, Bytes{}), "assertion failed");
}

}  // namespace
}  // namespace tandem::sim
