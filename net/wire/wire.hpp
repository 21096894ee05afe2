// SPDX-License-Identifier: MIT
// The bytes of unreliable packets: runs of inputs and hashes, and acknowledgements. PROTOCOL.md is
// the specification. Everything decoded here is checked, because it may be hostile.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/inputs.hpp>
#include <tandem/sim/result.hpp>

namespace tandem::net {

// Raised whenever the protocol changes: two versions never play each other.
inline constexpr std::uint16_t k_protocol_version = 3;

// What is left of a packet without its protection.
inline constexpr std::size_t k_payload_bytes_max = k_packet_bytes_max - k_protection_bytes_max;

// A stream is a sequence of items numbered by tick: the inputs of slot 0 to 63, or the sender's
// chain after each tick.
inline constexpr std::uint8_t k_chain_stream = 64;
static_assert(k_chain_stream == k_slots_max);

// Nobody holds inputs of others for more ticks than this ahead of its own simulation, and nobody
// may send more.
inline constexpr std::uint64_t k_window_ticks = 8192;

// An acknowledgement: "I have every item of this stream before `next`."
struct Ack {
    std::uint8_t stream = 0;
    std::uint64_t next = 0;
};

// `count` items of a stream for consecutive ticks, laid end to end.
struct Run {
    std::uint8_t stream = 0;
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    sim::ByteView items;
};

// The slack of a player's inputs at a guest, which came through the host; the host passes it on.
struct RelayedSlack {
    std::uint8_t slot = 0;
    std::int8_t slack = 0;
};

// The parts of a packet; the runs are views into its bytes.
struct Packet {
    std::int8_t slack = k_slack_unknown;
    std::vector<Ack> acks;
    std::vector<RelayedSlack> slacks;
    std::vector<Run> runs;
};

sim::Result<Packet> decode_packet(sim::ByteView payload);

// Makes packets of at most k_payload_bytes_max bytes each. It begins a new one when the last one is
// full.
class PacketWriter {
public:
    // Makes at most `packets_max` packets; each begins with the slack.
    PacketWriter(std::int8_t slack, std::size_t packets_max);

    // Sets the most packets in all from here on, so that there is room for later parts.
    void limit(std::size_t packets_max) { packets_max_ = packets_max; }
    // Returns false, and adds nothing, if no packet is left for it.
    bool add_ack(Ack ack);
    bool add_slack(RelayedSlack slack);
    // Items of one stream are added in the order of their ticks and join into runs. An item is at
    // most k_input_bytes_max long (asserted).
    bool add_item(std::uint8_t stream, std::uint64_t tick, sim::ByteView item);
    // The packets; at least one, to show that we are still here.
    std::vector<sim::Bytes> finish();

private:
    bool make_room(std::size_t bytes);
    bool begin_section(std::size_t bytes);
    void close_run();

    std::int8_t slack_;
    std::size_t packets_max_;
    std::vector<sim::Bytes> packets_;
    bool run_is_open_ = false;
    std::uint8_t run_stream_ = 0;
    std::uint64_t run_first_ = 0;
    std::uint64_t run_count_ = 0;
    sim::Bytes run_items_;
};

// Little-endian base 128 (LEB128), shortest form only: small numbers take one byte.
void append_varint(sim::Bytes& out, std::uint64_t value);
// Reads such a number. The reader fails if the number is cut, too large or longer than necessary.
std::uint64_t take_varint(sim::ByteReader& reader);

// Without a match key an unreliable packet begins with a tag of four bytes: the low 32 bits of
// XXH3-64 over token and payload. It detects damage and packets of other sessions. It protects
// against accidents, not against attackers.
sim::Bytes tag_packet(std::uint64_t token, sim::ByteView payload);
// The payload, or nothing if the tag does not fit.
std::optional<sim::ByteView> check_tag(std::uint64_t token, sim::ByteView packet);

}  // namespace tandem::net
