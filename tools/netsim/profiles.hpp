// SPDX-License-Identifier: MIT
// Lines that people have, as scenarios: what is drawn of a seed is drawn here, once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/netsim/scenario.hpp>

namespace tandem::tools::netsim {

// "lan", "wifi", "4g", "transatlantic", "hotel".
std::vector<std::string> profile_names();

// The scenario of a profile; nothing where there is none of this name. The same seed gives the same
// one. `seconds` is how long the match lasts by the game's own time: faults come within it.
std::optional<Scenario> make_profile(std::string_view name, std::uint64_t seed,
                                     std::uint32_t players, std::uint64_t ticks,
                                     std::uint64_t seconds);

}  // namespace tandem::tools::netsim
