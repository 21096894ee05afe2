// SPDX-License-Identifier: MIT
// Finds out whether a match recovers: soon after the last fault of a schedule it should play, wait
// and send as on the same lines without faults. A twin with the same lines, machines and seed and
// no faults shows how that is. The needs of a session follow from its game, its delay and its
// lines' luck, and no formula known beforehand is close enough to tell twice of them from once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>
#include <tandem/tools/netsim/referee.hpp>
#include <tandem/tools/netsim/scenario.hpp>
#include <tandem/tools/netsim/side.hpp>

namespace tandem::tools::netsim {

// So long after the last fault all is to be as before. The twin is compared over the span behind
// it.
inline constexpr net::Time k_recovered_after = std::chrono::seconds(10);
inline constexpr net::Time k_recovered_span = std::chrono::seconds(5);

// The measurements of a match within a span.
struct Stretch {
    struct SideTicks {
        std::uint64_t ticks = 0;  // confirmed ones
        std::uint32_t delay_least = 0;
        std::uint32_t delay_most = 0;
    };
    bool is_whole = false;  // all sides played from its beginning to its end
    std::vector<SideTicks> sides;
    // The bytes of each direction, at from * players + to, with all heads.
    std::vector<std::uint64_t> sent_bytes;
};

// Returns the begin of the stretch in which a match that recovers is as before; nothing if a
// schedule never lets it: there is no fault, somebody dies, or a fault is planted.
std::optional<net::Time> recovered_at(const Scenario& scenario);
// Returns the same lines and machines without faults, with ticks enough for the twin's stretch,
// which begins k_recovered_after the beginning.
Scenario without_faults(const Scenario& scenario, TickRate rate);

// The findings about a match that had faults.
struct Recovery {
    // The reason for which nothing is claimed. If it is empty, the claim is that the match
    // recovers.
    std::string no_claim;
    std::string failure;  // in words; empty: it recovered
    // The worst side or direction, compared with the twin.
    double speed = 0;    // its ticks by the twin's
    double traffic = 0;  // its bytes by the twin's
    std::int64_t more_delay = 0;

    bool is_claimed() const { return no_claim.empty(); }
};
// Says why there can be no claim; empty if there can be one. Call it before the twin is played.
std::string no_claim_of(const Scenario& scenario, const Stretch& had);
// Compares a match with the stretch of its twin.
Recovery compare_with_twin(const Scenario& scenario, TickRate rate, const Stretch& had,
                           const Stretch& twin);

// Measures one stretch of a match from outside: how much each side played and waited, and how many
// bytes each direction carried.
class StretchMeter {
public:
    using Sides = std::vector<std::unique_ptr<Side>>;

    // A meter without a beginning measures nothing.
    StretchMeter(std::uint32_t players, std::optional<net::Time> from)
        : players_(players), from_(from) {}

    // Call it before a side acts `at` that time.
    void update(net::Time at, const Sides& sides, const Referee& referee,
                const net::SimulatedNetwork& network);
    // True if there is nothing left to measure.
    bool is_over() const { return !from_ || stretch_.is_whole; }
    // The stretch is not whole before its end, or if a side did not play from its beginning to its
    // end.
    const Stretch& stretch() const { return stretch_; }

private:
    Stretch counts(const Sides& sides, const Referee& referee,
                   const net::SimulatedNetwork& network) const;
    void finish(const Stretch& after);

    std::uint32_t players_;
    std::optional<net::Time> from_;
    Stretch before_;
    Stretch stretch_;
};

}  // namespace tandem::tools::netsim
