// SPDX-License-Identifier: MIT
// Entities kept as one vector for each field: one list in the state, each vector a block, and
// everything that reads states by their schema sees a list of structures.
#include <tandem/sim/serialize/columns.hpp>

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/memory_size.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tests/sim/memory_limit.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::sim {
namespace {

using test::k_memory_bytes_max;

struct Fleet {
    std::vector<std::uint16_t> x;
    std::vector<test::Unit> crew;
    std::vector<std::array<bool, 2>> doors;
    std::uint8_t after = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(columns("ships", CEREAL_NVP(x), CEREAL_NVP(crew),
                   with_unit(cereal::make_nvp("open", doors), "doors")));
        ar(CEREAL_NVP(after));
    }
};

Fleet fleet(std::size_t ships) {
    Fleet made;
    for (std::size_t i = 0; i < ships; ++i) {
        made.x.push_back(static_cast<std::uint16_t>(0x0100 + i));
        made.crew.push_back({static_cast<std::uint8_t>(i), -1, true, {}});
        made.doors.push_back({i % 2 == 1, true});
    }
    made.after = 0xee;
    return made;
}

std::vector<std::string> lines_of(const Fleet& a, const Fleet& b) {
    std::vector<std::string> lines;
    for (const FieldDifference& difference :
         compare_values(schema_of<Fleet>(), canonical_bytes(a), canonical_bytes(b))) {
        lines.push_back(difference_text(difference));
    }
    return lines;
}

struct Small {
    std::vector<std::uint8_t> a{1, 2, 3};
    std::vector<std::uint16_t> b{0x0104, 0x0205, 0x0306};
    template <class Archive>
    void serialize(Archive& ar) {
        ar(columns("c", CEREAL_NVP(a), CEREAL_NVP(b)));
    }
};

TEST(Columns, AreTheirLengthAndThenEachVector) {
    const Bytes bytes = canonical_bytes(Small{});
    const std::vector<int> expected{3, 0, 0, 0, 1, 2, 3, 4, 1, 5, 2, 6, 3};
    ASSERT_EQ(bytes.size(), expected.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        EXPECT_EQ(std::to_integer<int>(bytes[i]), expected[i]) << "byte " << i;
    }
}

TEST(Columns, AreReadBackIntoWhateverStoodThere) {
    for (const std::size_t ships : {0U, 1U, 5U}) {
        const Bytes bytes = canonical_bytes(fleet(ships));
        for (const std::size_t before : {0U, 3U, 9U}) {
            Fleet read = fleet(before);
            const auto result = read_value(bytes, read, k_memory_bytes_max, "value");
            ASSERT_TRUE(result) << result.error().text();
            EXPECT_EQ(read.x.size(), ships);
            EXPECT_EQ(canonical_bytes(read), bytes);
        }
        HashSink sink;
        write_value(fleet(ships), sink);
        EXPECT_EQ(sink.finish(), hash_bytes(bytes));
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            Fleet cut;
            EXPECT_FALSE(read_value(ByteView(bytes).first(size), cut, k_memory_bytes_max, "value"))
                << size << " bytes of " << bytes.size();
        }
    }
}

TEST(Columns, AreDescribedByNameTypeAndUnit) {
    const Schema schema = schema_of<Fleet>();
    EXPECT_TRUE(check_schema(schema.root()));
    const SchemaNode& ships = schema.root().children[0];
    EXPECT_EQ(ships.name, "ships");
    EXPECT_EQ(type_text(ships), "columns");
    ASSERT_EQ(ships.children.size(), 3U);
    EXPECT_EQ(ships.children[0].name, "x");
    EXPECT_EQ(type_text(ships.children[1]), "structure");
    EXPECT_EQ(ships.children[2].name, "open");
    EXPECT_EQ(type_text(ships.children[2]), "array[2] of bool in doors");
    EXPECT_EQ(schema.size().bytes_min, 5U);
    EXPECT_EQ(schema.size().bytes_max, k_unbounded);
    EXPECT_EQ(layout_of<Fleet>().bytes_min, 5U);
    EXPECT_FALSE(layout_of<Fleet>().block_write);
}

TEST(Columns, AreMeasuredAndTheirFaultsAreNamedByElementAndField) {
    const Schema schema = schema_of<Fleet>();
    Bytes bytes = canonical_bytes(fleet(3));
    const auto measured = measure_value(schema.root(), bytes);
    ASSERT_TRUE(measured);
    EXPECT_EQ(*measured, bytes.size());
    bytes[bytes.size() - 2] = std::byte{2};
    const auto refused = measure_value(schema.root(), bytes);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().place.find("ships[2].open[1]"), std::string::npos)
        << refused.error().text();
}

