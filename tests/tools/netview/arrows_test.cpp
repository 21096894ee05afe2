// SPDX-License-Identifier: MIT
// An arrow has one beginning and at most one end, and leads to the packet that belongs to it.
#include <tandem/tools/netview/arrows.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::netview {
namespace {

using Kind = ArrowEnd::Kind;

TEST(Arrows, OfBothSidesLeadFromSendingToArrivalOnce) {
    PassageArrows arrows;
    const sim::Bytes one(3, std::byte{1});
    const sim::Bytes two(3, std::byte{2});
    const ArrowEnd first = arrows.sent({0, 1, one, nullptr});
    const ArrowEnd second = arrows.sent({0, 1, two, nullptr});
    EXPECT_EQ(first.kind, Kind::begins);
    EXPECT_NE(first.id, second.id);
    // The same bytes on another way are another packet.
    EXPECT_EQ(arrows.arrived({0, 1, one, nullptr}).kind, Kind::none);
    EXPECT_EQ(arrows.arrived({2, 0, one, nullptr}).kind, Kind::none);
    // Overtaken, and a duplicate.
    EXPECT_EQ(arrows.arrived({1, 0, two, nullptr}).id, second.id);
    EXPECT_EQ(arrows.arrived({1, 0, one, nullptr}).id, first.id);
    EXPECT_EQ(arrows.arrived({1, 0, one, nullptr}).kind, Kind::none);
}

TEST(Arrows, OfPacketsThatNeverArriveAreForgotten) {
    PassageArrows arrows;
    const sim::Bytes lost(3, std::byte{9});
    arrows.sent({0, 1, lost, nullptr});
    for (std::size_t i = 0; i < PassageArrows::k_under_way_max; ++i) {
        arrows.sent({0, 1, sim::Bytes{std::byte(i & 7), std::byte(i >> 3 & 255)}, nullptr});
    }
    EXPECT_EQ(arrows.arrived({1, 0, lost, nullptr}).kind, Kind::none);
}

PacketGlance glance_of(std::uint8_t number, std::optional<std::uint8_t> answers) {
    PacketGlance glance;
    glance.head.number = number;
    if (answers) {
        glance.head.echo = net::wire::Echo{*answers, 0};
    }
    return glance;
}

TEST(Arrows, OfOneSideLeadToTheFirstAnswerOfThatPeer) {
    EchoArrows arrows;
    const PacketGlance sent = glance_of(7, std::nullopt);
    const ArrowEnd first = arrows.sent({0, 1, {}, &sent});
    const ArrowEnd other = arrows.sent({0, 2, {}, &sent});
    const PacketGlance answer = glance_of(90, 7);
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).id, first.id);
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).kind, Kind::none);
    const PacketGlance silent = glance_of(91, std::nullopt);
    EXPECT_EQ(arrows.arrived({0, 2, {}, &silent}).kind, Kind::none);
    EXPECT_EQ(arrows.arrived({0, 2, {}, &answer}).id, other.id);
    // A number comes again after 256 packets, and means the later one.
    const ArrowEnd again = arrows.sent({0, 1, {}, &sent});
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).id, again.id);
    // A message has no number, and a peer that is gone no answers.
    EXPECT_EQ(arrows.sent({0, 1, {}, nullptr}).kind, Kind::none);
    arrows.sent({0, 1, {}, &sent});
    arrows.forget(1);
    EXPECT_EQ(arrows.arrived({0, 1, {}, &answer}).kind, Kind::none);
}

}  // namespace
}  // namespace tandem::tools::netview
