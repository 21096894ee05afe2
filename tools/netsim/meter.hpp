// SPDX-License-Identifier: MIT
// Measures one stretch of a match from outside: how much each side played and waited, and how many
// bytes each direction carried.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <tandem/net/transport/simulated/network.hpp>
#include <tandem/tools/netsim/recovery.hpp>
#include <tandem/tools/netsim/referee.hpp>
#include <tandem/tools/netsim/side.hpp>

namespace tandem::tools::netsim {

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
