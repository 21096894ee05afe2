// SPDX-License-Identifier: MIT
// A message comes back as it was; bytes that are none, or that would take too much memory, do not.
#include <tandem/tools/process/message.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

const sim::Error k_nonsense{sim::ErrorCode::bad_data, "", "what arrived is none"};

struct Letter {
    std::vector<std::string> lines{};
    sim::Error error{};

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(lines), CEREAL_NVP(error));
    }
};

sim::Result<Letter> read_letter(sim::ByteView bytes) {
    return read_message<Letter>(bytes, k_nonsense,
                                [](const Letter& letter) { return is_known(letter.error.code); });
}

const Letter k_letter{{"one", "", "three"}, {sim::ErrorCode::io, "file", "is full"}};

TEST(LettersBetweenProcesses, ComeBackAsTheyWere) {
    const auto read = read_letter(sim::canonical_bytes(k_letter));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->lines, k_letter.lines);
    EXPECT_EQ(read->error.code, k_letter.error.code);
    EXPECT_EQ(read->error.text(), k_letter.error.text());
}

TEST(LettersBetweenProcesses, AreRefusedCutOrLongerOrUnsound) {
    sim::Bytes bytes = sim::canonical_bytes(k_letter);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(read_letter(sim::ByteView(bytes).first(size))) << size;
    }
    bytes.push_back(std::byte{0});
    const auto longer = read_letter(bytes);
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().text(), k_nonsense.text());
    Letter unknown = k_letter;
    unknown.error.code = static_cast<sim::ErrorCode>(9);
    EXPECT_FALSE(read_letter(sim::canonical_bytes(unknown)));
}

TEST(LettersBetweenProcesses, MayHaveManyShortParts) {
    const Letter many{std::vector<std::string>(10'000), {}};
    const auto read = read_letter(sim::canonical_bytes(many));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->lines.size(), many.lines.size());
}

// Elements of one byte that take a kilobyte each.
struct Bulky {
    struct Block {
        std::uint8_t number = 0;
        std::uint8_t unnamed[1'023] = {};

        template <class Archive>
        void serialize(Archive& ar) {
            ar(CEREAL_NVP(number));
        }
    };
    std::vector<Block> blocks{};

    template <class Archive>
    void serialize(Archive& ar) {
        ar(CEREAL_NVP(blocks));
    }
};

TEST(LettersBetweenProcesses, TakeNoMoreMemoryThanTheirBytesAllow) {
    EXPECT_TRUE(
        read_message<Bulky>(sim::canonical_bytes(Bulky{std::vector<Bulky::Block>(3)}), k_nonsense));
    EXPECT_FALSE(
        read_message<Bulky>(sim::canonical_bytes(Bulky{std::vector<Bulky::Block>(9)}), k_nonsense));
}

}  // namespace
}  // namespace tandem::tools
