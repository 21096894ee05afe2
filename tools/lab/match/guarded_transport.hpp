// SPDX-License-Identifier: MIT
// A line that lets nobody in but the other machine of the pair: a host hears every program of this
// machine that finds its port.
#pragma once

#include <cstdint>
#include <set>

#include <tandem/net/transport/transport.hpp>

namespace tandem::tools::lab::match {

// The guest says the word first of all, on the reliable channel; the host hears of no peer that has
// not said it, and closes the connection of one that says anything else.
class GuardedTransport final : public net::Transport {
public:
    // `inner` must outlive this. Both sides have the word from whoever started them.
    GuardedTransport(net::Transport& inner, std::uint64_t word, bool is_host)
        : inner_(inner), word_(word), is_host_(is_host) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override;
    void send(net::PeerId peer, net::Channel channel, sim::ByteView bytes) override {
        inner_.send(peer, channel, bytes);
    }
    void flush() override { inner_.flush(); }
    void close(net::PeerId peer) override { inner_.close(peer); }
    bool is_open() const override { return inner_.is_open(); }

private:
    bool admits(net::TransportEvent& event);

    net::Transport& inner_;
    std::uint64_t word_;
    bool is_host_;
    std::set<net::PeerId> outside_;
};

}  // namespace tandem::tools::lab::match
