// SPDX-License-Identifier: MIT
// A transport that accepts only the other machine of the pair. Without it, every program on this
// machine that finds the port could connect to the host.
#pragma once

#include <cstdint>
#include <map>

#include <tandem/net/transport/passing_transport.hpp>

namespace tandem::tools::lab::match {

// The guest first sends a secret word on the reliable channel. The host ignores a peer until it has
// sent the word, and closes the connection of a peer that sends anything else.
class GuardedTransport final : public net::PassingTransport {
public:
    // `inner` must outlive this object. Both sides got the word from the process that started them.
    GuardedTransport(net::Transport& inner, std::uint64_t word, bool is_host)
        : PassingTransport(inner), word_(word), is_host_(is_host) {}

    std::vector<net::TransportEvent> poll(std::chrono::milliseconds wait_max) override;

private:
    bool admits(net::TransportEvent& event);

    std::uint64_t word_;
    bool is_host_;
    std::map<net::PeerId, sim::Bytes> outside_;  // with the number of its connection
};

}  // namespace tandem::tools::lab::match
