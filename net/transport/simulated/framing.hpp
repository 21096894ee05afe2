// SPDX-License-Identifier: MIT
// What makes a datagram of a payload, and finds out whether it arrived as it was sent. A transport
// delivers intact packets only; the real one does that by its checksum or by its seal.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

// The payload behind its checksum of four bytes. A keyed line would put its seal here instead.
sim::Bytes framed(sim::ByteView payload);
// The payload of a datagram; nothing if a bit of it has changed.
std::optional<sim::Bytes> unframed(sim::Bytes datagram);

// Flips one bit of a datagram; `which` chooses it.
void damage(sim::Bytes& datagram, std::uint32_t which);

}  // namespace tandem::net