TEST(Columns, LeavesHaveThePathsOfAListOfStructures) {
    const Schema schema = schema_of<Fleet>();
    const Bytes bytes = canonical_bytes(fleet(18));
    const auto size = find_leaf(schema, bytes, "ships.size");
    ASSERT_TRUE(size);
    EXPECT_EQ(size->offset, 0U);
    const auto x = find_leaf(schema, bytes, "ships[17].x");
    ASSERT_TRUE(x);
    EXPECT_EQ(x->offset, 4U + 17 * 2);
    EXPECT_EQ(leaf_text(*x->node, ByteView(bytes).subspan(x->offset, x->bytes)), "273");
    const auto hp = find_leaf(schema, bytes, "ships[2].crew.hp");
    ASSERT_TRUE(hp);
    EXPECT_EQ(hp->offset, 4U + 18 * 2 + 2 * 22 + 1);
    EXPECT_FALSE(find_leaf(schema, bytes, "ships[18].x"));
    std::size_t end = 0;
    for (const Leaf& leaf : list_leaves(schema.root(), bytes)) {
        EXPECT_EQ(leaf.offset, end) << leaf.path;
        end = leaf.offset + leaf.bytes;
    }
    EXPECT_EQ(end, bytes.size());
}

TEST(Columns, DifferencesAreNamedLikeThoseOfAListOfStructures) {
    const Fleet a = fleet(4);
    Fleet b = a;
    EXPECT_TRUE(lines_of(a, b).empty());
    b.crew[2].hp = 7;
    b.crew[3].hp = 8;
    b.x[1] = 5;
    EXPECT_EQ(lines_of(a, b),
              (std::vector<std::string>{"ships[1].x  257 | 5",
                                        "ships[2].crew.hp  -1 | 7  and 1 more of this field"}));
}

TEST(Columns, WhatFollowsALongerListIsStillCompared) {
    const Fleet a = fleet(4);
    Fleet b = fleet(2);
    b.after = 1;
    b.doors[1] = {false, false};
    const std::vector<std::string> expected{
        "ships.size  4 | 2", "ships[1].open[0]  true | false  and 1 more of this field",
        "after  238 | 1"};
    EXPECT_EQ(lines_of(a, b), expected);
    EXPECT_EQ(lines_of(Fleet{}, a),
              (std::vector<std::string>{"ships.size  0 | 4", "after  0 | 238"}));
}

std::string refusal(const Bytes& bytes, std::uint64_t memory_bytes_max = k_memory_bytes_max) {
    Fleet read;
    const auto result = read_value(bytes, read, memory_bytes_max, "value");
    return result ? "accepted" : result.error().message;
}

TEST(Columns, AClaimedLengthIsRefusedBeforeAnythingIsMade) {
    Bytes bytes = canonical_bytes(fleet(3));
    store_le(std::uint32_t{4}, bytes.data());
    EXPECT_EQ(refusal(bytes), "found a length of 4 elements where 79 bytes remain");
    store_le(~std::uint32_t{0}, bytes.data());
    EXPECT_EQ(refusal(bytes), "found a length of 4294967295 elements where 79 bytes remain");
    // The budget counts every vector.
    const Bytes sound = canonical_bytes(fleet(100));
    const std::uint64_t element_bytes = 2 + memory_size<test::Unit>().bytes + 2;
    EXPECT_EQ(refusal(sound, 100 * element_bytes + 3 * 32), "accepted");
    EXPECT_NE(refusal(sound, 100 * element_bytes + 3 * 32 - 1), "accepted");
    HashSink sink;
    EXPECT_EQ(write_value(fleet(100), sink), 100 * element_bytes + 3 * 32);
}

struct Named {
    std::string name;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(name));
    }
};
struct Crowd {
    std::vector<Named> people;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(columns("crowd", CEREAL_NVP(people)));
    }
};

// What only the schema of a structure tells: it is refused when the game is first used.
TEST(Columns, AStructureThatCanGrowIsRefusedByTheSchema) {
    const auto checked = check_schema(schema_of<Crowd>().root());
    ASSERT_FALSE(checked);
    EXPECT_NE(checked.error().message.find("elements can differ in size"), std::string::npos);
}

TEST(Columns, OfDifferentLengthsAreAMistakeOfTheGame) {
    Fleet broken = fleet(3);
    broken.doors.pop_back();
    try {
        static_cast<void>(canonical_bytes(broken));
        FAIL() << "was written";
    } catch (const std::length_error& error) {
        EXPECT_NE(std::string(error.what()).find("x has 3 elements and open has 2"),
                  std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace tandem::sim
