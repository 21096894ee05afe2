// SPDX-License-Identifier: MIT
// What was asked for of a match, taken from the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/command.hpp>
#include <tandem/tools/lab/machine/machine.hpp>
#include <tandem/tools/lab/match/arm.hpp>

namespace tandem::tools::lab::match {

struct MatchRequest {
    std::vector<const Arm*> arms;
    std::optional<std::uint32_t> seconds;  // each arm's own where not given
    std::uint32_t repeats = 5;
    std::uint32_t fast_cost_ns = 0;  // of a frame
    std::uint32_t slow_cost_ns = 0;
    std::string folder;  // where recordings are kept; empty: nowhere
    bool force = false;  // also where some are kept already

    std::uint32_t seconds_of(const Arm& arm) const { return seconds.value_or(arm.seconds_default); }
    // About how long all of it takes.
    std::uint64_t seconds_in_all() const;
};

// The words of lists that are separated by commas.
std::vector<std::string> words_of(const std::vector<std::string>& lists);

// Error usage, which names the option. Options that a match does not have were refused before.
sim::Result<MatchRequest> make_match_request(const LabCommand& command);

}  // namespace tandem::tools::lab::match
