// SPDX-License-Identifier: MIT
// One round of receiving, advancing and sending.
#include <tandem/net/driver.hpp>

#include <utility>
#include <variant>

namespace tandem::net {

sim::Result<Driver> Driver::host(sim::AnySimulation simulation, HostOptions options,
                                 InputSource source, sim::TickObserver* observer,
                                 Transport& transport, DriverOptions driver_options) {
    return over(Lockstep::host(std::move(simulation), std::move(options), std::move(source),
                               observer, random_entropy()),
                transport, driver_options);
}

sim::Result<Driver> Driver::join(sim::AnySimulation simulation, JoinOptions options,
                                 InputSource source, sim::TickObserver* observer,
                                 Transport& transport, DriverOptions driver_options) {
    return over(Lockstep::join(std::move(simulation), std::move(options), std::move(source),
                               observer, random_entropy()),
                transport, driver_options);
}

sim::Result<Driver> Driver::over(sim::Result<Lockstep> session, Transport& transport,
                                 DriverOptions options) {
    if (!session) {
        return session.error();
    }
    return Driver(*std::move(session), transport, options);
}

Driver::Driver(Lockstep session, Transport& transport, DriverOptions options)
    : session_(std::move(session)), transport_(&transport), options_(options) {}

std::uint64_t Driver::due_ticks(Time now) {
    if (!options_.is_paced) {
        return k_unpaced;
    }
    if (pacer_) {
        due_ticks_ += pacer_->advance(now).ticks;
    }
    return due_ticks_;
}

std::vector<Event> Driver::exchange(const std::vector<TransportEvent>& received, Time now,
                                    std::uint64_t due_ticks) {
    now_ = now;
    for (const TransportEvent& event : received) {
        session_.on_transport(event, now);
    }
    std::vector<Event> events = session_.advance(now, due_ticks);
    for (const Event& event : events) {
        note(event);
    }
    for (const Outgoing& outgoing : session_.take_outgoing()) {
        if (outgoing.kind == Outgoing::Kind::close) {
            transport_->close(outgoing.peer);
        } else {
            transport_->send(outgoing.peer, outgoing.channel, outgoing.bytes);
        }
    }
    transport_->flush();
    return events;
}

void Driver::note(const Event& event) {
    if (const auto* ended = std::get_if<Ended>(&event)) {
        ended_ = *ended;
        ended_at_ = now_;
        return;
    }
    has_met_somebody_ = true;
    if (std::holds_alternative<Started>(event)) {
        // Keep: a tick that is late is still played, or this side would fall behind for good.
        pacer_.emplace(sim::PacerOptions{.tick_rate = session_.setup().tick_rate,
                                         .debt_policy = sim::DebtPolicy::keep,
                                         .ticks_per_frame_max = options_.ticks_per_frame_max},
                       now_);
    }
}

bool Driver::is_over() const {
    return ended_ &&
           (!has_met_somebody_ || !transport_->is_open() || now_ - ended_at_ >= k_farewell);
}

}  // namespace tandem::net
