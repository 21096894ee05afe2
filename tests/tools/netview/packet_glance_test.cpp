// SPDX-License-Identifier: MIT
// An onlooker reads what its writer wrote, and refuses what is no packet.
#include <tandem/tools/netview/packet_glance.hpp>

#include <gtest/gtest.h>

#include <tandem/net/wire/message.hpp>
#include <tandem/sim/game.hpp>
#include <tests/support/counter.hpp>

namespace tandem::tools::netview {
namespace {

using net::wire::PacketFormat;
using net::wire::PacketHead;
using net::wire::PacketWriter;

PacketFormat format() {
    return {2, net::wire::InputFormat(sim::GameModel<test::Counter>::game_info().input_schema)};
}

sim::Bytes packet_of(const PacketHead& head, std::optional<std::uint64_t> first) {
    const PacketFormat of = format();
    sim::Bytes bytes;
    PacketWriter writer(head, of, 500, bytes);
    writer.add_ack({0, 1'001, std::nullopt});
    if (first) {
        const sim::Bytes idle(2);
        const sim::Bytes input(2, std::byte{5});
        writer.add_run({1, *first, *first, idle, 4},
                       [&](std::uint64_t) { return sim::ByteView(input); });
    }
    writer.finish();
    return bytes;
}

TEST(PacketGlance, ReadsHeadAndFirstTickWithoutKnowingAnyInput) {
    PacketHead head;
    head.number = 42;
    head.echo = net::wire::Echo{40, 20};
    head.due = 1'003 * net::wire::k_due_parts + 4;
    const auto glance = glance_at(packet_of(head, 998), format(), 1'000);
    ASSERT_TRUE(glance);
    EXPECT_EQ(glance->head, head);
    EXPECT_EQ(glance->first_tick, 998U);
    EXPECT_EQ(glance_at(packet_of(head, std::nullopt), format(), 1'000)->first_tick, std::nullopt);
}

TEST(PacketGlance, OfWhatIsNoPacketThereIsNothing) {
    EXPECT_FALSE(glance_at({}, format(), 0));
    sim::Bytes bytes = packet_of({}, 3);
    bytes.resize(2);
    EXPECT_FALSE(glance_at(bytes, format(), 0));
}

TEST(PacketGlance, MessagesHaveTheNamesOfTheirTypes) {
    EXPECT_EQ(message_name(net::encode_message(net::Greeting{4})), "greeting");
    EXPECT_EQ(message_name(net::encode_message(net::Welcome{})), "welcome");
    EXPECT_EQ(message_name(net::encode_message(net::Done{})), "done");
    EXPECT_EQ(message_name(net::encode_message(net::Holdup{})), "hold-up");
    EXPECT_EQ(message_name(net::encode_message(net::Differ{})), "differ");
    EXPECT_EQ(message_name({}), "message");
    EXPECT_EQ(message_name(sim::Bytes(3, std::byte{200})), "message");
}

}  // namespace
}  // namespace tandem::tools::netview
