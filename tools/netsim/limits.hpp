// SPDX-License-Identifier: MIT
// Limits that no sound session exceeds, whatever the schedule: how far a match can be, and how long
// a delay its lines can explain. A run that exceeds them is at fault even if all chains are equal.
#pragma once

#include <cstdint>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// The number of ticks that all machines can have played. Time that has passed is granted once, so
// the limit is the fastest clock's count and the ticks that the sides may make up for or guess of
// each other.
class TicksLimit {
public:
    TicksLimit(const Scenario& scenario, TickRate rate);
    // Returns the most ticks, so long after the first machine began, by true time.
    std::uint64_t after(net::Time since_start) const;

private:
    net::Time period_;
    std::int64_t drift_ppm_ = 0;  // the fastest clock's
    net::Time more_{0};           // ticks allowed at any time
};

// A delay counts once so many ticks of a machine were due: a handshake may have taken longer than
// the line explains, and the delay shrinks only after a while.
inline constexpr std::uint64_t k_settled_ticks = 300;

// Returns the longest delay of a machine that its lines can explain (net/PROTOCOL.md, rule 4): the
// longest way that packets take there, looks, the longest run of losses that counts, and a margin.
// If machines do not keep up or lines are cut, the longest way that any session believes counts,
// which says little.
std::uint32_t delay_most(const Scenario& scenario, TickRate rate, std::uint32_t machine);

}  // namespace tandem::tools::netsim
