// SPDX-License-Identifier: MIT
// The host's door: who may take a place. It is a state machine without sockets: datagrams,
// addresses and time go in, answers and verdicts come out. An address that has proved nothing takes
// no place, no memory, and gets no more bytes than came from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/transport/cookie.hpp>
#include <tandem/net/transport/door_message.hpp>

namespace tandem::net {

class Door {
public:
    // A door without a key, or with one: then `shared` is the key for these terms. It admits at
    // most `places` connections (1 to k_connections_max). `seed` is random and for this door alone.
    Door(std::optional<SecretKey> shared, const KeyTerms& terms, std::size_t places,
         SecretKey seed);

    // The consequences of a datagram.
    struct Verdict {
        sim::Bytes answer;                  // to send back; empty: nothing
        std::optional<Admission> admitted;  // who has a place from now on
        std::optional<Refusal> refusal;     // whose proven address was turned away, and why
    };
    // Takes a datagram of the door.
    Verdict receive(sim::ByteView datagram, sim::ByteView address, Time now);

    // The place of this connection is free again.
    void leave(std::uint8_t number);

private:
    struct Place {
        std::array<std::byte, 32> caller{};  // the public key of the first message
        sim::Bytes second;                   // the answer to it, in case that gets lost
        bool is_taken = false;
    };

    Verdict answer(const Knock& knock, sim::ByteView address, Time now) const;
    Verdict admit(const FirstMessage& first, sim::ByteView address, Time now);
    Verdict receive(const TurnedAway& turned, sim::ByteView address, Time now) const;

    std::optional<SecretKey> shared_;
    KeyTerms terms_;
    KeyRatchet random_;
    CookieMaker cookies_;
    std::vector<Place> places_;
};

}  // namespace tandem::net
