// SPDX-License-Identifier: MIT
// Packets are read where a bundle has them, line by line, and a wrong line is named.
#include <tandem/tools/autopsy/packets.hpp>

#include <filesystem>

#include <gtest/gtest.h>

#include <tests/tools/here.hpp>

namespace tandem::tools::autopsy {
namespace {

const std::string k_out = R"({"at_us":5,"way":"out","peer":1,"kind":"packet","bytes":40,"n":[1]})";
const std::string k_in = R"({"at_us":9,"way":"in","peer":null,"kind":"desync","bytes":7})";

TEST(Packets, AreReadLineByLine) {
    const auto packets = parse_packets(k_out + "\n" + k_in + "\n");
    ASSERT_TRUE(packets) << packets.error().text();
    ASSERT_EQ(packets->size(), 2U);
    EXPECT_TRUE((*packets)[0].is_sent);
    EXPECT_EQ((*packets)[0].peer, 1U);
    EXPECT_EQ((*packets)[1].at_us, 9);
    EXPECT_EQ((*packets)[1].peer, std::nullopt);
    EXPECT_EQ((*packets)[1].kind, "desync");
    EXPECT_TRUE(parse_packets("")->empty());
}

TEST(Packets, OfAWrongLineAreRefusedByItsNumber) {
    for (const std::string wrong :
         {"", "[]", "{", R"({"at_us":1,"way":"up","kind":"packet","bytes":1})",
          R"({"at_us":"1","way":"in","kind":"packet","bytes":1})",
          R"({"at_us":99999999999999999999,"way":"in","kind":"packet","bytes":1})",
          R"({"at_us":10,"way":"in","kind":"packet","bytes":-1})"}) {
        const auto packets = parse_packets(k_out + "\n" + wrong + "\n");
        ASSERT_FALSE(packets) << wrong;
        EXPECT_EQ(packets.error().place, "line 2");
    }
    EXPECT_FALSE(parse_packets(k_in + "\n" + k_out));
    EXPECT_FALSE(parse_packets(std::string(5'000, '[')));
}

TEST(Packets, BeyondTheBoundAreLeft) {
    std::string text;
    for (std::size_t i = 0; i < k_packets_read_max + 5; ++i) {
        text += k_out + "\n";
    }
    EXPECT_EQ(parse_packets(text)->size(), k_packets_read_max);
}

class PacketsBeside : public test::InFolder {};

TEST_F(PacketsBeside, ARecordingAreThoseOfItsBundleAndOfNothingElse) {
    write("packets.jsonl", k_out + "\n");
    const auto without = packets_beside(path("ours.tandem"));
    ASSERT_TRUE(without);
    EXPECT_FALSE(*without);
    write("bundle.json", "{}");
    const auto with = packets_beside(path("ours.tandem"));
    ASSERT_TRUE(with && *with);
    EXPECT_EQ((*with)->size(), 1U);
    write("packets.jsonl", "nothing");
    EXPECT_FALSE(packets_beside(path("ours.tandem")));
}

}  // namespace
}  // namespace tandem::tools::autopsy
