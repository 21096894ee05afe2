// SPDX-License-Identifier: MIT
// The only place of the simulation that makes a session and calls it.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/net/driver.hpp>

namespace tandem::tools::netsim {

// What one machine of a simulated match plays with.
struct SideOptions {
    bool is_host = false;
    Setup setup;  // of the host
    net::SessionOptions session;
};

// A side with its own clock, as host and join have.
sim::Result<net::Driver> make_side(sim::AnySimulation simulation, const SideOptions& options,
                                   net::InputSource source, sim::TickObserver* observer,
                                   net::Transport& transport);

// Lets a side receive, play and send what is due. `now` is its own time.
std::vector<net::Event> pump_side(net::Driver& side, net::Time now);

}  // namespace tandem::tools::netsim
