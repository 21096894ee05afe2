// SPDX-License-Identifier: MIT
// The datagrams that a guest and a host exchange before there is a connection. PROTOCOL.md, "Below
// ENet", is the specification.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>

#include <tandem/net/transport/noise.hpp>
#include <tandem/net/transport/shared_key.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// The guest asks "Who is there?" A knock is padded, so that the answer is shorter.
struct Knock {
    std::uint16_t protocol = 0;
    std::uint64_t token =
        0;  // random; the answer repeats it, so nobody can answer who did not hear
};

// The host's answer to a knock.
struct Answer {
    std::uint16_t protocol = 0;
    std::uint64_t token = 0;
    std::uint64_t cookie = 0;
    KeyTerms terms;
};

// The guest's message of the handshake, with its cookie. Its payload is empty with a key, and as
// many zeros as a tag has bytes without one, so it is as long in both cases.
struct FirstMessage {
    std::uint16_t protocol = 0;
    std::uint64_t cookie = 0;
    std::array<std::byte, Noise::k_overhead_bytes> noise{};
};

// The host's message of the handshake. Its payload is the connection's number.
struct SecondMessage {
    std::uint16_t protocol = 0;
    std::array<std::byte, Noise::k_overhead_bytes + 1> noise{};
};

// It says "We do not fit together." A guest proves it by its cookie, a host by the beginning of the
// first message's public key.
struct TurnedAway {
    std::uint16_t protocol = 0;
    std::uint64_t proof = 0;
    RefusalReason reason = RefusalReason::protocol;
    KeyKind kind = KeyKind::none;  // the sender's
};

// A connection that was agreed on at the door.
struct Admission {
    std::uint8_t number = 0;  // the connection's number
    Seal seal;
    Binding binding{};
};

using DoorMessage = std::variant<Knock, Answer, FirstMessage, SecondMessage, TurnedAway>;

// How long a knock is. Everything that answers a datagram at the door is shorter than it.
inline constexpr std::size_t k_knock_bytes = 64;
// Connections are numbered below this; door messages begin with a byte above.
inline constexpr std::uint8_t k_connections_max = 0xF0;

// True if these bytes are meant for the door, in this version or another.
bool is_door_message(sim::ByteView datagram);
sim::Bytes encode_door(const DoorMessage& message);
// Returns nothing if they are no message of the door. A knock or answer of another version gives
// protocol, token and cookie; the rest is skipped.
std::optional<DoorMessage> decode_door(sim::ByteView datagram);

// The protocol that binds a handshake to what was said before it.
sim::Bytes door_prologue(std::uint64_t cookie, const KeyTerms& terms);

// The payload of a first message.
sim::Bytes first_payload(KeyKind kind);

// A kind of key as a refusal says it.
std::string_view key_text(KeyKind kind);

}  // namespace tandem::net
