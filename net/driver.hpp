// SPDX-License-Identifier: MIT
// A session with everything that its loop needs. It keeps time, carries packets to and from a
// transport, and knows when the last message has arrived. The caller passes the time in.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/time/pacer.hpp>

namespace tandem::net {

// How long a driver waits after the end for the last messages to arrive.
inline constexpr Time k_farewell = std::chrono::seconds(2);

// How a driver keeps time.
struct DriverOptions {
    // False: the match runs as fast as inputs come. A match is paced if one of its sides is.
    bool is_paced = true;
    // The most ticks that one pump makes due; further ones stay owed. Choose more if a frame may
    // take longer than that many ticks.
    std::uint32_t ticks_per_frame_max = sim::k_ticks_per_frame_max_default;
};

class Driver {
public:
    // Hosts a session over `transport`, with randomness from the operating system; the rest is like
    // Lockstep::host. `transport` must outlive the driver.
    static sim::Result<Driver> host(sim::AnySimulation simulation, HostOptions options,
                                    InputSource source, sim::TickObserver* observer,
                                    Transport& transport, DriverOptions driver_options = {});
    // The same for a side that joins.
    static sim::Result<Driver> join(sim::AnySimulation simulation, JoinOptions options,
                                    InputSource source, sim::TickObserver* observer,
                                    Transport& transport, DriverOptions driver_options = {});
    // A driver for a session that the caller made, for example with a test's entropy.
    Driver(Lockstep session, Transport& transport, DriverOptions options = {});

    // Waits up to `wait_max` for a packet, then calls `now` for the time, and receives, plays and
    // sends everything that is due. Call it at least every millisecond or two, until is_over().
    template <class Now>
    std::vector<Event> pump(std::chrono::milliseconds wait_max, Now&& now) {
        const std::vector<TransportEvent> received = transport_->poll(wait_max);
        const Time here{now()};
        return exchange(received, here, due_ticks(here));
    }
    // The same for a caller with its own pacer; `due_ticks` as for Lockstep::advance.
    template <class Now>
    std::vector<Event> pump(std::chrono::milliseconds wait_max, Now&& now,
                            std::uint64_t due_ticks) {
        const std::vector<TransportEvent> received = transport_->poll(wait_max);
        return exchange(received, Time{now()}, due_ticks);
    }

    // The session, to look at it and to leave it. The reference is valid until the driver is moved.
    Lockstep& session() { return session_; }
    const Lockstep& session() const { return session_; }

    // How the session ended; nothing while it goes on.
    const std::optional<Ended>& ended() const { return ended_; }
    // Whether the process may end: the session has ended, and its last messages have arrived or
    // k_farewell has passed. If nobody ever connected, it waits for nobody.
    bool is_over() const;

private:
    static sim::Result<Driver> over(sim::Result<Lockstep> session, Transport& transport,
                                    DriverOptions options);
    std::uint64_t due_ticks(Time now);
    std::vector<Event> exchange(const std::vector<TransportEvent>& received, Time now,
                                std::uint64_t due_ticks);
    void note(const Event& event);

    Lockstep session_;
    Transport* transport_;
    DriverOptions options_;
    std::optional<sim::Pacer> pacer_;  // from Started on; before that no tick is due
    std::uint64_t due_ticks_ = 0;
    bool has_met_somebody_ = false;
    std::optional<Ended> ended_;
    Time ended_at_{0};
    Time now_{0};  // the time of the last pump
};

}  // namespace tandem::net
