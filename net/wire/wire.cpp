// SPDX-License-Identifier: MIT
// Encoding and decoding of unreliable packets.
#include <tandem/net/wire/wire.hpp>

#include <string>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/bytes/hash.hpp>
#include <tandem/sim/game/game_info.hpp>

namespace tandem::net {
namespace {

using sim::ByteReader;
using sim::Bytes;
using sim::ByteView;
using sim::Result;

// A section's first byte: the stream, with the top bit set where it is an acknowledgement.
constexpr std::uint8_t k_ack_bit = 0x80;
// In place of a stream: the slack of relayed inputs.
constexpr std::uint8_t k_slack_section = 65;
static_assert(k_slack_section == k_chain_stream + 1);
constexpr std::size_t k_slack_bytes = 3;
constexpr std::size_t k_packet_tag_bytes = 4;
// Stream, and the longest varints for first tick, count and size that a packet of this size can
// hold.
constexpr std::size_t k_run_header_bytes_max = 1 + 10 + 2 + 2;
constexpr std::size_t k_ack_bytes_max = 1 + 10;

sim::Error packet_error(std::size_t offset, const std::string& what) {
    return {sim::ErrorCode::bad_data, "packet, byte " + std::to_string(offset), what};
}

std::uint32_t tag_of(std::uint64_t token, ByteView payload) {
    Bytes bytes;
    bytes.reserve(sizeof(token) + payload.size());
    sim::append_le(bytes, token);
    sim::append(bytes, payload);
    return static_cast<std::uint32_t>(sim::hash_bytes(bytes));
}

}  // namespace

void append_varint(Bytes& out, std::uint64_t value) {
    while (value >= 0x80) {
        out.push_back(static_cast<std::byte>(static_cast<std::uint8_t>(value | 0x80)));
        value >>= 7;
    }
    out.push_back(static_cast<std::byte>(static_cast<std::uint8_t>(value)));
}

std::uint64_t take_varint(ByteReader& reader) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint8_t byte = reader.u8();
        const std::uint64_t bits = byte & 0x7FU;
        const bool overflows = shift == 63 && bits > 1;
        const bool is_padding = byte == 0 && shift > 0;
        if (reader.failed() || overflows || is_padding) {
            break;
        }
        value |= bits << shift;
        if (byte < 0x80) {
            return value;
        }
    }
    reader.fail();
    return 0;
}

namespace {

Run take_run(ByteReader& reader, std::uint8_t stream) {
    Run run{stream, take_varint(reader), take_varint(reader), {}};
    run.items = reader.take(take_varint(reader));
    return run;
}

bool is_sound(const Run& run) {
    return run.count >= 1 && run.count <= k_window_ticks &&
           run.first <= ~std::uint64_t{0} - run.count;
}

bool is_sound(RelayedSlack slack) {
    return slack.slot < k_slots_max && slack.slack != k_slack_unknown;
}

}  // namespace

Result<Packet> decode_packet(ByteView payload) {
    ByteReader reader(payload);
    Packet packet;
    packet.slack = static_cast<std::int8_t>(reader.u8());
    if (reader.failed()) {
        return packet_error(0, "the packet is empty");
    }
    while (!reader.at_end()) {
        const std::size_t at = reader.offset();
        const std::uint8_t head = reader.u8();
        const auto stream = static_cast<std::uint8_t>(head & ~k_ack_bit);
        if (head == k_slack_section) {
            const RelayedSlack slack{reader.u8(), static_cast<std::int8_t>(reader.u8())};
            if (!reader.failed() && !is_sound(slack)) {
                return packet_error(at, "slack of player " + std::to_string(slack.slot) +
                                            " that says nothing; -127 to 127 are possible");
            }
            packet.slacks.push_back(slack);
        } else if (stream > k_chain_stream) {
            return packet_error(at, "there is no stream " + std::to_string(stream));
        } else if ((head & k_ack_bit) != 0) {
            packet.acks.push_back({stream, take_varint(reader)});
        } else {
            packet.runs.push_back(take_run(reader, stream));
            if (!reader.failed() && !is_sound(packet.runs.back())) {
                return packet_error(at, "a run of " + std::to_string(packet.runs.back().count) +
                                            " items; 1 to " + std::to_string(k_window_ticks) +
                                            " are possible");
            }
        }
        if (reader.failed()) {
            return packet_error(at, "the packet ends within a section that begins here");
        }
    }
    return packet;
}

