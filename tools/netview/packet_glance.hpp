// SPDX-License-Identifier: MIT
// What an onlooker can read of a packet: its head, and the first tick that it has inputs for. The
// inputs themselves need what only the receiver knows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/net/wire/packet.hpp>

namespace tandem::tools::netview {

struct PacketGlance {
    net::wire::PacketHead head;
    std::optional<std::uint64_t> first_tick;  // nothing: it has no inputs
};

// `reference`: a tick near those that the packet speaks of. Nothing if it is no packet of a match
// of this format.
std::optional<PacketGlance> glance_at(sim::ByteView packet, const net::wire::PacketFormat& format,
                                      std::uint64_t reference);

// What a reliable message is called: "welcome".
std::string message_name(sim::ByteView message);

}  // namespace tandem::tools::netview
