// SPDX-License-Identifier: MIT
// Doom demos: what is read, and what is said about those that are cut or none.
#include <tandem/tools/inputs/lmp.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

constexpr std::size_t k_header = 13;

// Header, `tics` rows of four bytes for each player that tell where they stood, and the end.
sim::Bytes demo(std::uint32_t players, std::uint32_t tics) {
    sim::Bytes bytes{std::byte{109}};
    bytes.resize(9);
    for (std::uint32_t player = 0; player < 4; ++player) {
        bytes.push_back(std::byte{player < players ? std::uint8_t{1} : std::uint8_t{0}});
    }
    for (std::uint32_t tic = 0; tic < tics; ++tic) {
        for (std::uint32_t player = 0; player < players; ++player) {
            for (std::uint32_t byte = 0; byte < k_tic_bytes; ++byte) {
                bytes.push_back(static_cast<std::byte>(tic * 16 + player * 4 + byte));
            }
        }
    }
    bytes.push_back(std::byte{0x80});
    return bytes;
}

std::string error_text(const sim::Bytes& bytes) {
    const auto parsed = parse_lmp(bytes, "a.lmp");
    return parsed ? "" : parsed.error().text();
}

TEST(Lmp, EveryPlayersTicsComeInOrder) {
    const auto parsed = parse_lmp(demo(3, 5), "a.lmp");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->players, 3U);
    EXPECT_EQ(parsed->ticks, 5U);
    EXPECT_FALSE(parsed->cut);
    for (std::uint32_t tic = 0; tic < 5; ++tic) {
        for (std::uint32_t player = 0; player < 3; ++player) {
            for (std::uint32_t byte = 0; byte < k_tic_bytes; ++byte) {
                EXPECT_EQ(parsed->tic(tic, player)[byte],
                          static_cast<std::byte>(tic * 16 + player * 4 + byte));
            }
        }
    }
}

TEST(Lmp, CutAtEveryByteKeepsTheWholeTicsBefore) {
    const sim::Bytes whole = demo(2, 4);
    for (std::size_t size = k_header; size + 1 < whole.size(); ++size) {
        const auto parsed = parse_lmp(sim::ByteView(whole).first(size), "a.lmp");
        const std::size_t tics = (size - k_header) / 8;
        if (tics == 0) {
            EXPECT_FALSE(parsed) << size;
            continue;
        }
        ASSERT_TRUE(parsed) << size;
        EXPECT_EQ(parsed->ticks, tics) << size;
        ASSERT_TRUE(parsed->cut) << size;
        EXPECT_EQ(parsed->cut->place, "a.lmp, byte " + std::to_string(k_header + tics * 8)) << size;
    }
}

TEST(Lmp, TheEndInsideOfATicIsACut) {
    sim::Bytes bytes = demo(2, 3);
    bytes[k_header + 2 * 8 + 4] = std::byte{0x80};
    const auto parsed = parse_lmp(bytes, "a.lmp");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->ticks, 2U);
    ASSERT_TRUE(parsed->cut);
    EXPECT_NE(parsed->cut->message.find("tic 2 has 4 of its 8 bytes"), std::string::npos);
}

TEST(Lmp, TheEndByteIsNoEndWhereItIsATurnOrAButton) {
    sim::Bytes bytes = demo(1, 3);
    bytes[k_header + 2] = std::byte{0x80};
    bytes[k_header + 3] = std::byte{0x80};
    EXPECT_EQ(parse_lmp(bytes, "a.lmp")->ticks, 3U);
}

TEST(Lmp, WhatPortsAppendAfterTheEndIsIgnored) {
    sim::Bytes bytes = demo(1, 3);
    bytes.resize(bytes.size() + 100, std::byte{7});
    const auto parsed = parse_lmp(bytes, "a.lmp");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->ticks, 3U);
    EXPECT_FALSE(parsed->cut);
}

TEST(Lmp, WhatIsNoneIsRefusedWithItsByte) {
    EXPECT_NE(error_text({}).find("13 bytes"), std::string::npos);
    sim::Bytes version = demo(1, 1);
    version[0] = std::byte{111};
    EXPECT_NE(error_text(version).find("first byte is 111"), std::string::npos);
    sim::Bytes flag = demo(1, 1);
    flag[11] = std::byte{9};
    EXPECT_NE(error_text(flag).find("a.lmp, byte 11"), std::string::npos);
    EXPECT_NE(error_text(demo(0, 0)).find("no player"), std::string::npos);
    EXPECT_NE(error_text(demo(2, 0)).find("before its first tic"), std::string::npos);
}

}  // namespace
}  // namespace tandem::tools
