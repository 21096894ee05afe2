// SPDX-License-Identifier: MIT
// Canonical bytes: the form of each type, reading it back, and refusing everything that would not
// write back to the same bytes. Form by form; tests/property does it at random.
#include <gtest/gtest.h>

#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/serialize/describer.hpp>
#include <tandem/sim/serialize/reader.hpp>
#include <tandem/sim/serialize/writer.hpp>
#include <tests/sim/memory_limit.hpp>
#include <tests/sim/rich_game.hpp>

namespace tandem::sim {
namespace {

using test::k_memory_bytes_max;

// "01 ff" as bytes.
Bytes from_hex(std::string_view text) {
    Bytes bytes;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == ' ') {
            ++i;
            continue;
        }
        bytes.push_back(
            static_cast<std::byte>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
        i += 2;
    }
    return bytes;
}

std::string to_hex(ByteView bytes) {
    constexpr char k_digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : bytes) {
        text += text.empty() ? "" : " ";
        text.push_back(k_digits[static_cast<unsigned>(byte) >> 4]);
        text.push_back(k_digits[static_cast<unsigned>(byte) & 15U]);
    }
    return text;
}

// Writes to `hex`; reads back from it to a value that writes the same; no shorter or longer bytes
// are read; and the schema measures all of it.
template <class T>
void expect_form(const T& value, const std::string& hex) {
    const Bytes bytes = canonical_bytes(value);
    EXPECT_EQ(to_hex(bytes), hex);
    T read{};
    const auto result = read_value(bytes, read, k_memory_bytes_max, "value");
    EXPECT_TRUE(result) << result.error().text();
    EXPECT_EQ(to_hex(canonical_bytes(read)), hex);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        T cut{};
        EXPECT_FALSE(read_value(ByteView(bytes).first(size), cut, k_memory_bytes_max, "value"))
            << "cut to " << size << " bytes of " << hex;
    }
    Bytes longer = bytes;
    longer.push_back(std::byte{0});
    T extended{};
    EXPECT_FALSE(read_value(longer, extended, k_memory_bytes_max, "value"));
    EXPECT_EQ(layout_of<T>().bytes_min, schema_of<T>().size().bytes_min);
}

// The error's text for bytes that are refused.
template <class T>
std::string refusal(std::string_view hex) {
    T value{};
    const auto read = read_value(from_hex(hex), value, k_memory_bytes_max, "value");
    return read ? "accepted" : read.error().text();
}

enum class Letter : std::uint8_t { a, b };
enum class Wide : std::int64_t { low = -2 };

TEST(Serialize, NumbersAreLittleEndianInTheirOwnWidth) {
    expect_form(true, "01");
    expect_form(std::uint8_t{0xab}, "ab");
    expect_form(std::int8_t{-1}, "ff");
    expect_form(std::uint16_t{0x1234}, "34 12");
    expect_form(std::int32_t{-2}, "fe ff ff ff");
    expect_form(std::uint64_t{0x0102030405060708}, "08 07 06 05 04 03 02 01");
    expect_form(Letter::b, "01");
    expect_form(Wide::low, "fe ff ff ff ff ff ff ff");
    expect_form(12.25_fx, "00 00 00 40 0c 00 00 00");
    expect_form(-1.5_fx16, "00 80 fe ff");
    expect_form(Angle::from_raw(0x40000000), "00 00 00 40");
    expect_form(Unportable<float>{1}, "00 00 80 3f");
    expect_form(Unportable<double>{-2}, "00 00 00 00 00 00 00 c0");
}

TEST(Serialize, ContainersStoreTheirLengthAndThenTheirElements) {
    expect_form(std::string("hi"), "02 00 00 00 68 69");
    expect_form(std::string(), "00 00 00 00");
    expect_form(std::array<std::uint16_t, 2>{1, 2}, "01 00 02 00");
    expect_form(std::vector<std::uint16_t>{1, 2}, "02 00 00 00 01 00 02 00");
    expect_form(std::vector<std::string>{"a", ""}, "02 00 00 00 01 00 00 00 61 00 00 00 00");
    expect_form(std::deque<std::uint8_t>{9, 8}, "02 00 00 00 09 08");
    expect_form(std::set<std::uint8_t>{3, 1, 2}, "03 00 00 00 01 02 03");
    expect_form(std::map<std::uint8_t, bool>{{7, true}, {5, false}}, "02 00 00 00 05 00 07 01");
    Commands<std::uint16_t, 3> commands;
    ASSERT_TRUE(commands.push(0x0102));
    expect_form(commands, "01 00 02 01");
}

