// SPDX-License-Identifier: MIT
// `tandem lab match`: two real processes on this machine, one of them slow, play the same keys in
// every arm of section 3 of the inventory, as the command line asks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/machine/machine.hpp>
#include <tandem/tools/lab/match/arm.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools::lab::match {

struct MatchRequest {
    std::vector<const Arm*> arms;
    std::optional<std::uint32_t> seconds;  // each arm's own if not given
    std::uint32_t repeats = 5;
    std::uint32_t fast_cost_ns = 0;  // a frame's
    std::uint32_t slow_cost_ns = 0;
    std::string folder;  // the recordings' folder; empty if none are kept
    bool force = false;  // overwrite existing ones

    std::uint32_t seconds_of(const Arm& arm) const { return seconds.value_or(arm.seconds_default); }
    // Returns about how long all of it takes.
    std::uint64_t seconds_in_all() const;
};

// Returns the words of lists that are separated by commas.
std::vector<std::string> words_of(const std::vector<std::string>& lists);

// Makes the request of options that lab_options has. The error (usage) names the option. Options
// that a match does not have were refused before.
sim::Result<MatchRequest> make_match_request(const Arguments& arguments);

// Plays it. Returns the exit code: 0 if every arm came out as section 3 expects, 1 if one did not
// or stayed inconclusive.
int run_match_section(const Arguments& arguments, Context& context);

}  // namespace tandem::tools::lab::match
