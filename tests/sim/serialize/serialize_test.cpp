// SPDX-License-Identifier: MIT
// Canonical bytes: the form of each type, written, read back and described. Form by form;
// tests/property does it at random.
#include <gtest/gtest.h>

#include <tandem/sim/serialize/describer.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/sim/serialize/forms.hpp>

namespace tandem::sim {
namespace {

using test::expect_form;
using test::refusal;

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

// Its order is the game's, not that of the bytes.
TEST(Serialize, AnOrderOfTheGamesOwnIsKept) {
    using Falling = std::set<std::uint8_t, std::greater<>>;
    expect_form(Falling{1, 2, 3}, "03 00 00 00 03 02 01");
    EXPECT_NE(refusal<Falling>("02 00 00 00 01 02"), "accepted");
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
