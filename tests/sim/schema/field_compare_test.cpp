// SPDX-License-Identifier: MIT
// Comparing two values names what differs, all of it, and nothing else.
#include <gtest/gtest.h>

#include <tandem/sim/schema/fields.hpp>
#include <tests/sim/operands.hpp>
#include <tests/sim/rich_session.hpp>

namespace tandem::sim {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::vector<FieldDifference>& differences) {
    Lines lines;
    for (const FieldDifference& difference : differences) {
        lines.push_back(difference_text(difference));
    }
    return lines;
}

template <class T>
Lines difference_lines(const T& a, const T& b) {
    return lines_of(compare_values(schema_of<T>(), canonical_bytes(a), canonical_bytes(b)));
}

TEST(FieldCompare, EqualValuesDoNotDiffer) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const AnySimulation simulation = test::run_rich(seed, seed);
        const Bytes state = simulation.save();
        EXPECT_TRUE(compare_values(simulation.info().state_schema, state, state).empty());
    }
}

bool can_flip(const Leaf& leaf) {
    const bool is_in_set = leaf.path.starts_with("ids[") || leaf.path.starts_with("places[");
    switch (leaf.kind) {
        case FieldKind::list:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::commands:
        case FieldKind::optional:
        case FieldKind::variant:
            return false;
        case FieldKind::text:
            return leaf.bytes > sizeof(std::uint32_t);
        default:
            return !is_in_set;
    }
}

// One bit of one leaf: that leaf is named with both values, and it alone.
TEST(FieldCompare, NamesExactlyTheFlippedLeafForEveryLeafOfManyStates) {
    const std::uint64_t first_seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(first_seed));
    std::size_t flipped = 0;
    for (std::uint64_t seed = first_seed; seed < first_seed + 10; ++seed) {
        const AnySimulation simulation = test::run_rich(seed, seed % 7);
        const Schema& schema = simulation.info().state_schema;
        const Bytes state = simulation.save();
        for (const Leaf& leaf : list_leaves(schema.root(), state)) {
            if (!can_flip(leaf)) {
                continue;
            }
            Bytes other = state;
            const std::size_t at =
                leaf.kind == FieldKind::text ? leaf.offset + leaf.bytes - 1 : leaf.offset;
            other[at] ^= std::byte{1};
            const auto differences = compare_values(schema, state, other);
            ASSERT_EQ(differences.size(), 1U) << leaf.path;
            const FieldDifference& difference = differences[0];
            EXPECT_EQ(difference.path, leaf.path);
            EXPECT_EQ(difference.more, 0U);
            const auto text_in = [&](const Bytes& bytes) {
                return leaf_text(*leaf.node, ByteView(bytes).subspan(leaf.offset, leaf.bytes));
            };
            EXPECT_EQ(difference.a, text_in(state)) << leaf.path;
            EXPECT_EQ(difference.b, text_in(other)) << leaf.path;
            EXPECT_TRUE(difference.a != difference.b || difference.raw_a != difference.raw_b)
                << leaf.path << " looks the same on both sides: " << difference.a;
            ++flipped;
        }
    }
    EXPECT_GT(flipped, 800U);
}

TEST(FieldCompare, OneLineForEachFieldAndACountOfTheRest) {
    std::vector<test::Unit> a(5);
    std::vector<test::Unit> b = a;
    b[1].hp = 7;
    b[3].hp = 8;
    b[4].hp = 9;
    b[2].position.x = 12.25_fx;
    EXPECT_EQ(difference_lines(a, b),
              (Lines{"[1].hp  0 | 7  and 2 more of this field",
                     "[2].position.x  0.0000000000 | 12.2500000000  (raw 0 | 52613349376)"}));
}

TEST(FieldCompare, ListsOfDifferentLengthCompareWhatBothHave) {
    const std::vector<std::string> a{"x", "y"};
    const std::vector<std::string> b{"x", "z", "w"};
    EXPECT_EQ(difference_lines(a, b), (Lines{".size  2 | 3", "[1]  \"y\" | \"z\""}));
    EXPECT_EQ(difference_lines(b, a), (Lines{".size  3 | 2", "[1]  \"z\" | \"y\""}));
}

