// SPDX-License-Identifier: MIT
// A peer is held back until it sends the word. Then the session is told that it has connected.
#include <tandem/tools/lab/match/guarded_transport.hpp>

#include <utility>

namespace tandem::tools::lab::match {

using EventKind = net::TransportEvent::Kind;

std::vector<net::TransportEvent> GuardedTransport::poll(std::chrono::milliseconds wait_max) {
    auto events = PassingTransport::poll(wait_max);
    if (is_host_) {
        std::vector<net::TransportEvent> inside;
        for (net::TransportEvent& event : events) {
            if (admits(event)) {
                inside.push_back(std::move(event));
            }
        }
        return inside;
    }
    for (const net::TransportEvent& event : events) {
        if (event.kind == EventKind::connected) {
            sim::Bytes word;
            sim::append_le(word, word_);
            send(event.peer, net::Channel::reliable, word);
        }
    }
    return events;
}

// True if the session gets this event. The word becomes the event of a new connection.
bool GuardedTransport::admits(net::TransportEvent& event) {
    if (event.kind == EventKind::connected) {
        outside_[event.peer] = std::move(event.bytes);
        return false;
    }
    const auto found = outside_.find(event.peer);
    if (found == outside_.end()) {
        return true;
    }
    if (event.kind == EventKind::disconnected) {
        outside_.erase(found);
        return false;
    }
    if (event.channel != net::Channel::reliable) {
        return false;
    }
    if (event.bytes.size() != sizeof(word_) ||
        sim::load_le<std::uint64_t>(event.bytes.data()) != word_) {
        close(event.peer);
        return false;
    }
    event = {EventKind::connected, event.peer, net::Channel::unreliable, std::move(found->second)};
    outside_.erase(found);
    return true;
}

}  // namespace tandem::tools::lab::match
