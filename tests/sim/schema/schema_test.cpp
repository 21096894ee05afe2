// SPDX-License-Identifier: MIT
// Schemas to bytes and back, the refusal of hostile ones, and telling two apart.
#include <tandem/sim/schema/schema.hpp>

#include <functional>
#include <set>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tests/sim/by_hand.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::sim {
namespace {

SchemaNode leaf(const std::string& name, FieldKind kind = FieldKind::unsigned_integer,
                std::uint8_t width_bytes = 1) {
    SchemaNode node;
    node.kind = kind;
    node.width_bytes = width_bytes;
    node.name = name;
    return node;
}

SchemaNode named(SchemaNode node, const std::string& name) {
    node.name = name;
    return node;
}

// Decodes what `root` encodes to; the refusal in words, or "accepted".
std::string verdict(const SchemaNode& root) {
    const auto decoded = Schema::decode(Schema(root).encode());
    return decoded ? "accepted" : decoded.error().message;
}

TEST(Schema, DecodingGivesWhatWasEncodedAndTheSameHash) {
    for (const Schema& schema : {schema_of<test::RichGame>(), schema_of<test::RichGame::Input>(),
                                 schema_of<test::RichGame::Options>(), Schema()}) {
        const Bytes bytes = schema.encode();
        const auto decoded = Schema::decode(bytes);
        ASSERT_TRUE(decoded) << decoded.error().text();
        EXPECT_TRUE(*decoded == schema);
        EXPECT_EQ(decoded->hash(), schema.hash());
        EXPECT_EQ(decoded->encode(), bytes);
        EXPECT_EQ(schema.hash().value, hash_bytes(bytes));
    }
}

TEST(Schema, EveryCutIsRefused) {
    const Bytes bytes = schema_of<test::RichGame>().encode();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(Schema::decode(ByteView(bytes).first(size))) << "cut to " << size;
    }
    Bytes longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(Schema::decode(longer));
}

// Whatever one flipped bit makes of a schema: refused, or another schema that encodes to those very
// bytes and hashes differently.
TEST(Schema, AFlippedBitIsRefusedOrIsAnotherSchema) {
    const Schema schema = schema_of<test::RichGame>();
    Bytes bytes = schema.encode();
    std::size_t accepted = 0;
    // One bit of each byte, another one from byte to byte.
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        const auto mask = static_cast<std::byte>(1U << (at % 8));
        bytes[at] ^= mask;
        if (const auto decoded = Schema::decode(bytes)) {
            ++accepted;
            EXPECT_EQ(decoded->encode(), bytes) << "byte " << at;
            EXPECT_NE(decoded->hash(), schema.hash()) << "byte " << at;
        }
        bytes[at] ^= mask;
    }
    // Letters of names can change; a kind, width or count mostly cannot.
    EXPECT_GT(accepted, 100U);
    EXPECT_LT(accepted, bytes.size() * 2 / 3);
}

