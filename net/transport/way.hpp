// SPDX-License-Identifier: MIT
// The way to the other side of a connection: an address at which it has shown that it receives. A
// connection is its secret, so its datagrams count from anywhere; but what is sent goes to another
// address only after a token that was sent there has come back from there.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/transport/cookie.hpp>
#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// The sealed content of a datagram that ENet never sees: "Repeat this number if you receive here",
// or the answer to that.
struct WayMessage {
    // The kinds. No datagram of ENet's begins with such a byte: its low half is 0 or F.
    enum class Kind : std::uint8_t { ask = 1, answer = 2 };
    Kind kind = Kind::ask;
    std::uint64_t token = 0;
};

// How many bytes such a content has.
inline constexpr std::size_t k_way_message_bytes = 1 + 8;

sim::Bytes encode_way(const WayMessage& message);
// Returns nothing if these bytes are no such content.
std::optional<WayMessage> decode_way(sim::ByteView content);

class Way {
public:
    // A new address is asked no sooner than this after the last one was.
    static constexpr Time k_ask_pause = std::chrono::milliseconds(100);

    // The way of the connection with this number, to an address that is proven.
    Way(sim::ByteView address, std::uint8_t number);

    // The address to send to.
    const sim::Bytes& address() const { return address_; }

    // Receives that an authentic datagram came from there. Returns the token to ask for there now,
    // if the other side seems to have moved there.
    std::optional<std::uint64_t> receive(sim::ByteView from, bool is_newest,
                                         const CookieMaker& tokens, Time now);
    // Receives that a token has come back from there. Returns true if the way leads there from now
    // on: the token must be that address's, and the newest datagram must have come from there.
    bool receive(std::uint64_t token, sim::ByteView from, bool is_newest, const CookieMaker& tokens,
                 Time now);

private:
    sim::Bytes asked_address(sim::ByteView from) const;

    sim::Bytes address_;
    sim::Bytes newest_from_;
    std::uint8_t number_;
    std::optional<Time> asked_{};
};

}  // namespace tandem::net
