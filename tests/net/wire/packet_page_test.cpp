// SPDX-License-Identifier: MIT
// The worked examples of PROTOCOL.md to the byte, and for each rule of the page a packet that
// breaks it and what is said of it.
#include <tandem/net/wire/packet.hpp>

#include <string>

#include <gtest/gtest.h>

#include <tests/net/wire_samples.hpp>
#include <tests/sim/by_hand.hpp>

namespace tandem::test {
namespace {

using namespace net::wire;
using sim::Bytes;
using sim::bytes_of;

// ---- Examples ----

TEST(PacketPage, TheWorkedExampleHolds) {
    const sim::Schema schema = pad_schema(4);
    const PacketFormat format{2, InputFormat(schema)};
    SamplePacket sample = held_example();
    const SampleKnown known(sample);
    const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    EXPECT_EQ(bytes, bytes_of({0x2A, 0x51, 0x28, 0xA2, 0xCF, 0xF7, 0xE6, 0xD5, 0x44, 0xF3, 0x6D,
                               0x98, 0x12, 0x00}));
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, {&format, &known, 16 * 1000 - 5}, packet));
    EXPECT_EQ(packet.head, sample.head);
    EXPECT_EQ(packet.acks, sample.acks);
    EXPECT_EQ(packet.inputs.size(), 7U);
}

TEST(PacketPage, RandomInputsAreLaidOutRaw) {
    const sim::Schema schema = pad_schema(4);
    const PacketFormat format{2, InputFormat(schema)};
    SamplePacket sample = random_example();
    const SampleKnown known(sample);
    const Bytes bytes = write_sample(sample, format, k_sample_bytes_max);
    EXPECT_EQ(bytes, bytes_of({0x2B, 0x44, 0x13, 0x07, 0x7D, 0xE0, 0x70, 0x66, 0x09, 0x1A, 0x2B,
                               0x3C, 0x4D, 0x5E, 0x6F, 0x78}));
    Packet packet;
    ASSERT_TRUE(decode_packet(bytes, {&format, &known, 0}, packet));
    EXPECT_EQ(packet.head, sample.head);
}

// ---- Mistakes ----

// What is said of a packet that BitWriter calls make, between two players with inputs of four bytes
// whose idle input is known; "" where it is accepted.
template <class Write>
std::string said_of_packet(std::uint32_t players, Write write) {
    const sim::Schema schema = pad_schema(4);
    const PacketFormat format{players, InputFormat(schema)};
    const AlwaysKnown known(Bytes(4));
    Bytes bytes;
    BitWriter writer(bytes);
    write(writer);
    writer.finish();
    Packet packet;
    const auto decoded = decode_packet(bytes, {&format, &known, 0}, packet);
    return decoded ? "" : decoded.error().text();
}

// Number 0 and base 0, without any other part.
void write_plain_head(BitWriter& writer) {
    writer.write(0, 8 + 1 + 5);
    writer.write(0, 16);
}
constexpr std::size_t k_plain_head_bits = 30;

std::string at_bit(std::size_t bit) {
    return "packet, byte " + std::to_string(bit / 8) + ", bit " + std::to_string(bit % 8) + ": ";
}

// The text without its place.
std::string message_of(const std::string& text) { return text.substr(text.find(": ") + 2); }

TEST(PacketPage, AMistakeOfTheHeadIsNamedWithItsPlace) {
    EXPECT_EQ(said_of_packet(2, [](BitWriter&) {}),
              at_bit(0) + "head: found the end of the packet, expected more bits");
    EXPECT_EQ(said_of_packet(2,
                             [](BitWriter& writer) {
                                 writer.write(7, 8);
                                 writer.write(0b11010, 6);
                                 writer.write(0, 32);
                             }),
              at_bit(14) + "head: found the usual parts in five bits, expected one bit");
    EXPECT_EQ(said_of_packet(2,
                             [](BitWriter& writer) {
                                 writer.write(7, 8);
                                 writer.write(0b00100, 6);
                                 writer.write(3, 2);
                                 writer.write(0, 5);
                             }),
              at_bit(21) + "extras: found strain 3, expected 0 to 2");
    EXPECT_EQ(said_of_packet(2,
                             [](BitWriter& writer) {
                                 writer.write(7, 8);
                                 writer.write(0b01000, 6);
                                 writer.write_small(16, 0);
                                 writer.write(0, 12);
                             }),
              at_bit(23) + "due: found 16 sixteenths, expected 15 at most");
    EXPECT_EQ(said_of_packet(2,
                             [](BitWriter& writer) {
                                 writer.write(7, 8);
                                 writer.write(0b10000, 6);
                                 writer.write(5, 16);
                                 writer.write_small_signed(-6, 0);
                                 writer.write(0, 32);
                             }),
              at_bit(69) + "hash: found a tick that does not exist, expected one near tick 5");
    EXPECT_EQ(said_of_packet(2,
                             [](BitWriter& writer) {
                                 writer.write(7, 8);
                                 writer.write(0b10000, 6);
                                 writer.write(0, 16);
                                 writer.write(0, 32);
                             }),
              at_bit(30) + "hash: found a number out of bounds, expected one up to 536870910");
}

