// SPDX-License-Identifier: MIT
// Text becomes canonical bytes of every kind of field, and what does not parse says what was
// expected.
#include <tandem/tools/inputs/value_text.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>

namespace tandem::tools {
namespace {

using sim::Bytes;
using sim::FieldKind;
using sim::Schema;
using sim::SchemaNode;

SchemaNode leaf(FieldKind kind, std::uint8_t width, const std::string& name = "x") {
    SchemaNode node;
    node.kind = kind;
    node.width_bytes = width;
    node.name = name;
    return node;
}

SchemaNode structure(std::vector<SchemaNode> children, const std::string& name = "") {
    SchemaNode node;
    node.name = name;
    node.children = std::move(children);
    return node;
}

SchemaNode holder(FieldKind kind, std::uint64_t count, SchemaNode child, const std::string& name) {
    SchemaNode node;
    node.kind = kind;
    node.count = count;
    node.name = name;
    child.name.clear();
    node.children.push_back(std::move(child));
    return node;
}

std::string hex(const Bytes& bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
        text += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15U];
    }
    return text;
}

std::string parsed(const SchemaNode& node, const std::string& text) {
    const auto bytes = parse_leaf(node, text);
    return bytes ? hex(*bytes) : bytes.error().message;
}

TEST(ParseLeaf, WholeNumbersOfEveryWidthUpToTheirBounds) {
    EXPECT_EQ(parsed(leaf(FieldKind::unsigned_integer, 1), "255"), "ff");
    EXPECT_EQ(parsed(leaf(FieldKind::unsigned_integer, 1), "256"),
              "expected a whole number from 0 to 255, found '256'");
    EXPECT_EQ(parsed(leaf(FieldKind::unsigned_integer, 4), "0x1234"), "34120000");
    EXPECT_EQ(parsed(leaf(FieldKind::unsigned_integer, 8), "18446744073709551615"),
              "ffffffffffffffff");
    EXPECT_EQ(parsed(leaf(FieldKind::signed_integer, 2), "-2"), "feff");
    EXPECT_EQ(parsed(leaf(FieldKind::signed_integer, 1), "-128"), "80");
    EXPECT_EQ(parsed(leaf(FieldKind::signed_integer, 1), "+127"), "7f");
    EXPECT_EQ(parsed(leaf(FieldKind::signed_integer, 1), "128"),
              "expected a whole number from -128 to 127, found '128'");
    EXPECT_EQ(parsed(leaf(FieldKind::signed_integer, 8), "-9223372036854775808"),
              "0000000000000080");
    for (const char* bad : {"", " 1", "1 ", "1.5", "one", "--1", "0x"}) {
        EXPECT_FALSE(parse_leaf(leaf(FieldKind::unsigned_integer, 4), bad)) << bad;
        EXPECT_FALSE(parse_leaf(leaf(FieldKind::signed_integer, 4), bad)) << bad;
    }
}

TEST(ParseLeaf, FixedPointIsRoundedToNearest) {
    SchemaNode node = leaf(FieldKind::fixed, 4);
    node.fraction_bits = 16;
    EXPECT_EQ(parsed(node, "1.5"), "00800100");
    EXPECT_EQ(parsed(node, "-1.5"), "0080feff");
    EXPECT_EQ(parsed(node, "32767.99999"), "ffffff7f");
    EXPECT_FALSE(parse_leaf(node, "40000"));
    EXPECT_FALSE(parse_leaf(node, "1e3"));
}

TEST(ParseLeaf, AnglesAreDegrees) {
    const SchemaNode node = leaf(FieldKind::angle, 4);
    EXPECT_EQ(parsed(node, "90"), "00000040");
    EXPECT_EQ(parsed(node, "-90"), "000000c0");
    EXPECT_EQ(parsed(node, "360"), "00000000");
    EXPECT_EQ(parsed(node, "180 deg"), "00000080");
    EXPECT_FALSE(parse_leaf(node, "north"));
}

