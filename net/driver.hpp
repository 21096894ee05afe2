// SPDX-License-Identifier: MIT
// A session with all that its loop needs: it keeps time, carries packets to and from a transport,
// and knows when the last message has arrived. The time is the caller's.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/time/pacer.hpp>

namespace tandem::net {

// After the end, for the last messages to be delivered.
inline constexpr Time k_farewell = std::chrono::seconds(2);

// How a driver keeps time.
struct DriverOptions {
    // False: as fast as inputs come. A match is paced where one of its sides is.
    bool is_paced = true;
    // Ticks that one pump makes due at most; those beyond it stay owed. More where a frame may take
    // longer than that many ticks.
    std::uint32_t ticks_per_frame_max = sim::k_ticks_per_frame_max_default;
};

class Driver {
public:
    // A session over `transport`, with randomness from the operating system; else as Lockstep::host
    // and Lockstep::join. `transport` must outlive the driver.
    static sim::Result<Driver> host(sim::AnySimulation simulation, HostOptions options,
                                    InputSource source, sim::TickObserver* observer,
                                    Transport& transport, DriverOptions driver_options = {});
    // The same for a side that joins.
    static sim::Result<Driver> join(sim::AnySimulation simulation, JoinOptions options,
                                    InputSource source, sim::TickObserver* observer,
                                    Transport& transport, DriverOptions driver_options = {});
    // For a session that was made by hand, with entropy of a test for example.
    Driver(Lockstep session, Transport& transport, DriverOptions options = {});

    // Waits up to `wait_max` for a packet; then `now` is asked for, and everything that is due is
    // received, played and sent. Call it at least every millisecond or two, until is_over().
    template <class Now>
    std::vector<Event> pump(std::chrono::milliseconds wait_max, Now&& now) {
        const std::vector<TransportEvent> received = transport_->poll(wait_max);
        const Time here{now()};
        return exchange(received, here, due_ticks(here));
    }
    // The same for a caller who keeps time by a pacer of its own: `due_ticks` as for
    // Lockstep::advance.
    template <class Now>
    std::vector<Event> pump(std::chrono::milliseconds wait_max, Now&& now,
                            std::uint64_t due_ticks) {
        const std::vector<TransportEvent> received = transport_->poll(wait_max);
        return exchange(received, Time{now()}, due_ticks);
    }

    // To look at the session and to leave it. It stays where it is until the driver is moved.
    Lockstep& session() { return session_; }
    const Lockstep& session() const { return session_; }

    // How it ended; nothing while it goes on.
    const std::optional<Ended>& ended() const { return ended_; }
    // Whether the process may go: the session has ended, and its last messages have arrived or
    // k_farewell is over. Where nobody was ever met there is nobody to wait for.
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
    std::optional<sim::Pacer> pacer_;  // from Started on: before it no tick is due
    std::uint64_t due_ticks_ = 0;
    bool has_met_somebody_ = false;
    std::optional<Ended> ended_;
    Time ended_at_{0};
    Time now_{0};  // of the last pump
};

}  // namespace tandem::net
