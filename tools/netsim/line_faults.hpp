// SPDX-License-Identifier: MIT
// The faults of lines, put on a simulated network when their time has come and taken away when it
// is over.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// How often a packet is delivered again while a replay lasts: more often than most games send.
inline constexpr net::Time k_replay_every = std::chrono::milliseconds(10);

class LineFaults {
public:
    // Both must outlive it.
    LineFaults(const Scenario& scenario, net::SimulatedNetwork& network);

    // Sets all lines to what they are at `now`, which never goes back. The first call sets them
    // all.
    void apply(net::Time now);

private:
    // The line with the faults that last at this time.
    net::LinkOptions options_at(std::uint32_t from, std::uint32_t to, net::Time now) const;
    void set_all(net::Time now);
    void replay(net::Time now);

    // Somebody on the way of a line.
    struct Replayer {
        const Fault* fault = nullptr;
        net::Time next{0};
    };

    const Scenario& scenario_;
    net::SimulatedNetwork& network_;
    std::vector<net::Time> changes_;  // in order; what is over is passed
    std::size_t next_ = 0;
    std::vector<Replayer> replayers_;
    bool is_set_ = false;
};

}  // namespace tandem::tools::netsim