TEST(Serialize, ChoicesStoreWhichAndThenWhat) {
    expect_form(std::optional<std::uint16_t>(), "00");
    expect_form(std::optional<std::uint16_t>(0x0102), "01 02 01");
    using Choice = std::variant<std::monostate, std::uint16_t, bool>;
    expect_form(Choice(), "00");
    expect_form(Choice(std::uint16_t{3}), "01 03 00");
    expect_form(Choice(true), "02 01");
}

TEST(Serialize, PairsAndTuplesAreTheirPartsAndBitsAreFilledFromTheLowest) {
    expect_form(std::pair<std::uint8_t, std::int16_t>(1, -1), "01 ff ff");
    expect_form(std::tuple<bool, std::uint8_t>(true, 2), "01 02");
    expect_form(std::bitset<3>(5), "05");
    expect_form(std::bitset<9>(0x101), "01 01");
    expect_form(std::bitset<16>(0x8001), "01 80");
}

TEST(Serialize, ObjectsAreTheirFieldsInTheOrderOfSerializeWithoutPadding) {
    expect_form(test::Unit{1, 2, true, {}},
                "01 02 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
    expect_form(test::Cell{1, -1, 2}, "01 00 00 00 ff ff 02 00");
    expect_form(test::Resting{}, "");
}

// A base class comes where base_class stands, a free serialize and a C array work, and a unit
// changes no byte.
struct Base {
    std::uint8_t first = 1;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(first));
    }
};
struct Free {
    std::uint8_t second = 2;
};
template <class Archive>
void serialize(Archive& ar, Free& free) {
    ar(cereal::make_nvp("second", free.second));
}
class Derived : public Base {
public:
    std::uint8_t row[2] = {3, 4};

private:
    friend class cereal::access;
    Free part_;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(cereal::base_class<Base>(this), cereal::make_nvp("part", part_),
           with_unit(CEREAL_NVP(row), "tiles"));
    }
};

TEST(Serialize, BasesFreeFunctionsPrivateMembersAndUnitsAreCerealsConvention) {
    expect_form(Derived{}, "01 02 03 04");
    const Schema schema = schema_of<Derived>();
    ASSERT_EQ(schema.root().children.size(), 3U);
    EXPECT_EQ(schema.root().children[0].name, "first");
    EXPECT_EQ(schema.root().children[1].name, "part");
    EXPECT_EQ(schema.root().children[1].children[0].name, "second");
    EXPECT_EQ(schema.root().children[2].unit, "tiles");
}

struct Grid {
    std::uint16_t cells[2][3] = {{1, 2, 3}, {4, 5, 6}};
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(cells));
    }
};

TEST(Serialize, RowsOfACArrayFollowEachOther) {
    expect_form(Grid{}, "01 00 02 00 03 00 04 00 05 00 06 00");
    const Schema schema = schema_of<Grid>();
    const SchemaNode& rows = schema.root().children[0];
    EXPECT_EQ(type_text(rows), "array[2] of array[3] of u16");
    EXPECT_TRUE(layout_of<Grid>().block_read);
}

TEST(Serialize, FlagsOtherThanZeroAndOneAreRefused) {
    EXPECT_EQ(refusal<bool>("02"),
              "value byte 1: found a bool of 2 where only 0 and 1 are allowed");
    EXPECT_NE((refusal<std::array<bool, 2>>("01 02")), "accepted");
    EXPECT_NE(refusal<std::optional<std::uint8_t>>("02 00"), "accepted");
    EXPECT_NE((refusal<std::optional<std::optional<bool>>>("01 01 03")), "accepted");
    EXPECT_NE(refusal<std::vector<test::Unit>>(
                  "01 00 00 00 01 02 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"),
              "accepted");
}

