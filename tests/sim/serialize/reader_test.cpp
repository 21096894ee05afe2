// SPDX-License-Identifier: MIT
// What a Reader promises of hostile bytes: it takes the one form of a value and nothing else, makes
// nothing that the bytes do not hold, and stops at the first problem, which it names.
// tests/sim/memory counts what it allocates.
#include <tandem/sim/serialize/reader.hpp>

#include <array>
#include <bitset>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/containers/commands.hpp>
#include <tandem/sim/containers/flat_map.hpp>
#include <tests/sim/memory_limit.hpp>
#include <tests/sim/rich_game.hpp>
#include <tests/sim/serialize/forms.hpp>

namespace tandem::sim {
namespace {

using test::from_hex;
using test::k_memory_bytes_max;
using test::refusal;

// ---- One form -----------------------------------------------------------------------------------

// All byte strings of up to `size_max` bytes, each byte out of a few that mean something.
template <class Check>
void for_each_string(std::size_t size_max, const std::vector<int>& alphabet, Check&& check,
                     Bytes bytes = {}) {
    check(bytes);
    for (std::size_t i = 0; i < alphabet.size() && bytes.size() < size_max; ++i) {
        Bytes longer = bytes;
        longer.push_back(static_cast<std::byte>(alphabet[i]));
        for_each_string(size_max, alphabet, check, std::move(longer));
    }
}

// Whatever is accepted writes back to the bytes it was read from; so many are.
template <class T>
void expect_one_form(std::size_t size_max, const std::vector<int>& alphabet,
                     std::size_t accepted_expected) {
    std::size_t accepted = 0;
    for_each_string(size_max, alphabet, [&](const Bytes& bytes) {
        T value{};
        if (read_value(bytes, value, k_memory_bytes_max, "value")) {
            ++accepted;
            EXPECT_EQ(test::to_hex(canonical_bytes(value)), test::to_hex(bytes));
        }
    });
    EXPECT_EQ(accepted, accepted_expected);
}

TEST(Reader, WhatItAcceptsWritesBackToTheSameBytes) {
    expect_one_form<bool>(2, {0, 1, 2, 0x80, 0xff}, 2);
    expect_one_form<std::bitset<3>>(2, {0, 1, 7, 8, 0xff}, 3);
    expect_one_form<std::optional<bool>>(3, {0, 1, 2, 0xff}, 3);
    expect_one_form<std::variant<bool, std::uint8_t>>(3, {0, 1, 2, 3}, 2 + 4);
    expect_one_form<Commands<bool, 2>>(5, {0, 1, 2, 3}, 1 + 2 + 4);
    // Subsets of {0, 1, 2} and maps from {0, 1, 2} to flags, their lengths in four bytes.
    expect_one_form<std::set<std::uint8_t>>(7, {0, 1, 2}, 1 + 3 + 3);
    expect_one_form<std::map<std::uint8_t, bool>>(8, {0, 1, 2}, 1 + 6 + 12);
    expect_one_form<FlatMap<std::uint8_t, bool>>(8, {0, 1, 2}, 1 + 6 + 12);
    expect_one_form<std::string>(6, {0, 1, 2}, 1 + 3 + 9);
}

TEST(Reader, FlagsOtherThanZeroAndOneAreRefused) {
    EXPECT_EQ(refusal<bool>("02"),
              "value byte 1: found a bool of 2 where only 0 and 1 are allowed");
    EXPECT_NE((refusal<std::array<bool, 2>>("01 02")), "accepted");
    EXPECT_NE(refusal<std::optional<std::uint8_t>>("02 00"), "accepted");
    EXPECT_NE((refusal<std::optional<std::optional<bool>>>("01 01 03")), "accepted");
    EXPECT_NE(refusal<std::vector<test::Unit>>(
                  "01 00 00 00 01 02 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"),
              "accepted");
}

TEST(Reader, ChoicesCountsAndBitsBeyondTheirRangeAreRefused) {
    EXPECT_EQ((refusal<std::variant<std::uint8_t, bool>>("02 00")),
              "value byte 1: found alternative 2 of a variant that has 2");
    EXPECT_EQ((refusal<Commands<std::uint8_t, 1>>("02 00 01 02")),
              "value byte 2: found a count of 2 orders where at most 1 are allowed");
    EXPECT_EQ(refusal<std::bitset<3>>("08"),
              "value byte 1: found a bit set beyond the last of 3 bits");
    EXPECT_NE(refusal<std::bitset<9>>("00 02"), "accepted");
}

TEST(Reader, KeysThatDoNotAscendAreRefused) {
    EXPECT_EQ(refusal<std::set<std::uint8_t>>("02 00 00 00 02 01"),
              "value byte 6: found a key that does not follow the one before it in order");
    EXPECT_NE(refusal<std::set<std::uint8_t>>("02 00 00 00 02 02"), "accepted");
    EXPECT_NE((refusal<std::map<std::int8_t, bool>>("02 00 00 00 00 00 ff 00")), "accepted");
    EXPECT_EQ((refusal<std::map<std::int8_t, bool>>("02 00 00 00 ff 00 00 00")), "accepted");
}

// ---- Lengths and memory -------------------------------------------------------------------------

TEST(Reader, LengthsBeyondTheBytesAreRefusedAndNamed) {
    EXPECT_EQ(refusal<std::string>("ff ff ff ff 00"),
              "value byte 4: found a length of 4294967295 elements where 1 bytes remain");
    EXPECT_NE(refusal<std::vector<std::uint32_t>>("02 00 00 00 01 02 03 04 05 06 07"), "accepted");
    EXPECT_NE((refusal<std::map<std::uint8_t, std::uint32_t>>("02 00 00 00 01 00 00 00 00 02")),
              "accepted");
}

TEST(Reader, MemoryBeyondTheBudgetIsRefused) {
    const Bytes bytes = canonical_bytes(std::vector<std::uint64_t>(100));
    std::vector<std::uint64_t> value;
    EXPECT_TRUE(read_value(bytes, value, 1000, "value"));
    const auto read = read_value(bytes, value, 799, "value");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message,
              "found a length of 100 elements, more than state_bytes_max of the game leaves room "
              "for");
}

TEST(Reader, TheBudgetIsOneForAllContainersTogether) {
    const Bytes bytes = canonical_bytes(
        std::vector<std::vector<std::uint64_t>>(10, std::vector<std::uint64_t>(10)));
    std::vector<std::vector<std::uint64_t>> value;
    EXPECT_TRUE(read_value(bytes, value, 2000, "value"));
    EXPECT_FALSE(read_value(bytes, value, 999, "value"));
}

// A length that claims more than the bytes hold, for what may follow it in any number.
template <class T>
void expect_nothing_made() {
    Bytes bytes = from_hex("ff ff ff ff");
    bytes.resize(100);
    T value{};
    const auto read = read_value(bytes, value, ~std::uint64_t{0}, "value");
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("a length of 4294967295"), std::string::npos);
    EXPECT_TRUE(value.empty());
    if constexpr (requires { value.capacity(); }) {
        EXPECT_EQ(value.capacity(), T{}.capacity());
    }
}

