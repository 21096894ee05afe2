// SPDX-License-Identifier: MIT
// Compares runs of a game by the hashes of their states, one after each tick.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tandem::tools::lab {

// The comparison of the ticks that both have.
struct Comparison {
    std::uint64_t compared = 0;
    std::uint64_t differing = 0;
    std::optional<std::uint64_t> first = std::nullopt;
};
Comparison compare(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b);

// Says if all states are the same at every tick that two or more of them have, and how many ticks
// were compared at least. It is false if none was compared.
struct SameStates {
    bool same = false;
    std::uint64_t ticks = 0;
};
SameStates same_states(const std::vector<std::vector<std::uint64_t>>& runs);

}  // namespace tandem::tools::lab
