// SPDX-License-Identifier: MIT
// A session with everything that its loop needs. It carries packets to and from a transport, and
// knows when the last message has arrived. The caller passes the time in.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

// A driver waits for so long after the end for the last messages to arrive.
inline constexpr Time k_farewell = std::chrono::seconds(2);

class Driver {
public:
    // Hosts a session over `transport`, which must outlive the driver; the rest is like
    // Lockstep::host.
    static sim::Result<Driver> host(sim::AnySimulation simulation, HostOptions options,
                                    InputSource source, sim::TickObserver* observer,
                                    Transport& transport);
    // Joins a session over `transport`; the rest is like Lockstep::join.
    static sim::Result<Driver> join(sim::AnySimulation simulation, JoinOptions options,
                                    InputSource source, sim::TickObserver* observer,
                                    Transport& transport);
    // A driver for a session that the caller made.
    Driver(Lockstep session, Transport& transport);

    // Waits up to `wait_max` for a packet, then calls `now` for the time, and receives, plays and
    // sends everything that is due. Call it at least every millisecond or two, until is_over().
    template <class Now>
    std::vector<Event> pump(std::chrono::milliseconds wait_max, Now&& now) {
        const std::vector<TransportEvent> received = transport_->poll(wait_max);
        return exchange(received, Time{now()});
    }

    // Ends a session whose game does not come back, on another thread (Lockstep::break_off), and
    // gives its last messages up to k_farewell to arrive. The driver is of no further use.
    template <class Now>
    Ended break_off(sim::EndReason reason, std::string why, std::optional<sim::Error> error,
                    Now&& now) {
        Ended ended = session_.break_off(reason, std::move(why), std::move(error));
        send_outgoing();
        for (const Time until = Time{now()} + k_farewell; transport_->is_open() && now() < until;) {
            transport_->poll(std::chrono::milliseconds(1));
        }
        return ended;
    }

    // The session, to look at it and to leave it. The reference is valid until the driver is moved.
    Lockstep& session() { return session_; }
    const Lockstep& session() const { return session_; }

    // The end of the session; empty while it goes on.
    const std::optional<Ended>& ended() const { return ended_; }
    // True if the process may end: the session has ended, and its last messages have arrived or
    // k_farewell has passed. If nobody ever connected or is about to, it waits for nobody.
    bool is_over() const;

private:
    static sim::Result<Driver> over(sim::Result<Lockstep> session, Transport& transport);
    std::vector<Event> exchange(const std::vector<TransportEvent>& received, Time now);
    void on_event(const Event& event);
    void send_outgoing();

    Lockstep session_;
    Transport* transport_;
    bool has_met_somebody_ = false;
    std::optional<Ended> ended_;
    Time ended_at_{0};
    Time now_{0};  // the time of the last pump
};

}  // namespace tandem::net
