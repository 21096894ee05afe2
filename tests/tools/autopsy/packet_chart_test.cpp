// SPDX-License-Identifier: MIT
// Each packet is an arrow, and silence is told in words.
#include <tandem/tools/autopsy/sections.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tests/tools/lab/report/well_formed.hpp>

namespace tandem::tools::autopsy {
namespace {

lab::report::Document charted(std::vector<SeenPacket> packets) {
    PageFacts facts;
    facts.packets = {{"host.tandem", std::move(packets)}};
    Markup page;
    write_packets(page, facts);
    auto document = lab::report::read_markup(page.extract());
    EXPECT_EQ(document.problems, std::vector<std::string>{});
    return document;
}

std::vector<std::string> texts_of_element(const lab::report::Document& document,
                                          const std::string& name) {
    std::vector<std::string> texts;
    for (const auto& element : document.elements) {
        if (element.name == name) {
            texts.push_back(element.text);
        }
    }
    return texts;
}

TEST(PacketChart, ArrowsGoUpForWhatWasSentAndDownForWhatArrived) {
    const auto document = charted({{0, true, 1, "packet", 40},
                                   {1'000'000, false, 1, "packet", 60},
                                   {1'500'000, true, 1, "packet", 40}});
    const auto path = [&](const std::string& look) {
        for (const auto& element : document.elements) {
            if (element.attribute("class") == look) {
                return element.attribute("d");
            }
        }
        return std::string();
    };
    EXPECT_TRUE(path("sent").starts_with("M0,50V8"));
    EXPECT_NE(path("sent").find("M599,50V8"), std::string::npos);
    EXPECT_TRUE(path("arrived").starts_with("M399,50V92"));
    EXPECT_EQ(path("message"), "");
}

TEST(PacketChart, TheLongestSilenceOfEachWayIsTold) {
    const auto words = texts_of_element(charted({{0, true, 1, "packet", 40},
                                                 {100'000, false, 1, "packet", 60},
                                                 {900'000, false, 1, "packet", 60}}),
                                        "p");
    ASSERT_GE(words.size(), 2U);
    EXPECT_EQ(words[0],
              "Sent, arrows up: 1 with 40 bytes; the longest silence was 0.00 s, up to 0.00 s.");
    EXPECT_EQ(words[1],
              "Arrived, arrows down: 2 with 120 bytes; the longest silence was 0.80 s, up to "
              "0.90 s.");
}

TEST(PacketChart, MessagesHaveTheirNamesAndAreBounded) {
    std::vector<SeenPacket> packets(k_messages_named + 9, {0, false, 2, "<b>desync", 7});
    const auto lines = texts_of_element(charted(packets), "li");
    ASSERT_EQ(lines.size(), k_messages_named);
    EXPECT_EQ(lines[0], "at 0.00 s: <b>desync, 7 bytes, from player 2");
}

TEST(PacketChart, WithoutABundleThereIsNoSection) {
    Markup page;
    write_packets(page, PageFacts{});
    EXPECT_EQ(page.extract(), "");
}

TEST(PacketChart, ATimeThatIsNearlyZeroHasNoSign) {
    const auto lines = texts_of_element(
        charted({{-12'000, false, 2, "desync", 7}, {-4'000, false, 2, "desync", 7}}), "li");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines[0].starts_with("at -0.01 s: ")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("at 0.00 s: ")) << lines[1];
}

}  // namespace
}  // namespace tandem::tools::autopsy
