// SPDX-License-Identifier: MIT
// A lump is found by name, and a hostile directory is refused.
#include <tandem/tools/inputs/wad.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

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
