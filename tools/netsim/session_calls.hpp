// SPDX-License-Identifier: MIT
// Makes the sessions of a simulation and calls them; no other place does.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/net/driver.hpp>

namespace tandem::tools::netsim {

// The options of one machine of a simulated match.
struct SideOptions {
    bool is_host = false;
    Setup setup;  // the host's
    net::SessionOptions session;
};

// Makes a side with its own clock, as host and join have.
sim::Result<net::Driver> make_side(sim::AnySimulation simulation, const SideOptions& options,
                                   net::InputSource source, sim::TickObserver* observer,
                                   net::Transport& transport);

// Lets a side receive, play and send what is due. `now` is its own time.
std::vector<net::Event> pump_side(net::Driver& side, net::Time now);

}  // namespace tandem::tools::netsim
