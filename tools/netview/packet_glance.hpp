// SPDX-License-Identifier: MIT
// Reads of a packet all that an onlooker can: its head, and the first tick that it has inputs for.
// Reading the inputs themselves needs knowledge that only the receiver has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/net/wire/packet.hpp>

namespace tandem::tools::netview {

struct PacketGlance {
    net::wire::PacketHead head;
    std::optional<std::uint64_t> first_tick;  // none if it has no inputs
};

// Reads a packet. `reference` is a tick near those that the packet speaks of. Returns nothing if it
// is no packet of a match of this format.
std::optional<PacketGlance> glance_at(sim::ByteView packet, const net::wire::PacketFormat& format,
                                      std::uint64_t reference);

// Returns the name of a reliable message: "welcome".
std::string message_name(sim::ByteView message);

}  // namespace tandem::tools::netview