TEST(Serialize, ChoicesCountsAndBitsBeyondTheirRangeAreRefused) {
    EXPECT_EQ((refusal<std::variant<std::uint8_t, bool>>("02 00")),
              "value byte 1: found alternative 2 of a variant that has 2");
    EXPECT_EQ((refusal<Commands<std::uint8_t, 1>>("02 00 01 02")),
              "value byte 2: found a count of 2 orders where at most 1 are allowed");
    EXPECT_EQ(refusal<std::bitset<3>>("08"),
              "value byte 1: found a bit set beyond the last of 3 bits");
    EXPECT_NE(refusal<std::bitset<9>>("00 02"), "accepted");
}

TEST(Serialize, KeysThatDoNotAscendAreRefused) {
    EXPECT_EQ(refusal<std::set<std::uint8_t>>("02 00 00 00 02 01"),
              "value byte 6: found a key that does not follow the one before it in order");
    EXPECT_NE(refusal<std::set<std::uint8_t>>("02 00 00 00 02 02"), "accepted");
    EXPECT_NE((refusal<std::map<std::int8_t, bool>>("02 00 00 00 00 00 ff 00")), "accepted");
    EXPECT_EQ((refusal<std::map<std::int8_t, bool>>("02 00 00 00 ff 00 00 00")), "accepted");
}

// Its order is the game's, not that of the bytes.
TEST(Serialize, AnOrderOfTheGamesOwnIsKept) {
    using Falling = std::set<std::uint8_t, std::greater<>>;
    expect_form(Falling{1, 2, 3}, "03 00 00 00 03 02 01");
    EXPECT_NE(refusal<Falling>("02 00 00 00 01 02"), "accepted");
}

TEST(Serialize, LengthsBeyondTheBytesAreRefusedAndNamed) {
    EXPECT_EQ(refusal<std::string>("ff ff ff ff 00"),
              "value byte 4: found a length of 4294967295 elements where 1 bytes remain");
    EXPECT_NE(refusal<std::vector<std::uint32_t>>("02 00 00 00 01 02 03 04 05 06 07"), "accepted");
    EXPECT_NE((refusal<std::map<std::uint8_t, std::uint32_t>>("02 00 00 00 01 00 00 00 00 02")),
              "accepted");
}

TEST(Serialize, MemoryBeyondTheBudgetIsRefused) {
    const Bytes bytes = canonical_bytes(std::vector<std::uint64_t>(100));
    std::vector<std::uint64_t> value;
    EXPECT_TRUE(read_value(bytes, value, 1000, "value"));
    const auto read = read_value(bytes, value, 799, "value");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message,
              "found a length of 100 elements, more than state_bytes_max of the game leaves room "
              "for");
}

TEST(Serialize, TheBudgetIsOneForAllContainersTogether) {
    const Bytes bytes = canonical_bytes(
        std::vector<std::vector<std::uint64_t>>(10, std::vector<std::uint64_t>(10)));
    std::vector<std::vector<std::uint64_t>> value;
    EXPECT_TRUE(read_value(bytes, value, 2000, "value"));
    EXPECT_FALSE(read_value(bytes, value, 999, "value"));
}

TEST(Serialize, WhatStoodInTheTargetBeforeLeavesNoTrace) {
    const auto target = [] {
        return std::tuple(std::vector<std::string>{"x", "y", "z"}, std::set<int>{1, 2},
                          std::map<int, std::string>{{1, "a"}}, std::optional<int>(3),
                          std::deque<int>{1, 2, 3}, std::bitset<9>(511),
                          std::string("long before"));
    };
    using Everything = decltype(target());
    Everything written;
    std::get<0>(written) = {"only"};
    std::get<2>(written) = {{0, "b"}, {2, "c"}};
    Everything read = target();
    ASSERT_TRUE(read_value(canonical_bytes(written), read, k_memory_bytes_max, "value"));
    EXPECT_EQ(read, written);
}

// ---- Blocks -------------------------------------------------------------------------------------

