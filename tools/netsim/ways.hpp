// SPDX-License-Identifier: MIT
// Finds out how long an input takes from machine to machine over the lines of a scenario, repeats
// and the relay included, as far as the lines alone decide it: the best that a protocol could do.
// Faults do not count.
#pragma once

#include <cstdint>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// At most one tick in so many may come later than it is due.
inline constexpr std::uint64_t k_ticks_per_late_tick = 1'000;
// Longer delays are not looked for: no session has a longer one.
inline constexpr std::uint32_t k_least_delay_max = 120;

struct WaysOptions {
    TickRate tick_rate;
    std::uint64_t ticks = 100'000;   // the number that is tried
    std::size_t payload_bytes = 60;  // each packet's
};

class Ways {
public:
    // Tries the ways: every machine sends a packet each tick that repeats all inputs, and looks
    // once a millisecond; the host relays with its own packet of the next tick. All clocks are in
    // step.
    Ways(const Scenario& scenario, const WaysOptions& options);

    // Returns D*: the least delay in ticks at which at most one of k_ticks_per_late_tick inputs of
    // this machine is late anywhere; k_least_delay_max + 1 if there is none.
    std::uint32_t least_delay(std::uint32_t machine) const;
    // True if a way longer by a millisecond would need a tick more, or a shorter one a tick less.
    bool is_on_edge(std::uint32_t machine) const;
    // Returns the share of inputs that have not arrived `budget` after they were sent.
    double late_share(std::uint32_t from, std::uint32_t to, net::Time budget) const;

private:
    using Counts = std::vector<std::uint32_t>;
    struct Way {
        Counts ages;  // how often each number of looks passed; the last one counts all longer ones
        std::uint64_t count = 0;
    };
    struct Needs {
        Counts exact;    // how often each delay would have been enough
        Counts earlier;  // the same with ways that are a millisecond shorter
        Counts later;    // the same with longer ways
    };

    Way& way(std::uint32_t from, std::uint32_t to) { return ways_[from * players_ + to]; }
    const Way& way(std::uint32_t from, std::uint32_t to) const {
        return ways_[from * players_ + to];
    }

    std::uint32_t players_;
    std::vector<Way> ways_;
    std::vector<Needs> needs_;  // each machine's
    std::uint64_t ticks_ = 0;
};

}  // namespace tandem::tools::netsim
