// SPDX-License-Identifier: MIT
// Writes and reads the bytes of the door's datagrams.
#include <tandem/net/transport/door_message.hpp>

#include <algorithm>
#include <string_view>

#include <tandem/net/wire/terms.hpp>

namespace tandem::net {
namespace {

using sim::ByteReader;

constexpr std::string_view k_door_magic = "TNDM";
// An ENet datagram of ours never begins with such a byte: its low half is 0 or F.
constexpr std::uint8_t k_knock = 0xF1;
constexpr std::uint8_t k_answer = 0xF2;
constexpr std::uint8_t k_first = 0xF3;
constexpr std::uint8_t k_second = 0xF4;
constexpr std::uint8_t k_turned_away = 0xF5;
static_assert(k_knock >= k_connections_max);

Bytes begin(std::uint8_t kind, std::uint16_t protocol) {
    Bytes out;
    sim::append_le(out, kind);
    sim::append(out, sim::as_bytes(k_door_magic));
    sim::append_le(out, protocol);
    return out;
}

void append_terms(Bytes& out, const KeyTerms& terms) {
    sim::append_le(out, static_cast<std::uint8_t>(terms.kind));
    sim::append(out, terms.salt);
    sim::append_le(out, terms.cost.memory_kib);
    sim::append_le(out, terms.cost.passes);
}

Bytes encode(const Knock& knock) {
    Bytes out = begin(k_knock, knock.protocol);
    sim::append_le(out, knock.token);
    out.resize(k_knock_bytes);
    return out;
}

Bytes encode(const Answer& answer) {
    Bytes out = begin(k_answer, answer.protocol);
    sim::append_le(out, answer.token);
    sim::append_le(out, answer.cookie);
    append_terms(out, answer.terms);
    return out;
}

Bytes encode(const FirstMessage& first) {
    Bytes out = begin(k_first, first.protocol);
    sim::append_le(out, first.cookie);
    sim::append(out, first.noise);
    return out;
}

Bytes encode(const SecondMessage& second) {
    Bytes out = begin(k_second, second.protocol);
    sim::append(out, second.noise);
    return out;
}

Bytes encode(const TurnedAway& turned) {
    Bytes out = begin(k_turned_away, turned.protocol);
    sim::append_le(out, turned.proof);
    sim::append_le(out, static_cast<std::uint8_t>(turned.reason));
    sim::append_le(out, static_cast<std::uint8_t>(turned.kind));
    return out;
}

KeyKind read_kind(ByteReader& reader) {
    const std::uint8_t kind = reader.u8();
    if (kind > static_cast<std::uint8_t>(KeyKind::passphrase)) {
        reader.fail();
        return KeyKind::none;
    }
    return static_cast<KeyKind>(kind);
}

template <std::size_t N>
void read_array(ByteReader& reader, std::array<std::byte, N>& out) {
    const ByteView bytes = reader.read(N);
    std::copy(bytes.begin(), bytes.end(), out.begin());
}

KeyTerms read_terms(ByteReader& reader) {
    KeyTerms terms;
    terms.kind = read_kind(reader);
    read_array(reader, terms.salt);
    terms.cost.memory_kib = reader.u32();
    terms.cost.passes = reader.u32();
    return terms;
}

TurnedAway read_turned_away(ByteReader& reader, std::uint16_t protocol) {
    TurnedAway turned;
    turned.protocol = protocol;
    turned.proof = reader.u64();
    const std::uint8_t reason = reader.u8();
    if (reason < static_cast<std::uint8_t>(RefusalReason::protocol) ||
        reason > static_cast<std::uint8_t>(RefusalReason::key_wrong)) {
        reader.fail();
    } else {
        turned.reason = static_cast<RefusalReason>(reason);
    }
    turned.kind = read_kind(reader);
    return turned;
}

}  // namespace

bool is_door_message(ByteView datagram) {
    const ByteView magic = sim::as_bytes(k_door_magic);
    return datagram.size() > 1 + magic.size() && datagram[0] >= std::byte{k_knock} &&
           datagram[0] <= std::byte{k_turned_away} &&
           std::equal(magic.begin(), magic.end(), datagram.begin() + 1);
}

Bytes encode_door(const DoorMessage& message) {
    return std::visit([](const auto& content) { return encode(content); }, message);
}

std::optional<DoorMessage> decode_door(ByteView datagram) {
    if (!is_door_message(datagram)) {
        return std::nullopt;
    }
    ByteReader reader(datagram);
    const std::uint8_t kind = reader.u8();
    static_cast<void>(reader.read(k_door_magic.size()));
    const std::uint16_t protocol = reader.u16();
    const bool is_ours = protocol == k_protocol_version;
    DoorMessage message;
    if (kind == k_knock && datagram.size() >= k_knock_bytes) {
        message = Knock{protocol, reader.u64()};
        static_cast<void>(reader.read(reader.remaining()));
    } else if (kind == k_answer) {
        Answer answer{protocol, reader.u64(), reader.u64(), {}};
        if (is_ours) {
            answer.terms = read_terms(reader);
        } else {
            static_cast<void>(reader.read(reader.remaining()));
        }
        message = answer;
    } else if (kind == k_first && is_ours) {
        FirstMessage first{protocol, reader.u64(), {}};
        read_array(reader, first.noise);
        message = first;
    } else if (kind == k_second && is_ours) {
        SecondMessage second{protocol, {}};
        read_array(reader, second.noise);
        message = second;
    } else if (kind == k_turned_away) {
        message = read_turned_away(reader, protocol);
    } else {
        return std::nullopt;
    }
    if (reader.failed() || !reader.at_end()) {
        return std::nullopt;
    }
    return message;
}

Bytes door_prologue(std::uint64_t cookie, const KeyTerms& terms) {
    Bytes prologue;
    sim::append(prologue, sim::as_bytes("tandem door"));
    sim::append_le(prologue, k_protocol_version);
    sim::append_le(prologue, cookie);
    append_terms(prologue, terms);
    return prologue;
}

Bytes first_payload(KeyKind kind) {
    return Bytes(kind == KeyKind::none ? Noise::k_overhead_bytes - Noise::k_bare_overhead_bytes
                                       : 0);
}

std::string_view key_text(KeyKind kind) {
    switch (kind) {
        case KeyKind::none:
            return "no match key";
        case KeyKind::file:
            return "a key file";
        case KeyKind::passphrase:
            break;
    }
    return "a passphrase";
}

}  // namespace tandem::net