TEST(ParseLeaf, FlagsBitsLabelsNumbersAndTexts) {
    EXPECT_EQ(parsed(leaf(FieldKind::boolean, 1), "true"), "01");
    EXPECT_EQ(parsed(leaf(FieldKind::boolean, 1), "0"), "00");
    EXPECT_FALSE(parse_leaf(leaf(FieldKind::boolean, 1), "yes"));
    SchemaNode bits = leaf(FieldKind::bits, 0);
    bits.count = 10;
    EXPECT_EQ(parsed(bits, "1000000001"), "0102");
    EXPECT_FALSE(parse_leaf(bits, "101"));
    SchemaNode label = leaf(FieldKind::enumeration, 1);
    label.labels = {{0, "idle"}, {7, "attack"}};
    EXPECT_EQ(parsed(label, "attack"), "07");
    EXPECT_EQ(parsed(label, "7"), "07");
    EXPECT_EQ(parsed(label, "run"), "expected one of idle, attack, found 'run'");
    EXPECT_EQ(parsed(leaf(FieldKind::floating, 8), "0.5"), "000000000000e03f");
    EXPECT_EQ(parsed(leaf(FieldKind::floating, 4), "-1"), "000080bf");
    EXPECT_EQ(parsed(leaf(FieldKind::text, 0), "ab"), "020000006162");
}

// Everything an input may hold, in one schema.
Schema rich() {
    SchemaNode order = structure({leaf(FieldKind::unsigned_integer, 1, "kind"),
                                  leaf(FieldKind::signed_integer, 2, "target")});
    SchemaNode choice =
        holder(FieldKind::variant, 0, leaf(FieldKind::unsigned_integer, 1), "choice");
    choice.children.push_back(structure({leaf(FieldKind::unsigned_integer, 2, "wide")}));
    return Schema(structure(
        {leaf(FieldKind::unsigned_integer, 1, "a"),
         holder(FieldKind::array, 2, leaf(FieldKind::unsigned_integer, 1), "pair"),
         holder(FieldKind::commands, 3, order, "orders"),
         holder(FieldKind::optional, 0, leaf(FieldKind::unsigned_integer, 1), "maybe"), choice}));
}

std::string assembled(const std::vector<FieldCell>& cells, sim::ByteView base = {}) {
    const auto bytes = assemble_value(rich(), cells, base);
    if (!bytes) {
        return bytes.error().place + ": " + bytes.error().message;
    }
    EXPECT_TRUE(sim::measure_value(rich().root(), *bytes));
    return hex(*bytes);
}

TEST(AssembleValue, NothingGivenIsAllZero) {
    EXPECT_EQ(assembled({}),
              "00"
              "0000"
              "0000"
              "00"
              "0000");
}

TEST(AssembleValue, GivenFieldsStandInTheirPlaces) {
    EXPECT_EQ(assembled({{"pair[1]", "9"}, {"a", "1"}}),
              "01"
              "0009"
              "0000"
              "00"
              "0000");
}

TEST(AssembleValue, ListsAreAsLongAsTheirLastElementOrAsTheirSizeSays) {
    EXPECT_EQ(assembled({{"orders[1].target", "-1"}}),
              "00"
              "0000"
              "0200"
              "000000"
              "00ffff"
              "00"
              "0000");
    EXPECT_EQ(assembled({{"orders.size", "1"}}),
              "00"
              "0000"
              "0100"
              "000000"
              "00"
              "0000");
    EXPECT_EQ(assembled({{"orders.size", "4"}}),
              "orders.size: expected a length from 0 to 3, found '4'");
    EXPECT_EQ(assembled({{"orders[3].kind", "1"}}), "orders: there may be at most 3 elements");
    EXPECT_EQ(assembled({{"orders.size", "1"}, {"orders[1].kind", "1"}}),
              "orders.size: expected a length from 2 to 3, found '1'");
}