struct NamesAndMore {
    std::vector<std::string> names;
    std::uint8_t after = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(names), CEREAL_NVP(after));
    }
};

TEST(FieldCompare, WhatFollowsALongerListIsStillCompared) {
    EXPECT_EQ(difference_lines(NamesAndMore{{"a", "bb", "ccc"}, 1}, NamesAndMore{{}, 2}),
              (Lines{"names.size  3 | 0", "after  1 | 2"}));
}

TEST(FieldCompare, ChoicesDifferByWhichOrByWhatIsInThem) {
    using Maybe = std::optional<std::uint8_t>;
    EXPECT_EQ(difference_lines(Maybe(), Maybe(std::uint8_t{3})), (Lines{"  none | some"}));
    EXPECT_EQ(difference_lines(Maybe(std::uint8_t{4}), Maybe(std::uint8_t{3})), (Lines{"  4 | 3"}));
    using Choice = std::variant<test::Cell, std::string>;
    EXPECT_EQ(difference_lines(Choice(test::Cell{}), Choice(std::string("long"))),
              (Lines{"  alternative 0 | alternative 1"}));
    EXPECT_EQ(difference_lines(Choice(test::Cell{1, 2, 3}), Choice(test::Cell{1, 5, 3})),
              (Lines{"height  2 | 5"}));
}

TEST(FieldCompare, MapsAndSetsArePairedByTheirKeys) {
    using Map = std::map<std::int8_t, std::uint8_t>;
    EXPECT_EQ(difference_lines(Map{{1, 10}, {2, 20}, {3, 30}}, Map{{2, 21}, {3, 30}, {4, 40}}),
              (Lines{"[1]  present | absent  and 1 more of this field", "[2]  20 | 21"}));
    EXPECT_EQ(difference_lines(Map{{1, 10}}, Map{{1, 10}, {2, 20}}),
              (Lines{".size  1 | 2", "[2]  absent | present"}));
    using Set = std::set<std::string>;
    EXPECT_EQ(difference_lines(Set{"a", "c"}, Set{"a", "b", "c"}),
              (Lines{".size  2 | 3", "[\"b\"]  absent | present"}));
}

// Their order is the game's own; what the schema cannot know must not confuse the pairing.
TEST(FieldCompare, MapsInAnOrderOfTheirOwnArePairedToo) {
    using Falling = std::map<std::int8_t, std::uint8_t, std::greater<>>;
    EXPECT_EQ(
        difference_lines(Falling{{1, 10}, {2, 20}, {3, 30}}, Falling{{1, 11}, {3, 31}}),
        (Lines{".size  3 | 2", "[3]  30 | 31  and 1 more of this field", "[2]  present | absent"}));
}

TEST(FieldCompare, MapsWithoutACommonKeyAreComparedInTimeThatTheirSizeAllows) {
    std::map<std::uint32_t, std::uint8_t> a;
    std::map<std::uint32_t, std::uint8_t> b;
    for (std::uint32_t i = 0; i < 50'000; ++i) {
        a[i * 2] = 1;
        b[i * 2 + 1] = 1;
    }
    EXPECT_EQ(difference_lines(a, b),
              (Lines{"[0]  present | absent  and 99999 more of this field"}));
}

// Long text and bits show where they differ, not all of themselves.
TEST(FieldCompare, LongTextAndBitsShowAnExcerptAroundTheFirstDifference) {
    const std::string a(1000, 'a');
    std::string b = a;
    b[500] = 'b';
    const std::string eight(8, 'a');
    const std::string rest(23, 'a');
    EXPECT_EQ(difference_lines(a, b),
              (Lines{"  \"" + eight + "a" + rest + "\" at byte 492 of 1000 | \"" + eight + "b" +
                     rest + "\" at byte 492 of 1000"}));
    // Where one ends, the other goes on.
    EXPECT_EQ(difference_lines(a, a + "b"),
              (Lines{"  \"" + std::string(32, 'a') + "\" at byte 968 of 1000 | \"" +
                     std::string(31, 'a') + "b\" at byte 969 of 1001"}));
    EXPECT_EQ(difference_lines(a, std::string("short")),
              (Lines{"  \"" + std::string(32, 'a') + "\" at byte 0 of 1000 | \"short\""}));
    std::bitset<2001> bits;
    std::bitset<2001> other;
    other[2000] = true;
    const std::string zeros(248, '0');
    EXPECT_EQ(difference_lines(bits, other),
              (Lines{"  0" + zeros + " at byte 219 of 251 | 1" + zeros + " at byte 219 of 251"}));
}

