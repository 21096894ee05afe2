// SPDX-License-Identifier: MIT
// Tick by tick.
#include <tandem/tools/lab/games/compare.hpp>

#include <algorithm>

namespace tandem::tools::lab {

Comparison compare(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    Comparison comparison;
    comparison.compared = std::min(a.size(), b.size());
    for (std::uint64_t tick = 0; tick < comparison.compared; ++tick) {
        if (a[tick] != b[tick]) {
            comparison.first = comparison.first.value_or(tick);
            ++comparison.differing;
        }
    }
    return comparison;
}

SameStates same_states(const std::vector<std::vector<std::uint64_t>>& runs) {
    SameStates result;
    const auto longest = std::max_element(
        runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (runs.size() < 2) {
        return result;
    }
    result.same = true;
    result.ticks = longest->size();
    for (auto run = runs.begin(); run != runs.end(); ++run) {
        if (run != longest) {
            const Comparison comparison = compare(*longest, *run);
            result.ticks = std::min(result.ticks, comparison.compared);
            result.same = result.same && comparison.differing == 0;
        }
    }
    result.same = result.same && result.ticks != 0;
    return result;
}

}  // namespace tandem::tools::lab