TEST(PacketPage, AMistakeOfTheListsIsNamedWithItsPlace) {
    EXPECT_EQ(said_of_packet(64, write_plain_head),
              at_bit(32) + "acknowledgements: found the end of the packet, expected more bits");
    const auto ack = [](std::int64_t next, std::int64_t slack_distance) {
        return said_of_packet(2, [&](BitWriter& writer) {
            write_plain_head(writer);
            writer.write(0b10, 2);
            writer.write_small_signed(next - 1, 2);
            writer.write_flag(true);
            writer.write_small_signed(slack_distance, 0);
        });
    };
    EXPECT_EQ(ack(31, 0), "");
    EXPECT_EQ(message_of(ack(31, 1)),
              "acknowledgement: found slack 32 of player 1, expected -32 to 31");
    EXPECT_EQ(message_of(ack(1000, -64)),
              "acknowledgement: found slack -33 of player 1, expected -32 to 31");
    EXPECT_EQ(message_of(ack(-1, 0)),
              "acknowledgement: found a tick of player 1 that does not exist, expected one near "
              "tick 0");
    EXPECT_EQ(said_of_packet(2,
                             [](BitWriter& writer) {
                                 write_plain_head(writer);
                                 writer.write(0b100, 3);
                                 writer.write_small_signed(-1, 3);
                                 writer.write_small(0, 3);
                                 writer.write(0b01, 2);
                             }),
              at_bit(k_plain_head_bits + 7) +
                  "run: found a tick of player 0 that does not exist, expected one near tick 0");
    // Ten players are two groups: none of the first eight follows, and none of the other two.
    EXPECT_EQ(said_of_packet(10,
                             [](BitWriter& writer) {
                                 write_plain_head(writer);
                                 writer.write(0b0010, 4);
                                 writer.write(0, 8);
                             }),
              at_bit(k_plain_head_bits + 4) +
                  "acknowledgements: found none of players 8 to 9, expected one");
    EXPECT_EQ(said_of_packet(10,
                             [](BitWriter& writer) {
                                 write_plain_head(writer);
                                 writer.write(0b0100, 4);
                                 writer.write(0, 8);
                             }),
              at_bit(k_plain_head_bits + 11) + "runs: found none of players 0 to 7, expected one");
}

TEST(PacketPage, AMistakeOfARunIsNamedWithItsTick) {
    const auto run = [](auto write) {
        return said_of_packet(2, [&](BitWriter& writer) {
            write_plain_head(writer);
            writer.write(0b100, 3);
            writer.write_small_signed(40, 3);
            write(writer);
        });
    };
    EXPECT_EQ(message_of(run([](BitWriter& writer) {
                  writer.write_small(2, 3);
                  writer.write(0b0100, 4);
                  writer.write(0, 32);
              })),
              "input of player 0 for tick 41: found a change in a longer code than necessary; "
              "expected the shortest one");
    EXPECT_EQ(message_of(said_of_packet(2,
                                        [](BitWriter& writer) {
                                            writer.write(7, 8);
                                            writer.write(0b100000, 6);
                                            writer.write(0, 16);
                                            writer.write(0b100, 3);
                                            writer.write_small_signed(40, 3);
                                            writer.write_small(41, 3);
                                            writer.write(0, 8);
                                        })),
              "run: found a tick of player 0 that does not exist, expected one near tick 0");
    EXPECT_EQ(message_of(run([](BitWriter& writer) { writer.write_small(30, 3); })),
              "input of player 0 for tick 44: found the end of the packet, expected more bits");
}

TEST(PacketPage, NothingFollowsTheLastRun) {
    const auto with_rest = [](unsigned rest, unsigned bits) {
        return said_of_packet(2, [&](BitWriter& writer) {
            write_plain_head(writer);
            writer.write(0, 2);
            writer.write(rest, bits);
        });
    };
    EXPECT_EQ(with_rest(0, 0), "");
    EXPECT_EQ(message_of(with_rest(0, 1)), "end: found 5 bytes, expected 4");
    EXPECT_EQ(said_of_packet(1,
                             [](BitWriter& writer) {
                                 writer.write(0, 8);
                                 writer.write(0b01000, 6);
                                 writer.write_small(0, 0);
                                 writer.write(0, 12);
                                 writer.write(0b100, 3);
                             }),
              at_bit(29) + "end: found bits behind the last run, expected zeros");
}

}  // namespace
}  // namespace tandem::test
