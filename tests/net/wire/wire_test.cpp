// SPDX-License-Identifier: MIT
// Packets to the byte: what is written is read back, what is malformed is refused, and no packet
// exceeds its bound.
#include <tandem/net/wire/wire.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

using net::PacketWriter;
using sim::Bytes;
using sim::ByteView;

Bytes bytes(std::initializer_list<int> values) {
    Bytes out;
    for (const int value : values) {
        out.push_back(static_cast<std::byte>(value));
    }
    return out;
}

// ---- Numbers ----

TEST(Varint, EveryWidthComesBackInItsShortestForm) {
    std::size_t size = 1;
    for (unsigned shift = 0; shift < 64; ++shift) {
        const std::uint64_t value = std::uint64_t{1} << shift;
        for (const std::uint64_t probe : {value - 1, value, value + 1}) {
            Bytes out;
            net::append_varint(out, probe);
            sim::ByteReader reader(out);
            EXPECT_EQ(net::take_varint(reader), probe);
            EXPECT_TRUE(reader.at_end() && !reader.failed());
        }
        Bytes out;
        net::append_varint(out, value);
        EXPECT_GE(out.size(), size);
        size = out.size();
    }
    EXPECT_EQ(size, 10U);
}

TEST(Varint, PaddedCutAndOverflowingNumbersFail) {
    for (const Bytes& bad :
         {bytes({0x80}), bytes({0x80, 0x00}), bytes({}), bytes({0xFF, 0xFF, 0x80, 0x00}),
          bytes({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02}),
          bytes({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01})}) {
        sim::ByteReader reader(bad);
        net::take_varint(reader);
        EXPECT_TRUE(reader.failed());
    }
}

// ---- Packets ----

TEST(Packet, TheWorkedExampleOfTheSpecificationHolds) {
    PacketWriter writer(3, 1);
    writer.add_ack({net::k_chain_stream, 7});
    writer.add_ack({1, 300});
    writer.add_item(0, 1000, bytes({0x19, 0x00}));
    writer.add_item(0, 1001, bytes({0x1A, 0x00}));
    const auto packets = writer.finish();
    ASSERT_EQ(packets.size(), 1U);
    EXPECT_EQ(packets[0],
              bytes({0x03,                    // slack
                     0xC0, 0x07,              // chain received up to tick 7
                     0x81, 0xAC, 0x02,        // inputs of player 1 up to tick 300
                     0x00, 0xE8, 0x07, 0x02,  // inputs of player 0 from tick 1000, two of them
                     0x04, 0x19, 0x00, 0x1A, 0x00}));
    EXPECT_EQ(net::tag_packet(0x0123456789ABCDEF, packets[0]).size(), packets[0].size() + 4);
}

TEST(Packet, WhatWasWrittenIsReadBackWithinTheBound) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed) +
                     ": tandem_net_tests --gtest_filter=Packet.WhatWas*");
        Random random(seed);
        const std::size_t item_bytes = random.below(std::size_t{1025});
        const std::uint64_t first = random.next64() >> random.between(1U, 63U);
        const std::uint64_t count = random.between(1U, 400U);
        PacketWriter writer(-5, 1'000);
        for (std::uint8_t stream = 0; stream <= net::k_chain_stream; ++stream) {
            ASSERT_TRUE(writer.add_ack({stream, random.next64()}));
        }
        for (std::uint64_t index = 0; index < count; ++index) {
            ASSERT_TRUE(writer.add_item(9, first + index,
                                        Bytes(item_bytes, static_cast<std::byte>(index))));
        }
        ASSERT_TRUE(writer.add_slack({63, -127}));
        std::uint64_t next = first;
        std::size_t acks = 0;
        std::size_t slacks = 0;
        for (const Bytes& payload : writer.finish()) {
            EXPECT_LE(payload.size(), net::k_payload_bytes_max);
            const auto packet = net::decode_packet(payload);
            ASSERT_TRUE(packet.has_value()) << packet.error().text();
            EXPECT_EQ(packet->slack, -5);
            acks += packet->acks.size();
            slacks += packet->slacks.size();
            for (const net::Run& run : packet->runs) {
                EXPECT_EQ(run.stream, 9);
                EXPECT_EQ(run.first, next);
                EXPECT_EQ(run.items.size(), run.count * item_bytes);
                next += run.count;
            }
        }
        EXPECT_EQ(next, first + count);
        EXPECT_EQ(acks, 65U);
        EXPECT_EQ(slacks, 1U);
    }
}

TEST(Packet, AFullWriterSaysSoAndKeepsWhatItHas) {
    PacketWriter writer(0, 2);
    std::uint64_t tick = 0;
    while (writer.add_item(0, tick, Bytes(1024))) {
        ++tick;
    }
    EXPECT_EQ(tick, 2U);
    writer.limit(3);
    EXPECT_TRUE(writer.add_item(0, tick, Bytes(1024)));
    EXPECT_EQ(writer.finish().size(), 3U);
}

TEST(Packet, OneInputOfTheLargestSizeFitsBesideTheAcknowledgementsOfAMatchForTwo) {
    PacketWriter writer(0, 1);
    EXPECT_TRUE(writer.add_ack({net::k_chain_stream, ~0ULL >> 8}));
    EXPECT_TRUE(writer.add_ack({1, ~0ULL >> 8}));
    EXPECT_TRUE(writer.add_item(0, ~0ULL >> 8, Bytes(sim::k_input_bytes_max)));
}

TEST(Packet, MalformedSectionsAreRefusedByName) {
    const std::vector<Bytes> malformed{
        bytes({}),                                 // nothing
        bytes({0, 0x42}),                          // no such stream
        bytes({0, 0x41, 0x01}),                    // slack that is cut
        bytes({0, 0x41, 0x40, 0x00}),              // of no slot
        bytes({0, 0x41, 0x01, 0x80}),              // that says nothing
        bytes({0, 0xC1, 0x00}),                    // nor to acknowledge
        bytes({0, 0x81}),                          // an acknowledgement that is cut
        bytes({0, 0x00, 0x05, 0x01}),              // a run that is cut
        bytes({0, 0x00, 0x05, 0x00, 0x00}),        // of no items
        bytes({0, 0x00, 0x05, 0x81, 0x40, 0x00}),  // of 8,193 items
        bytes({0, 0x00, 0x05, 0x01, 0x02, 0x00}),  // longer than the packet
        bytes({0, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0x01,
               0x00}),  // past 64 bits
    };
    for (const Bytes& payload : malformed) {
        const auto packet = net::decode_packet(payload);
        ASSERT_FALSE(packet.has_value());
        EXPECT_EQ(packet.error().code, sim::ErrorCode::bad_data);
        EXPECT_NE(packet.error().place.find("byte"), std::string::npos);
    }
}

TEST(Tag, AnyFlippedBitAndAnyOtherTokenIsNoticed) {
    const Bytes packet = net::tag_packet(5, bytes({1, 2, 3, 4, 5}));
    ASSERT_TRUE(net::check_tag(5, packet).has_value());
    EXPECT_FALSE(net::check_tag(6, packet).has_value());
    for (std::size_t bit = 0; bit < packet.size() * 8; ++bit) {
        Bytes damaged = packet;
        damaged[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
        EXPECT_FALSE(net::check_tag(5, damaged).has_value()) << bit;
    }
    for (std::size_t size = 0; size < packet.size(); ++size) {
        EXPECT_FALSE(net::check_tag(5, ByteView(packet).first(size)).has_value());
    }
}

}  // namespace
}  // namespace tandem::test
