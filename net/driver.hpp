// SPDX-License-Identifier: MIT
// Pumps packets and events between a session and its transport. The time is the caller's.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include <tandem/net/lockstep.hpp>
#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

class Driver {
public:
    // Both must outlive the driver.
    Driver(Lockstep& session, Transport& transport) : session_(session), transport_(transport) {}

    // Waits up to `wait_max` for a packet, then `now` is asked for: receives, advances, sends. A
    // paced match calls this at least every millisecond; `due_ticks` as for Lockstep::advance.
    template <class Now>
    std::vector<Event> pump(std::chrono::milliseconds wait_max, Now&& now,
                            std::uint64_t due_ticks) {
        const std::vector<TransportEvent> received = transport_.poll(wait_max);
        return exchange(received, Time(now()), due_ticks);
    }
    // After Ended: whether the last messages have been delivered, so that the process may go. Keep
    // pumping until then, for two seconds at most.
    bool is_closed() const { return session_.is_ended() && !transport_.is_open(); }

private:
    std::vector<Event> exchange(const std::vector<TransportEvent>& received, Time now,
                                std::uint64_t due_ticks);

    Lockstep& session_;
    Transport& transport_;
};

}  // namespace tandem::net