TEST(AssembleValue, ColumnsAreWrittenLikeAListOfStructures) {
    SchemaNode columns = structure(
        {leaf(FieldKind::unsigned_integer, 1, "x"), leaf(FieldKind::signed_integer, 2, "y")});
    columns.kind = FieldKind::columns;
    columns.name = "units";
    const Schema schema(structure({columns}));
    EXPECT_EQ(writable_paths(schema), (std::vector<std::string>{"units[].x", "units[].y"}));
    const auto bytes = assemble_value(schema, {{"units[1].y", "-1"}, {"units[0].x", "5"}}, {});
    ASSERT_TRUE(bytes);
    EXPECT_EQ(hex(*bytes),
              "02000000"
              "0500"
              "0000ffff");
    const auto changed = assemble_value(schema, {{"units[1].x", "7"}}, *bytes);
    ASSERT_TRUE(changed);
    EXPECT_EQ(hex(*changed),
              "02000000"
              "0507"
              "0000ffff");
    EXPECT_FALSE(assemble_value(schema, {{"units[1].z", "7"}}, {}));
}

TEST(AssembleValue, AnOptionalIsThereWhenItIsGiven) {
    EXPECT_EQ(assembled({{"maybe", "5"}}),
              "00"
              "0000"
              "0000"
              "0105"
              "0000");
    EXPECT_EQ(assembled({{"maybe", "some"}}),
              "00"
              "0000"
              "0000"
              "0100"
              "0000");
    EXPECT_EQ(assembled({{"maybe", "none"}}),
              "00"
              "0000"
              "0000"
              "00"
              "0000");
    EXPECT_EQ(assembled({{"maybe", ""}}),
              "00"
              "0000"
              "0000"
              "00"
              "0000");
}

TEST(AssembleValue, AVariantIsChosenByNumber) {
    EXPECT_EQ(assembled({{"choice", "0:7"}}),
              "00"
              "0000"
              "0000"
              "00"
              "0007");
    EXPECT_EQ(assembled({{"choice", "1"}, {"choice.wide", "258"}}),
              "00"
              "0000"
              "0000"
              "00"
              "010201");
    EXPECT_EQ(assembled({{"choice", "2"}}),
              "choice: expected an alternative from 0 to 1, found '2'");
}

TEST(AssembleValue, WhatIsNotGivenComesFromTheBase) {
    const auto base = assemble_value(rich(),
                                     {{"a", "3"},
                                      {"orders[0].kind", "2"},
                                      {"maybe", "4"},
                                      {"choice", "1"},
                                      {"choice.wide", "5"}},
                                     {});
    ASSERT_TRUE(base);
    EXPECT_EQ(assembled({}, *base), hex(*base));
    EXPECT_EQ(assembled({{"orders[0].target", "1"}}, *base),
              "03"
              "0000"
              "0100"
              "020100"
              "0104"
              "010500");
    EXPECT_EQ(assembled({{"maybe", "none"}}, *base),
              "03"
              "0000"
              "0100"
              "020000"
              "00"
              "010500");
}

TEST(AssembleValue, AnUnknownFieldIsRefusedWithThoseThereAre) {
    EXPECT_EQ(assembled({{"b", "1"}}),
              "b: there is no field 'b' here; there is a, pair[], orders[].kind, orders[].target, "
              "maybe, choice");
    EXPECT_EQ(assembled({{"pair[2]", "1"}}).find("pair[2]: there is no field"), 0U);
}

TEST(ParseOptions, ChangesWhatIsGivenAndKeepsTheRest) {
    sim::GameInfo game;
    game.options_schema = Schema(structure(
        {leaf(FieldKind::unsigned_integer, 2, "limit"), leaf(FieldKind::boolean, 1, "fast")}));
    game.default_options = {std::byte{10}, std::byte{0}, std::byte{1}};
    EXPECT_EQ(hex(*parse_options(game, {})), "0a0001");
    EXPECT_EQ(hex(*parse_options(game, {"limit=20"})), "140001");
    for (const char* bad : {"limit", "=3", "limit=", "speed=1", "limit=x"}) {
        const auto options = parse_options(game, {bad});
        ASSERT_FALSE(options) << bad;
        EXPECT_EQ(options.error().code, sim::ErrorCode::usage);
        EXPECT_EQ(options.error().place.find("--option "), 0U);
    }
}

TEST(ParseOptions, AGameWithoutOptionsHasNone) {
    sim::GameInfo game;
    game.options_schema = Schema(structure({}));
    EXPECT_TRUE(parse_options(game, {})->empty());
    const auto options = parse_options(game, {"x=1"});
    ASSERT_FALSE(options);
    EXPECT_NE(options.error().message.find("none at all"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools
