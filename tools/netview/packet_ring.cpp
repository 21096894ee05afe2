// SPDX-License-Identifier: MIT
// A ring holds the packets of the last seconds.
#include <tandem/tools/netview/packet_ring.hpp>

#include <utility>

#include <tandem/net/wire/message.hpp>
#include <tandem/tools/netview/packet_glance.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools::netview {

PacketRing::PacketRing(bool is_host, std::function<net::Time()> now)
    : is_host_(is_host), now_(std::move(now)) {}

net::Transport& PacketRing::over(net::Transport& inner) {
    inner_ = &inner;
    return *this;
}

std::vector<net::TransportEvent> PacketRing::poll(std::chrono::milliseconds wait_max) {
    auto events = inner_->poll(wait_max);
    for (const net::TransportEvent& event : events) {
        if (event.kind == net::TransportEvent::Kind::packet) {
            remember(event.peer, event.channel, event.bytes, false);
        }
    }
    return events;
}

void PacketRing::send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) {
    remember(peer, channel, bytes, true);
    inner_->send(peer, channel, bytes);
}

void PacketRing::remember(net::PeerId peer, net::Channel channel, sim::ByteView bytes,
                          bool is_sent) {
    const bool is_reliable = channel == net::Channel::reliable;
    const auto first = bytes.empty() ? std::uint8_t{0} : std::to_integer<std::uint8_t>(bytes[0]);
    const net::Time now = now_();
    passed_.push_back(
        {now, peer.value, static_cast<std::uint32_t>(bytes.size()), first, is_reliable, is_sent});
    while (passed_.size() > k_packets_max || now - passed_.front().at > k_span) {
        passed_.pop_front();
    }
    // A welcome is the only message that says whom a host has there.
    if (is_host_ && is_sent && is_reliable && message_name(bytes) == "welcome") {
        if (const auto message = net::decode_message(bytes)) {
            slots_[peer.value] = std::get<net::Welcome>(*message).slot;
        }
    }
}

std::optional<std::uint32_t> PacketRing::slot_of(std::uint32_t peer) const {
    if (!is_host_) {
        return 0;
    }
    const auto slot = slots_.find(peer);
    return slot == slots_.end() ? std::nullopt : std::optional(slot->second);
}

std::string PacketRing::lines(net::Time origin) const {
    std::string text;
    for (const Passed& passed : passed_) {
        const auto at_us =
            std::chrono::duration_cast<std::chrono::microseconds>(passed.at - origin).count();
        const auto slot = slot_of(passed.peer);
        const std::byte type{passed.first};
        JsonObject object{
            {"at_us", static_cast<std::int64_t>(at_us)},
            {"way", passed.is_sent ? "out" : "in"},
            {"peer", slot ? JsonValue(*slot) : JsonValue()},
            {"kind", passed.is_reliable ? message_name(sim::ByteView(&type, 1)) : "packet"},
            {"bytes", passed.bytes}};
        if (!passed.is_reliable) {
            object.emplace_back("number", std::uint32_t{passed.first});
        }
        text += json_line(object) + "\n";
    }
    return text;
}

}  // namespace tandem::tools::netview
