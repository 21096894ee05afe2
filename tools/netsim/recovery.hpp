// SPDX-License-Identifier: MIT
// Whether a match recovers: soon after the last fault of a schedule it plays, waits and sends as on
// the same lines without faults. What that is, a twin says, which has the same lines, machines and
// seed and no faults: what a session needs follows from its game, its delay and its lines' luck,
// and no formula known beforehand is close enough to tell twice of it from once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// So long after the last fault all is to be as before; that is looked at for the span behind it.
inline constexpr net::Time k_recovered_after = std::chrono::seconds(10);
inline constexpr net::Time k_recovered_span = std::chrono::seconds(5);

// What a match did within a span.
struct Stretch {
    struct Side {
        std::uint64_t ticks = 0;  // confirmed
        std::uint32_t delay_least = 0;
        std::uint32_t delay_most = 0;
    };
    bool is_whole = false;  // all sides played from its beginning to its end
    std::vector<Side> sides;
    // Of each direction, from * players + to, with all heads.
    std::vector<std::uint64_t> sent_bytes;
};

// When the stretch begins in which a match is as before, if it recovers; nothing where a schedule
// never lets it: there is no fault, somebody dies, or a fault is planted.
std::optional<net::Time> recovered_at(const Scenario& scenario);
// The same lines and machines without faults, with ticks enough for its stretch, which begins
// k_recovered_after the beginning.
Scenario without_faults(const Scenario& scenario, TickRate rate);

// What can be said of a match that had faults.
struct Recovery {
    // Why nothing is claimed; empty: it is claimed that the match recovers.
    std::string no_claim;
    std::string failure;  // in words; empty: it recovered
    // The worst side or direction, against the twin.
    double speed = 0;    // its ticks by the twin's
    double traffic = 0;  // its bytes by the twin's
    std::int64_t more_delay = 0;

    bool is_claimed() const { return no_claim.empty(); }
};
// Before the twin is played: whether there can be a claim.
std::string no_claim_of(const Scenario& scenario, const Stretch& had);
// With the twin's stretch.
Recovery compare_with_twin(const Scenario& scenario, TickRate rate, const Stretch& had,
                           const Stretch& twin);

}  // namespace tandem::tools::netsim