// Cell with a member that serialize does not name: the same canonical bytes, but never as a block.
struct SlowCell : test::Cell {
    std::uint8_t unnamed = 0;
};
// Its fields in another order than memory has them.
struct Swapped {
    std::uint32_t a = 1;
    std::uint32_t b = 2;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(b), CEREAL_NVP(a));
    }
};
// One of two fields is left out, and another one stands twice, so that the size fits.
struct Twice {
    std::uint32_t a = 1;
    std::uint32_t b = 2;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(a), cereal::make_nvp("again", a));
    }
};
struct Flagged {
    bool flag = false;
    std::uint8_t number = 0;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(flag), CEREAL_NVP(number));
    }
};
struct Nested {
    Vec2 place;
    std::array<test::Cell, 2> cells{};
    Angle angles[2];
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(place), CEREAL_NVP(cells), CEREAL_NVP(angles));
    }
};

TEST(Layout, OnlyMemoryThatEqualsCanonicalBytesMovesAsABlock) {
    EXPECT_TRUE(layout_of<test::Cell>().block_write);
    EXPECT_TRUE(layout_of<test::Cell>().block_read);
    EXPECT_TRUE(layout_of<Nested>().block_read);
    EXPECT_TRUE(layout_of<std::uint64_t>().block_read);
    EXPECT_FALSE(layout_of<test::Unit>().block_write) << "padding";
    EXPECT_FALSE(layout_of<SlowCell>().block_write) << "an unnamed member";
    EXPECT_FALSE(layout_of<Swapped>().block_write) << "another order";
    EXPECT_FALSE(layout_of<Twice>().block_write) << "a field twice";
    EXPECT_FALSE((layout_of<std::pair<std::uint32_t, std::uint32_t>>().block_write));
    EXPECT_FALSE(layout_of<std::optional<std::uint8_t>>().block_write);
    EXPECT_FALSE(layout_of<test::Resting>().block_write) << "a byte of memory, none of content";
}

TEST(Layout, ABoolMayBeWrittenAsABlockButIsCheckedWhenRead) {
    EXPECT_TRUE(layout_of<Flagged>().block_write);
    EXPECT_FALSE(layout_of<Flagged>().block_read);
    EXPECT_FALSE((layout_of<std::array<Flagged, 2>>().block_read));
    EXPECT_NE(refusal<std::vector<Flagged>>("01 00 00 00 02 00"), "accepted");
}

TEST(Layout, BlocksAndSingleFieldsGiveTheSameBytesAndValues) {
    std::vector<test::Cell> cells;
    std::vector<SlowCell> slow_cells;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        cells.push_back({i * 2654435761U, static_cast<std::int16_t>(i), 7});
        slow_cells.push_back({cells.back(), 1});
    }
    const Bytes bytes = canonical_bytes(cells);
    EXPECT_EQ(canonical_bytes(slow_cells), bytes);
    HashSink sink;
    write_value(slow_cells, sink);
    EXPECT_EQ(sink.finish(), hash_bytes(bytes));

    std::vector<test::Cell> read;
    std::vector<SlowCell> slow_read;
    ASSERT_TRUE(read_value(bytes, read, k_memory_bytes_max, "value"));
    ASSERT_TRUE(read_value(bytes, slow_read, k_memory_bytes_max, "value"));
    ASSERT_EQ(read.size(), slow_read.size());
    for (std::size_t i = 0; i < read.size(); ++i) {
        EXPECT_EQ(read[i].owner, slow_read[i].owner);
        EXPECT_EQ(read[i].height, slow_read[i].height);
        EXPECT_EQ(read[i].kind, slow_read[i].kind);
    }
}

TEST(Layout, PaddingNeverReachesTheBytes) {
    std::vector<test::Unit> units(2);
    std::memset(static_cast<void*>(units.data()), 0xee, 2 * sizeof(test::Unit));
    for (test::Unit& unit : units) {
        unit.team = 1;
        unit.hp = 2;
        unit.is_awake = true;
        unit.position = {};
    }
    EXPECT_EQ(canonical_bytes(units),
              canonical_bytes(std::vector<test::Unit>(2, {1, 2, true, {}})));
}

// ---- Describing ---------------------------------------------------------------------------------