TEST(Reader, AHostileCountIsRefusedBeforeAnythingIsMade) {
    expect_nothing_made<std::string>();
    expect_nothing_made<std::vector<std::uint8_t>>();
    expect_nothing_made<std::vector<std::vector<std::string>>>();
    expect_nothing_made<std::set<std::uint32_t>>();
    expect_nothing_made<std::map<std::uint8_t, std::string>>();
    expect_nothing_made<FlatMap<std::uint8_t, std::uint64_t>>();
}

// ---- What is left behind ------------------------------------------------------------------------

TEST(Reader, WhatStoodInTheTargetBeforeLeavesNoTrace) {
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

TEST(Reader, AfterTheFirstProblemNothingIsReadAndNoOtherIsTold) {
    const Bytes bytes = from_hex("05 02 07 03");
    Reader reader(bytes, k_memory_bytes_max);
    std::uint8_t first = 0;
    bool bad = false;
    std::uint8_t untouched = 99;
    bool worse = true;
    reader.visit(first);
    EXPECT_FALSE(reader.failed());
    reader.visit(bad);
    EXPECT_TRUE(reader.failed());
    reader.visit(untouched);
    reader.visit(worse);
    EXPECT_EQ(first, 5);
    EXPECT_EQ(untouched, 99);
    EXPECT_TRUE(worse);
    const auto finished = reader.finish("value");
    ASSERT_FALSE(finished);
    EXPECT_EQ(finished.error().text(),
              "value byte 2: found a bool of 2 where only 0 and 1 are allowed");
}

TEST(Reader, WhatWasReadBeforeAProblemIsKept) {
    std::tuple<std::uint8_t, bool, std::uint8_t> value(0, true, 9);
    EXPECT_FALSE(read_value(from_hex("04 02 07"), value, k_memory_bytes_max, "value"));
    EXPECT_EQ(std::get<0>(value), 4);
    EXPECT_EQ(std::get<2>(value), 9);
}

TEST(Reader, SuccessNeedsEveryByteAndTheErrorNamesWhatAndWhere) {
    std::uint16_t value = 0;
    EXPECT_TRUE(read_value(from_hex("01 02"), value, 0, "state"));
    for (const char* what : {"state", "input"}) {
        const auto cut = read_value(from_hex("01"), value, 0, what);
        ASSERT_FALSE(cut);
        EXPECT_EQ(cut.error().code, ErrorCode::bad_data);
        EXPECT_EQ(cut.error().place, std::string(what) + " byte 0");
        const auto longer = read_value(from_hex("01 02 03"), value, 0, what);
        ASSERT_FALSE(longer);
        EXPECT_EQ(longer.error().place, std::string(what) + " byte 2");
    }
}

}  // namespace
}  // namespace tandem::sim
