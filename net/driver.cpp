// SPDX-License-Identifier: MIT
// One round of receiving, advancing and sending.
#include <tandem/net/driver.hpp>

namespace tandem::net {

std::vector<Event> Driver::exchange(const std::vector<TransportEvent>& received, Time now,
                                    std::uint64_t due_ticks) {
    for (const TransportEvent& event : received) {
        session_.on_transport(event, now);
    }
    std::vector<Event> events = session_.advance(now, due_ticks);
    for (const Outgoing& outgoing : session_.take_outgoing()) {
        if (outgoing.kind == Outgoing::Kind::close) {
            transport_.close(outgoing.peer);
        } else {
            transport_.send(outgoing.peer, outgoing.channel, outgoing.bytes);
        }
    }
    transport_.flush();
    return events;
}

}  // namespace tandem::net