TEST(Describer, TellsEachTypeInWords) {
    EXPECT_EQ(type_text(schema_of<bool>().root()), "bool");
    EXPECT_EQ(type_text(schema_of<std::int16_t>().root()), "i16");
    EXPECT_EQ(type_text(schema_of<std::uint64_t>().root()), "u64");
    EXPECT_EQ(type_text(schema_of<test::Mood>().root()), "enum u8 calm=0 wary=1 fierce=2");
    EXPECT_EQ(type_text(schema_of<test::Depth>().root()), "enum i16");
    EXPECT_EQ(type_text(schema_of<Fixed>().root()), "fixed 32.32");
    EXPECT_EQ(type_text(schema_of<Fixed16>().root()), "fixed 16.16");
    EXPECT_EQ(type_text(schema_of<Angle>().root()), "angle 32");
    EXPECT_EQ(type_text(schema_of<Unportable<double>>().root()), "float 64");
    EXPECT_EQ(type_text(schema_of<std::string>().root()), "text");
    EXPECT_EQ(type_text(schema_of<std::array<bool, 3>>().root()), "array[3] of bool");
    EXPECT_EQ(type_text(schema_of<std::vector<Fixed>>().root()), "list of fixed 32.32");
    EXPECT_EQ(type_text(schema_of<std::deque<bool>>().root()), "list of bool");
    EXPECT_EQ(type_text(schema_of<std::set<std::uint8_t>>().root()), "set of u8");
    EXPECT_EQ(type_text(schema_of<std::map<std::uint8_t, std::string>>().root()),
              "map of u8 to text");
    EXPECT_EQ(type_text(schema_of<std::optional<bool>>().root()), "optional bool");
    EXPECT_EQ((type_text(schema_of<std::variant<bool, Fixed>>().root())), "variant of 2");
    EXPECT_EQ(type_text(schema_of<std::bitset<13>>().root()), "bits[13]");
    EXPECT_EQ((type_text(schema_of<Commands<std::uint8_t, 4>>().root())), "commands<4> of u8");
    EXPECT_EQ(type_text(schema_of<test::Unit>().root()), "structure");
}

TEST(Describer, NamesThePartsOfPairsTuplesAndVariants) {
    const auto names = [](const Schema& schema) {
        std::string text;
        for (const SchemaNode& child : schema.root().children) {
            text += child.name + " ";
        }
        return text;
    };
    EXPECT_EQ((names(schema_of<std::pair<bool, bool>>())), "first second ");
    EXPECT_EQ((names(schema_of<std::tuple<bool, bool, bool>>())), "0 1 2 ");
    EXPECT_EQ((names(schema_of<std::variant<bool, Fixed>>())), "0 1 ");
}

TEST(Describer, SizesAreTheSmallestAndTheLargestThereAre) {
    const auto expect_size = [](const Schema& schema, std::uint64_t least, std::uint64_t most) {
        EXPECT_EQ(schema.size().bytes_min, least);
        EXPECT_EQ(schema.size().bytes_max, most);
    };
    expect_size(schema_of<test::Unit>(), 22, 22);
    expect_size(schema_of<std::vector<test::Unit>>(), 4, k_unbounded);
    expect_size(schema_of<std::array<std::string, 2>>(), 8, k_unbounded);
    expect_size(schema_of<std::optional<test::Cell>>(), 1, 9);
    expect_size(schema_of<std::variant<test::Resting, test::Cell, bool>>(), 1, 9);
    expect_size(schema_of<Commands<std::uint16_t, 5>>(), 2, 12);
    expect_size(schema_of<std::bitset<17>>(), 3, 3);
    // Two flags, the number, the optional and four orders of three bytes.
    expect_size(schema_of<test::RichGame::Input>(), 1 + 1 + 1 + 2, 1 + 1 + 3 + 2 + 4 * 3);
}

struct Family {
    std::vector<Family> children;
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(children));
    }
};

TEST(DescriberDeathTest, ATypeThatContainsItselfEndsTheProcessWithASentence) {
    EXPECT_DEATH(schema_of<Family>(), "a state type must not contain itself");
}

}  // namespace
}  // namespace tandem::sim