PacketWriter::PacketWriter(std::int8_t slack, std::size_t packets_max)
    : slack_(slack), packets_max_(packets_max) {
    TANDEM_ASSERT(packets_max >= 1);
    packets_.push_back({static_cast<std::byte>(slack_)});
}

bool PacketWriter::make_room(std::size_t bytes) {
    const std::size_t open = run_is_open_ ? k_run_header_bytes_max + run_items_.size() : 0;
    if (packets_.back().size() + open + bytes <= k_payload_bytes_max) {
        return true;
    }
    if (packets_.size() >= packets_max_) {
        return false;
    }
    close_run();
    packets_.push_back({static_cast<std::byte>(slack_)});
    return true;
}

void PacketWriter::close_run() {
    if (!run_is_open_) {
        return;
    }
    Bytes& out = packets_.back();
    out.push_back(static_cast<std::byte>(run_stream_));
    append_varint(out, run_first_);
    append_varint(out, run_count_);
    append_varint(out, run_items_.size());
    sim::append(out, run_items_);
    TANDEM_ASSERT(out.size() <= k_payload_bytes_max);
    run_items_.clear();
    run_is_open_ = false;
}

bool PacketWriter::begin_section(std::size_t bytes) {
    if (!make_room(bytes)) {
        return false;
    }
    close_run();
    return true;
}

bool PacketWriter::add_ack(Ack ack) {
    if (!begin_section(k_ack_bytes_max)) {
        return false;
    }
    packets_.back().push_back(static_cast<std::byte>(ack.stream | k_ack_bit));
    append_varint(packets_.back(), ack.next);
    return true;
}

bool PacketWriter::add_slack(RelayedSlack slack) {
    TANDEM_ASSERT(is_sound(slack));
    if (!begin_section(k_slack_bytes)) {
        return false;
    }
    for (const auto byte : {k_slack_section, slack.slot, static_cast<std::uint8_t>(slack.slack)}) {
        packets_.back().push_back(static_cast<std::byte>(byte));
    }
    return true;
}

bool PacketWriter::add_item(std::uint8_t stream, std::uint64_t tick, ByteView item) {
    TANDEM_ASSERT(item.size() <= sim::k_input_bytes_max);
    if (!make_room(k_run_header_bytes_max + item.size())) {
        return false;
    }
    const bool continues = run_is_open_ && run_stream_ == stream &&
                           run_first_ + run_count_ == tick && run_count_ < k_window_ticks;
    if (!continues) {
        close_run();
        run_is_open_ = true;
        run_stream_ = stream;
        run_first_ = tick;
        run_count_ = 0;
    }
    ++run_count_;
    sim::append(run_items_, item);
    return true;
}

std::vector<Bytes> PacketWriter::finish() {
    close_run();
    return std::exchange(packets_, {{static_cast<std::byte>(slack_)}});
}

Bytes tag_packet(std::uint64_t token, ByteView payload) {
    Bytes packet;
    packet.reserve(k_packet_tag_bytes + payload.size());
    sim::append_le(packet, tag_of(token, payload));
    sim::append(packet, payload);
    return packet;
}

std::optional<ByteView> check_tag(std::uint64_t token, ByteView packet) {
    if (packet.size() < k_packet_tag_bytes) {
        return std::nullopt;
    }
    const ByteView payload = packet.subspan(k_packet_tag_bytes);
    if (sim::load_le<std::uint32_t>(packet.data()) != tag_of(token, payload)) {
        return std::nullopt;
    }
    return payload;
}

}  // namespace tandem::net
