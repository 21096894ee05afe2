// SPDX-License-Identifier: MIT
// A transport that tells a trace which packets pass, and changes none.
#pragma once

#include <functional>

#include <tandem/tools/netview/match_trace.hpp>

namespace tandem::tools::netview {

class TracedTransport final : public net::Transport {
public:
    // Both references must outlive it. `now` tells the time.
    TracedTransport(net::Transport& inner, MatchTrace& trace, std::function<net::Time()> now)
        : inner_(inner), trace_(trace), now_(std::move(now)) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override {
        auto events = inner_.poll(wait_max);
        for (const net::TransportEvent& event : events) {
            trace_.arrived(event, now_());
        }
        return events;
    }
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        trace_.sent(peer, channel, bytes, now_());
        inner_.send(peer, channel, bytes);
    }
    void flush() override { inner_.flush(); }
    void close(net::PeerId peer) override { inner_.close(peer); }
    bool is_open() const override { return inner_.is_open(); }

private:
    net::Transport& inner_;
    MatchTrace& trace_;
    std::function<net::Time()> now_;
};

}  // namespace tandem::tools::netview
