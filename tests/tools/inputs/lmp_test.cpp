// SPDX-License-Identifier: MIT
// Doom demos: what is read, and what is said about those that are cut or none.
#include <tandem/tools/inputs/lmp.hpp>

#include <string_view>

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

sim::Bytes bytes_of(std::string_view text) {
    const auto bytes = sim::as_bytes(text);
    return {bytes.begin(), bytes.end()};
}

// As each program begins its demos; what follows is of no interest any more.
TEST(Lmp, DemosOfOthersAreRefusedByWhatTheyAre) {
    struct Foreign {
        std::string_view beginning;
        const char* words;
    };
    using namespace std::string_view_literals;
    const Foreign k_foreign[] = {
        {"\x68\x03\x01\x01\0\0\0\0\0\x01\0\0\0"sv,
         "the first byte is 104: this is a demo of Doom 1.4 beta"},
        {"\x6a\x03\x01\x01\0\0\0\0\0\x01\0\0\0"sv,
         "the first byte is 106: this is a demo of Doom 1.6 or 1.666"},
        {"\x6c"sv, "the first byte is 108: this is a demo of Doom 1.8"},
        {"\x6f\x03\x01\x01\0\0\0\0\0\x01\0\0\0"sv,
         "the first byte is 111: this is a demo with long tics (Doom 1.91), whose turns"},
        {"\x65\x02\x01"sv, "the first byte is 101: this is a demo of Strife, whose tics"},
        {"\xca\x1d\x42oom\xe6\0"sv, "the first byte is 202: this is a demo of Boom 2.02"},
        {"\xcb\x1dMBF\xe6\0"sv, "the first byte is 203: this is a demo of MBF"},
        {"\xd6\x1dMBF\xe6\0"sv, "the first byte is 214: this is a demo of PrBoom or PrBoom+"},
        {"\xdd\x1dMBF\xe6\0"sv, "the first byte is 221: this is a demo of MBF21"},
        {"\xf0\x1d\x42oom\xe6\0"sv,
         "the first byte is 240: this is a demo of a port made from Boom"},
        {"FORM\0\0\x10\0ZDEMZDHD"sv, "this is a demo of ZDoom or a port made from it"},
        {"\x02\x05\x01\x01\0\0\0"sv,
         "the first byte is 2, a skill and no version: this is a demo of Doom before 1.4, of "
         "Heretic or of Hexen"},
        {"\x89PNG\r\n\x1a\n"sv, "the first byte is 137, which is the version of no Doom demo"}};
    for (const Foreign& foreign : k_foreign) {
        const std::string text = error_text(bytes_of(foreign.beginning));
        EXPECT_NE(text.find(foreign.words), std::string::npos) << text;
        EXPECT_NE(text.find("; expected a Doom 1.9 demo, whose version is 109"), std::string::npos)
            << text;
        EXPECT_TRUE(text.starts_with("a.lmp, byte 0: ")) << text;
    }
}

// A WAD of lumps with these names and contents.
sim::Bytes wad(const std::vector<std::pair<std::string, std::string>>& lumps) {
    sim::Bytes content;
    sim::Bytes directory;
    for (const auto& [name, text] : lumps) {
        sim::append_le(directory, static_cast<std::uint32_t>(12 + content.size()));
        sim::append_le(directory, static_cast<std::uint32_t>(text.size()));
        std::string padded = name;
        padded.resize(8);
        sim::append(directory, sim::as_bytes(padded));
        sim::append(content, sim::as_bytes(text));
    }
    sim::Bytes bytes;
    sim::append(bytes, sim::as_bytes("IWAD"));
    sim::append_le(bytes, static_cast<std::uint32_t>(lumps.size()));
    sim::append_le(bytes, static_cast<std::uint32_t>(12 + content.size()));
    sim::append(bytes, content);
    sim::append(bytes, directory);
    return bytes;
}

std::string text_of(sim::ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(Wad, TheLastLumpOfANameCountsAndCaseDoesNot) {
    const sim::Bytes bytes = wad({{"DEMO1", "old"}, {"MAP01", ""}, {"DEMO1", "new"}});
    const auto lump = find_lump(bytes, "demo1", "a.wad");
    ASSERT_TRUE(lump);
    EXPECT_EQ(text_of(*lump), "new");
    EXPECT_EQ(find_lump(bytes, "MAP01", "a.wad")->size(), 0U);
}

TEST(Wad, AMissingLumpNamesTheDemosThereAre) {
    const auto lump = find_lump(wad({{"DEMO1", "x"}, {"DEMO2", "y"}}), "DEMO3", "a.wad");
    ASSERT_FALSE(lump);
    EXPECT_NE(lump.error().message.find("its demos are DEMO1, DEMO2"), std::string::npos);
    const auto none = find_lump(wad({{"MAP01", "x"}}), "DEMO1", "a.wad");
    EXPECT_NE(none.error().message.find("has no demo"), std::string::npos);
}

TEST(Wad, CutAnywhereIsRefused) {
    const sim::Bytes bytes = wad({{"DEMO1", "content"}, {"DEMO2", "more"}});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(list_wad(sim::ByteView(bytes).first(size), "a.wad")) << size;
    }
}

TEST(Wad, HostileCountsAndOffsetsAreRefused) {
    sim::Bytes bytes = wad({{"DEMO1", "content"}});
    sim::Bytes many = bytes;
    sim::store_le(std::uint32_t{0xFFFF'FFFF}, many.data() + 4);
    EXPECT_FALSE(list_wad(many, "a.wad"));
    sim::Bytes far = bytes;
    sim::store_le(std::uint32_t{0xFFFF'FFF0}, far.data() + 12 + 7);
    const auto lumps = list_wad(far, "a.wad");
    ASSERT_FALSE(lumps);
    EXPECT_NE(lumps.error().message.find("DEMO1 reaches beyond the end"), std::string::npos);
}

TEST(Wad, AnotherFileIsNone) {
    EXPECT_FALSE(list_wad(sim::as_bytes("a text that is long enough"), "a.txt"));
}

}  // namespace

}  // namespace tandem::tools