TEST(FieldCompare, LongKeysAreToldByTheirBeginningAndToldApartByTheirHash) {
    using Map = std::map<std::string, std::uint8_t>;
    const std::string long_key(1000, 'k');
    const Map a{{long_key + "1", 1}, {long_key + "2", 1}};
    const auto named = difference_lines(a, Map{{long_key + "1", 2}, {long_key + "2", 1}});
    const auto other = difference_lines(a, Map{{long_key + "1", 1}, {long_key + "2", 2}});
    ASSERT_EQ(named.size(), 1U);
    ASSERT_EQ(other.size(), 1U);
    EXPECT_TRUE(named[0].starts_with("[\"" + std::string(64, 'k') + "\"...#")) << named[0];
    EXPECT_LT(named[0].size(), 120U);
    EXPECT_NE(named[0], other[0]);
    using Set = std::set<std::array<std::uint64_t, 17>>;
    const auto wide = difference_lines(Set{{1}}, Set{{2}});
    ASSERT_EQ(wide.size(), 1U);
    EXPECT_TRUE(wide[0].starts_with("[...#")) << wide[0];
    // And each of them is found by its path.
    const Schema schema = schema_of<Map>();
    const Bytes bytes = canonical_bytes(a);
    for (const Leaf& leaf : list_leaves(schema.root(), bytes)) {
        const auto found = find_leaf(schema, bytes, leaf.path);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->offset, leaf.offset);
    }
}

// Random maps in an order of their own, against a plain pairing by key.
TEST(FieldCompare, PairingAgreesWithALookUpOfEveryKey) {
    const std::uint64_t seed = test::operand_seed();
    SCOPED_TRACE(test::reproduce(seed));
    test::Operands operands(seed);
    using Falling = std::map<std::int16_t, std::uint8_t, std::greater<>>;
    for (int round = 0; round < 500; ++round) {
        Falling a;
        Falling b;
        for (int i = 0; i < 12; ++i) {
            const auto number = static_cast<std::uint64_t>(operands.next_signed());
            const auto key = static_cast<std::int16_t>(number % 16) - 8;
            (number & 32 ? a : b)[static_cast<std::int16_t>(key)] = number & 64 ? 1 : 0;
        }
        std::uint64_t alone = 0;
        std::uint64_t unlike = 0;
        for (const auto& [key, value] : a) {
            alone += b.count(key) == 0 ? 1U : 0U;
            unlike += b.count(key) != 0 && b[key] != value ? 1U : 0U;
        }
        for (const auto& [key, value] : b) {
            alone += a.count(key) == 0 ? 1U : 0U;
        }
        std::uint64_t told_alone = 0;
        std::uint64_t told_unlike = 0;
        for (const FieldDifference& difference :
             compare_values(schema_of<Falling>(), canonical_bytes(a), canonical_bytes(b))) {
            const bool is_key = difference.a == "present" || difference.b == "present";
            const bool is_size = difference.path == ".size";
            (is_key ? told_alone : told_unlike) += is_size ? 0 : 1 + difference.more;
        }
        ASSERT_EQ(told_alone, alone) << "round " << round;
        ASSERT_EQ(told_unlike, unlike) << "round " << round;
    }
}

using Inner = std::map<std::string, std::vector<std::uint8_t>>;
struct MapOfMaps {
    std::map<std::uint8_t, Inner> outer;
    bool after = false;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(outer), CEREAL_NVP(after));
    }
};

TEST(FieldCompare, NestedMapsKeepTheirPlace) {
    const MapOfMaps a{{{1, {{"x", {1, 2}}, {"y", {3}}}}, {2, {}}}, false};
    MapOfMaps b = a;
    b.outer[1]["y"] = {4, 5};
    b.after = true;
    EXPECT_EQ(difference_lines(a, b), (Lines{"outer[1][\"y\"].size  1 | 2",
                                             "outer[1][\"y\"][0]  3 | 4", "after  false | true"}));
}

}  // namespace
}  // namespace tandem::sim
