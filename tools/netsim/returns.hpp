// SPDX-License-Identifier: MIT
// The debts of a match to those who come back: they take part again, or are told why not, and
// nothing that was certain to anybody is missing at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tandem/tools/netsim/referee.hpp>
#include <tandem/tools/netsim/side.hpp>

namespace tandem::tools::netsim {

// Whoever is away takes part again so long after the last fault, or has ended. A machine whose
// steps take long may need longer, for what it missed meanwhile.
inline constexpr net::Time k_back_within = std::chrono::seconds(30);

// Finds sides that stay away although nothing hinders them.
class ReturnWatch {
public:
    using Sides = std::vector<std::unique_ptr<Side>>;

    // No fault lasts any more from `healed_at` on.
    ReturnWatch(const Scenario& scenario, net::Time healed_at);

    // Call it as time goes on.
    void update(net::Time now, const Sides& sides, const Referee& referee);
    // Returns the first machine that was left out for too long.
    std::optional<std::uint32_t> left_out() const { return left_out_; }

private:
    struct Absence {
        std::uint64_t step_permille = 0;  // the machine's
        std::optional<net::Time> since;
    };
    net::Time patience(const Absence& absence) const;

    net::Time healed_at_;
    std::vector<Absence> absences_;  // by machine
    std::optional<std::uint32_t> left_out_;
};

// Says whose certain ticks the host does not have; empty if it has all.
std::string lost_ticks_text(const Referee& referee, std::uint32_t players);
// True if a match may be over before its last tick for this side: it is gone for good, was refused
// with a reason, or could not find a host that was over.
bool is_excused(const SideFacts& side, const SideFacts& host);

}  // namespace tandem::tools::netsim
