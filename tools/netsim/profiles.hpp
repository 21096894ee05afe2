// SPDX-License-Identifier: MIT
// Makes scenarios of the lines that people have. Everything that a seed decides is drawn here,
// once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// The names are "lan", "wifi", "4g", "transatlantic" and "hotel".
std::vector<std::string> profile_names();

// Returns the scenario of a profile; nothing if there is none of this name. The same seed gives the
// same one. `seconds` is the length of the match by the game's own time: faults come within it.
std::optional<Scenario> make_profile(std::string_view name, std::uint64_t seed,
                                     std::uint32_t players, std::uint64_t ticks,
                                     std::uint64_t seconds);

}  // namespace tandem::tools::netsim
