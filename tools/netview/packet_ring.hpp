// SPDX-License-Identifier: MIT
// A transport that remembers the packets of the last seconds, for the bundle that a desync leaves,
// and changes none. It runs with every match, so it remembers only sizes and kinds.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/transport/transport.hpp>

namespace tandem::tools::netview {

class PacketRing final : public net::Transport {
public:
    // So much time is remembered at most, the newest.
    static constexpr net::Time k_span = std::chrono::seconds(10);
    static constexpr std::size_t k_packets_max = 16'384;

    // `now` tells the time. A guest has one peer, the host.
    PacketRing(bool is_host, std::function<net::Time()> now);
    // Returns a transport over `inner`, which must outlive the ring. Call it before anything else.
    net::Transport& over(net::Transport& inner);

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override;
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override;
    void flush() override { inner_->flush(); }
    void close(net::PeerId peer) override { inner_->close(peer); }
    void reconnect() override { inner_->reconnect(); }
    bool is_open() const override { return inner_->is_open(); }
    bool is_being_called() const override { return inner_->is_being_called(); }

    // Returns the remembered packets, oldest first, one JSON object a line; times are microseconds
    // since `origin`.
    std::string lines(net::Time origin) const;

private:
    struct Passed {
        net::Time at{0};
        std::uint32_t peer = 0;
        std::uint32_t bytes = 0;
        std::uint8_t first = 0;  // the first byte: a message's type, or a packet's number
        bool is_reliable = false;
        bool is_sent = false;
    };

    void remember(net::PeerId peer, net::Channel channel, sim::ByteView bytes, bool is_sent);
    std::optional<std::uint32_t> slot_of(std::uint32_t peer) const;

    bool is_host_;
    std::function<net::Time()> now_;
    net::Transport* inner_ = nullptr;
    std::deque<Passed> passed_;
    std::map<std::uint32_t, std::uint32_t> slots_;  // each peer's, on a host
};

}  // namespace tandem::tools::netview
