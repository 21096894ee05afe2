// SPDX-License-Identifier: MIT
// Puts the faults of lines on a simulated network when their time has come and takes them away when
// it is over.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// The time from one repeated delivery to the next while a replay lasts: less than between the
// packets of most games.
inline constexpr net::Time k_replay_every = std::chrono::milliseconds(10);

class LineFaults {
public:
    // Both must outlive it.
    LineFaults(const Scenario& scenario, net::SimulatedNetwork& network);

    // Sets all lines to their state at `now`, which never goes back. The first call sets them all.
    void apply(net::Time now);

private:
    // Returns the line with the faults that last at this time.
    net::LinkOptions options_at(std::uint32_t from, std::uint32_t to, net::Time now) const;
    void set_all(net::Time now);
    void replay(net::Time now);

    // An attacker on the way of a line, who delivers packets again.
    struct Replayer {
        const Fault* fault = nullptr;
        net::Time next{0};
    };

    const Scenario& scenario_;
    net::SimulatedNetwork& network_;
    std::vector<net::Time> changes_;  // in order; past changes are skipped
    std::size_t next_ = 0;
    std::vector<Replayer> replayers_;
    bool is_set_ = false;
};

}  // namespace tandem::tools::netsim
