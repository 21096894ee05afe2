// SPDX-License-Identifier: MIT
// The sessions are made and called as by `tandem host` and `tandem join`.
#include <tandem/tools/netsim/session_calls.hpp>

#include <utility>

namespace tandem::tools::netsim {

sim::Result<net::Driver> make_side(sim::AnySimulation simulation, const SideOptions& options,
                                   net::InputSource source, sim::TickObserver* observer,
                                   net::Transport& transport) {
    if (options.is_host) {
        net::HostOptions host;
        host.session = options.session;
        host.setup = options.setup;
        return net::Driver::host(std::move(simulation), std::move(host), std::move(source),
                                 observer, transport);
    }
    net::JoinOptions join;
    join.session = options.session;
    return net::Driver::join(std::move(simulation), std::move(join), std::move(source), observer,
                             transport);
}

std::vector<net::Event> pump_side(net::Driver& side, net::Time now) {
    return side.pump(std::chrono::milliseconds(0), [now] { return now; });
}

}  // namespace tandem::tools::netsim