TEST(Schema, EachRuleRefusesWhatBreaksIt) {
    const auto structure_of = [](const SchemaNode& node) {
        return parent(FieldKind::structure, {named(node, "field")});
    };
    EXPECT_EQ(verdict(structure_of(leaf(""))), "accepted");
    const struct {
        const char* what;
        SchemaNode root;
        const char* part_of_message;
    } k_cases[] = {
        {"kind 0", leaf("", FieldKind{0}), "unknown kind 0"},
        {"kind 19", leaf("", FieldKind{19}), "unknown kind 19"},
        {"width 3", leaf("", FieldKind::unsigned_integer, 3), "width"},
        {"a bool of two bytes", leaf("", FieldKind::boolean, 2), "width"},
        {"a text with a width", leaf("", FieldKind::text, 1), "width"},
        {"an angle of 16 bits", leaf("", FieldKind::angle, 2), "width"},
        {"a list of nothing", parent(FieldKind::list, {}), "0 parts"},
        {"a map of a key alone", parent(FieldKind::map, {leaf("")}), "1 parts"},
        {"a variant without alternatives", parent(FieldKind::variant, {}), "0 parts"},
        {"a number with a part",
         [] {
             SchemaNode node = leaf("");
             node.children = {leaf("")};
             return node;
         }(),
         "1 parts"},
        {"a count where there is none", parent(FieldKind::list, {leaf("")}, 1), "count"},
        {"too many orders", parent(FieldKind::commands, {leaf("")}, 65'536), "count"},
        {"a huge array", parent(FieldKind::array, {leaf("")}, SchemaLimits::count_max + 1),
         "count"},
        {"two fields of one name", parent(FieldKind::structure, {leaf("a"), leaf("a")}),
         "two fields named \"a\""},
        {"a field without a name", parent(FieldKind::structure, {leaf("")}), "without a name"},
        {"a list of empty structures", parent(FieldKind::list, {parent(FieldKind::structure, {})}),
         "no bytes"},
        {"an array of empty arrays",
         parent(FieldKind::array, {parent(FieldKind::array, {leaf("")}, 0)}, 3), "no bytes"},
        {"columns of nothing", parent(FieldKind::columns, {}), "0 parts"},
        {"a column without a name", parent(FieldKind::columns, {leaf("")}), "without a name"},
        {"two columns of one name", parent(FieldKind::columns, {leaf("a"), leaf("a")}),
         "two fields named \"a\""},
        {"a column of texts",
         parent(FieldKind::columns, {leaf("a"), named(leaf("", FieldKind::text, 0), "b")}),
         "differ in size"},
        {"a column of no bytes",
         parent(FieldKind::columns, {leaf("a"), named(parent(FieldKind::structure, {}), "b")}),
         "no bytes"},
        {"a field of no bytes", structure_of(parent(FieldKind::structure, {})), "no bytes"},
        {"a name that moves the cursor", parent(FieldKind::structure, {leaf("a\x1b[2J")}),
         "printable"},
    };
    for (const auto& broken : k_cases) {
        EXPECT_NE(verdict(broken.root).find(broken.part_of_message), std::string::npos)
            << broken.what << ": " << verdict(broken.root);
    }
}

TEST(Schema, AnUnusedAttributeIsRefusedBecauseItWouldMakeASecondForm) {
    SchemaNode scaled = leaf("");
    scaled.fraction_bits = 1;
    EXPECT_NE(verdict(scaled), "accepted");
    SchemaNode with_sign = leaf("");
    with_sign.is_signed = true;
    EXPECT_NE(verdict(with_sign), "accepted");
    SchemaNode labelled = leaf("");
    labelled.labels = {{0, "zero"}};
    EXPECT_NE(verdict(labelled), "accepted");
    SchemaNode whole = leaf("", FieldKind::fixed, 4);
    whole.fraction_bits = 32;
    EXPECT_NE(verdict(whole), "accepted");
    whole.fraction_bits = 31;
    EXPECT_EQ(verdict(whole), "accepted");
}

TEST(Schema, DepthIsBounded) {
    const auto nested = [](std::uint32_t lists) {
        SchemaNode node = leaf("");
        for (std::uint32_t i = 0; i < lists; ++i) {
            node = parent(FieldKind::list, {std::move(node)});
        }
        return node;
    };
    EXPECT_EQ(verdict(nested(SchemaLimits::depth_max)), "accepted");
    EXPECT_NE(verdict(nested(SchemaLimits::depth_max + 1)), "accepted");
}

// Eighteen bytes each: a node that claims to have as many children as there can be.
TEST(Schema, ATowerOfClaimedChildrenIsRefusedWithoutFollowingIt) {
    Bytes tower;
    for (int depth = 0; depth < 10'000; ++depth) {
        SchemaNode node = parent(FieldKind::structure, {});
        Bytes encoded = Schema(node).encode();
        store_le(std::uint16_t{0xffff}, encoded.data() + encoded.size() - 2);
        append(tower, encoded);
    }
    EXPECT_FALSE(Schema::decode(tower));
}

TEST(Schema, TheNumberOfNodesIsBounded) {
    SchemaNode wide = parent(FieldKind::structure, {});
    for (std::uint32_t i = 0; i < 40'000; ++i) {
        wide.children.push_back(leaf("f" + std::to_string(i)));
    }
    EXPECT_EQ(verdict(wide), "accepted");
    EXPECT_NE(verdict(parent(FieldKind::structure, {named(wide, "a"), named(wide, "b")})),
              "accepted");
}

TEST(Schema, SizesSaturateInsteadOfWrapping) {
    SchemaNode node = leaf("", FieldKind::unsigned_integer, 8);
    for (int level = 0; level < 5; ++level) {
        node = parent(FieldKind::array, {std::move(node)}, SchemaLimits::count_max);
    }
    EXPECT_EQ(verdict(node), "accepted");
    EXPECT_EQ(size_range(node).bytes_min, k_unbounded);
    EXPECT_EQ(size_range(node).bytes_max, k_unbounded);
    const SchemaNode both = parent(FieldKind::structure, {named(node, "a"), named(node, "b")});
    EXPECT_EQ(size_range(both).bytes_min, k_unbounded);
    EXPECT_EQ(size_range(parent(FieldKind::optional, {node})).bytes_max, k_unbounded);
    EXPECT_EQ(size_range(parent(FieldKind::variant, {node})).bytes_min, k_unbounded);
    EXPECT_EQ(size_range(parent(FieldKind::commands, {node}, 65'535)).bytes_max, k_unbounded);
}

TEST(Schema, EveryAttributeReachesTheHash) {
    SchemaNode base = leaf("mood", FieldKind::enumeration);
    base.unit = "points";
    base.labels = {{0, "calm"}, {1, "fierce"}};
    const std::function<void(SchemaNode&)> k_changes[] = {
        [](SchemaNode&) {},
        [](SchemaNode& node) { node.kind = FieldKind::signed_integer; },
        [](SchemaNode& node) { node.width_bytes = 2; },
        [](SchemaNode& node) { node.fraction_bits = 1; },
        [](SchemaNode& node) { node.is_signed = true; },
        [](SchemaNode& node) { node.count = 1; },
        [](SchemaNode& node) { node.name = "moods"; },
        [](SchemaNode& node) { node.unit = "point"; },
        [](SchemaNode& node) { node.labels[1].second = "wild"; },
        [](SchemaNode& node) { node.labels[1].first = 2; },
        [](SchemaNode& node) { node.labels.pop_back(); },
        [](SchemaNode& node) { node.children.push_back(leaf("")); },
    };
    std::set<std::uint64_t> hashes;
    for (const auto& change : k_changes) {
        SchemaNode node = base;
        change(node);
        hashes.insert(Schema(node).hash().value);
    }
    EXPECT_EQ(hashes.size(), std::size(k_changes));
}

TEST(Schema, ChangedPathsNameEachChangeOnce) {
    const SchemaNode unit =
        parent(FieldKind::structure, {leaf("hp", FieldKind::signed_integer, 2), leaf("team")});
    SchemaNode changed_unit = unit;
    changed_unit.children[0].width_bytes = 4;
    changed_unit.children[1].unit = "colour";
    const Schema a(
        parent(FieldKind::structure, {leaf("tick"), named(parent(FieldKind::list, {unit}), "units"),
                                      leaf("gone"), leaf("moved")}));
    const Schema b(parent(
        FieldKind::structure,
        {leaf("tick"), leaf("moved"), named(parent(FieldKind::list, {changed_unit}), "units"),
         leaf("added", FieldKind::boolean)}));
    EXPECT_EQ(changed_paths(a, b),
              (std::vector<std::string>{"units[].hp: i16 | i32", "units[].team: u8 | u8 in colour",
                                        "gone: u8 | absent", "added: absent | bool"}));
    EXPECT_TRUE(changed_paths(a, a).empty());
}

TEST(Schema, ChangedColumnsAreNamedLikeFieldsOfAnElement) {
    const auto state = [](std::vector<SchemaNode> columns) {
        return Schema(parent(FieldKind::structure,
                             {named(parent(FieldKind::columns, std::move(columns)), "units")}));
    };
    const Schema a = state({leaf("x"), leaf("hp", FieldKind::signed_integer, 2)});
    EXPECT_EQ(changed_paths(a, state({leaf("x"), leaf("hp", FieldKind::signed_integer, 4)})),
              (std::vector<std::string>{"units[].hp: i16 | i32"}));
    EXPECT_EQ(changed_paths(a, state({leaf("x")})),
              (std::vector<std::string>{"units[].hp: i16 | absent"}));
    EXPECT_EQ(changed_paths(a, state({leaf("hp", FieldKind::signed_integer, 2), leaf("x")})),
              (std::vector<std::string>{"units[]: same fields in another order"}));
}

TEST(Schema, AnotherOrderOfFieldsIsAChangeToo) {
    const Schema a(parent(FieldKind::structure, {leaf("x"), leaf("y")}));
    const Schema b(parent(FieldKind::structure, {leaf("y"), leaf("x")}));
    EXPECT_EQ(changed_paths(a, b),
              (std::vector<std::string>{"(state): same fields in another order"}));
}

}  // namespace
}  // namespace tandem::sim
