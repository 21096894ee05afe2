// SPDX-License-Identifier: MIT
// A pump is a round of receiving, advancing and sending.
#include <tandem/net/driver.hpp>

#include <utility>
#include <variant>

namespace tandem::net {

sim::Result<Driver> Driver::host(sim::AnySimulation simulation, HostOptions options,
                                 InputSource source, sim::TickObserver* observer,
                                 Transport& transport) {
    return over(
        Lockstep::host(std::move(simulation), std::move(options), std::move(source), observer),
        transport);
}

sim::Result<Driver> Driver::join(sim::AnySimulation simulation, JoinOptions options,
                                 InputSource source, sim::TickObserver* observer,
                                 Transport& transport) {
    return over(
        Lockstep::join(std::move(simulation), std::move(options), std::move(source), observer),
        transport);
}

sim::Result<Driver> Driver::over(sim::Result<Lockstep> session, Transport& transport) {
    TANDEM_TRY(session);
    return Driver(*std::move(session), transport);
}

Driver::Driver(Lockstep session, Transport& transport)
    : session_(std::move(session)), transport_(&transport) {}

std::vector<Event> Driver::exchange(const std::vector<TransportEvent>& received, Time now) {
    now_ = now;
    for (const TransportEvent& event : received) {
        // A connected peer waits for us, whether or not it has said who it is.
        has_met_somebody_ = has_met_somebody_ || event.kind == TransportEvent::Kind::connected;
        session_.on_transport(event, now);
    }
    std::vector<Event> events = session_.advance(now);
    for (const Event& event : events) {
        on_event(event);
    }
    send_outgoing();
    return events;
}

void Driver::send_outgoing() {
    for (const Outgoing& outgoing : session_.extract_outgoing()) {
        if (outgoing.kind == Outgoing::Kind::close) {
            transport_->close(outgoing.peer);
        } else if (outgoing.kind == Outgoing::Kind::reconnect) {
            transport_->reconnect();
        } else {
            transport_->send(outgoing.peer, outgoing.channel, outgoing.bytes);
        }
    }
    transport_->flush();
}

void Driver::on_event(const Event& event) {
    if (const auto* ended = std::get_if<Ended>(&event)) {
        ended_ = *ended;
        ended_at_ = now_;
        return;
    }
    has_met_somebody_ = true;
}

bool Driver::is_over() const {
    if (!ended_) {
        return false;
    }
    const bool waits = (has_met_somebody_ && transport_->is_open()) ||
                       transport_->is_being_called();  // who calls has to hear that we stop
    return !waits || now_ - ended_at_ >= k_farewell;
}

}  // namespace tandem::net
