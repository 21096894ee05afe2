// SPDX-License-Identifier: MIT
// The decoder asks for the input before a run, and so it tells the run's first tick. The answer is
// that the input is not known, so that the rest is left out.
#include <tandem/tools/netview/packet_glance.hpp>

#include <array>

namespace tandem::tools::netview {
namespace {

using sim::ByteView;

class Onlooker final : public net::wire::KnownInputs {
public:
    std::optional<ByteView> before(std::uint32_t, std::uint64_t first) const override {
        first_tick = first;
        return std::nullopt;
    }
    mutable std::optional<std::uint64_t> first_tick;
};

}  // namespace

std::optional<PacketGlance> glance_at(ByteView packet, const net::wire::PacketFormat& format,
                                      std::uint64_t reference) {
    const Onlooker onlooker;
    net::wire::Packet decoded;
    if (!net::wire::decode_packet(packet, {&format, &onlooker, reference * net::wire::k_due_parts},
                                  decoded)) {
        return std::nullopt;
    }
    return PacketGlance{decoded.head, onlooker.first_tick};
}

std::string message_name(ByteView message) {
    // Indexed by the number of the type, from 1 (net/PROTOCOL.md).
    constexpr std::array<const char*, 21> k_names{
        "greeting", "refusal", "hello",   "welcome", "ready", "start",  "stop",
        "end",      "absent",  "done",    "autopsy", "bye",   "back",   "present",
        "agreed",   "gone",    "hold-up", "differ",  "ask",   "pieces", "enough"};
    const auto type = message.empty() ? std::size_t{0} : static_cast<std::size_t>(message[0]);
    return type >= 1 && type <= k_names.size() ? k_names[type - 1] : "message";
}

}  // namespace tandem::tools::netview
