// SPDX-License-Identifier: MIT
// A transport that tells a trace which packets pass, and changes none.
#pragma once

#include <functional>

#include <tandem/net/transport/passing_transport.hpp>
#include <tandem/tools/netview/match_trace.hpp>

namespace tandem::tools::netview {

class TracedTransport final : public net::PassingTransport {
public:
    // Both references must outlive it. `now` tells the time.
    TracedTransport(net::Transport& inner, MatchTrace& trace, std::function<net::Time()> now)
        : PassingTransport(inner), trace_(trace), now_(std::move(now)) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        auto events = PassingTransport::poll(wait_max);
        for (const net::TransportEvent& event : events) {
            trace_.arrived(event, now_());
        }
        return events;
    }
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        trace_.sent(peer, channel, bytes, now_());
        PassingTransport::send(peer, channel, bytes);
    }

private:
    MatchTrace& trace_;
    std::function<net::Time()> now_;
};

}  // namespace tandem::tools::netview
