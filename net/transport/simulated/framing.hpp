// SPDX-License-Identifier: MIT
// Makes a datagram of a payload, and finds out whether it arrived as it was sent. A transport
// delivers intact packets only; the real one does that by its seal.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// An end of a line, for both directions.
class Framing {
public:
    Framing() = default;
    Framing(const Framing&) = delete;
    Framing& operator=(const Framing&) = delete;
    virtual ~Framing() = default;

    // The datagram for the other end.
    virtual sim::Bytes wrap(sim::ByteView payload) = 0;
    // The payload of a datagram of the other end; nothing if it is not to be delivered.
    virtual std::optional<sim::Bytes> open(sim::ByteView datagram) = 0;
};

// A checksum of four bytes before the payload. It finds damage; a copy of a datagram is as good as
// the datagram.
std::unique_ptr<Framing> checksum_framing();

// The real seal with its window. `own` and `other` are the numbers of the two ends: every pair of
// ends has keys of its own, and so has each direction. They follow from the seed, because here only
// the seal is at work: the door agrees on real keys.
std::unique_ptr<Framing> sealed_framing(std::uint64_t seed, std::uint32_t own, std::uint32_t other);

// Flips one bit of a datagram; `which` chooses it.
void damage(sim::Bytes& datagram, std::uint32_t which);

}  // namespace tandem::net
