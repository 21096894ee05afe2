// SPDX-License-Identifier: MIT
// Flags are checked in words, whatever the element's size, and every fault is found where it is.
#include <tandem/sim/serialize/layout.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/reader.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/sim/serialize/forms.hpp>

namespace tandem::sim {
namespace {

// Flags at some bytes of an element of `k_bytes`; the others are numbers.
template <std::size_t k_bytes, std::size_t k_flags>
struct Element {
    std::array<bool, k_flags> flags{};
    std::array<std::uint8_t, k_bytes - k_flags> numbers{};
    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(flags), CEREAL_NVP(numbers));
    }
};

// Each byte of many elements in turn is 2: refused exactly where a flag stands, at that byte.
template <std::size_t k_bytes, std::size_t k_flags>
void expect_faults_found() {
    using T = Element<k_bytes, k_flags>;
    const Layout& layout = layout_of<T>();
    ASSERT_TRUE(layout.block_write);
    ASSERT_FALSE(layout.block_read);
    ASSERT_EQ(layout.flags.size(), k_flags);
    const Bytes sound = canonical_bytes(std::vector<T>(7));
    for (std::size_t at = 4; at < sound.size(); ++at) {
        Bytes bytes = sound;
        bytes[at] = std::byte{2};
        std::vector<T> read;
        const auto result = read_value(bytes, read, 1 << 20, "value");
        const bool is_flag = (at - 4) % k_bytes < k_flags;
        ASSERT_EQ(result.has_value(), !is_flag) << k_bytes << " bytes, byte " << at;
        if (is_flag) {
            EXPECT_EQ(result.error().place, "value byte " + std::to_string(at + 1));
            EXPECT_EQ(result.error().message, "found a bool of 2 where only 0 and 1 are allowed");
        } else {
            EXPECT_EQ(canonical_bytes(read), bytes);
        }
        bytes[at] = std::byte{1};
        EXPECT_TRUE(read_value(bytes, read, 1 << 20, "value"));
        EXPECT_EQ(canonical_bytes(read), bytes);
    }
}

TEST(Layout, FlagsAreFoundInElementsOfAnySize) {
    expect_faults_found<2, 1>();
    expect_faults_found<3, 2>();
    expect_faults_found<8, 3>();
    expect_faults_found<12, 5>();
    expect_faults_found<24, 11>();
    expect_faults_found<80, 64>();
}

TEST(Layout, FlagsBeyondTheMostAreReadOneByOne) {
    using T = Element<80, 65>;
    EXPECT_TRUE(layout_of<T>().block_write);
    EXPECT_FALSE(layout_of<T>().block_read);
    EXPECT_TRUE(layout_of<T>().flags.empty());
    EXPECT_TRUE((layout_of<std::array<T, 2>>().flags.empty()));
    Bytes bytes = canonical_bytes(std::vector<T>(3));
    std::vector<T> read;
    EXPECT_TRUE(read_value(bytes, read, 1 << 20, "value"));
    bytes[4 + 80 + 64] = std::byte{2};
    EXPECT_FALSE(read_value(bytes, read, 1 << 20, "value"));
}

TEST(Layout, ARunOfFlagsAloneIsABlockToo) {
    std::array<bool, 100> gates{};
    gates[99] = true;
    Bytes bytes = canonical_bytes(gates);
    std::array<bool, 100> read{};
    ASSERT_TRUE(read_value(bytes, read, 0, "value"));
    EXPECT_EQ(read, gates);
    bytes[57] = std::byte{0x80};
    EXPECT_FALSE(read_value(bytes, read, 0, "value"));
}

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
    EXPECT_FALSE(layout_of<test::UnevenCell>().block_write) << "an unnamed member";
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
    EXPECT_NE(test::refusal<std::vector<Flagged>>("01 00 00 00 02 00"), "accepted");
}

}  // namespace
}  // namespace tandem::sim
