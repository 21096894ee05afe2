// SPDX-License-Identifier: MIT
// The counting sort's middle pass and the look-up.
#include <tandem/tools/games/swarm_grid.hpp>

#include <algorithm>

namespace tandem::games {

SwarmGrid::SwarmGrid(std::int32_t side, std::uint32_t units)
    : side_(side), starts_(static_cast<std::size_t>(side * side) + 2), entries_(units) {}

void SwarmGrid::clear() { std::fill(starts_.begin(), starts_.end(), 0U); }

void SwarmGrid::begin_filling() {
    for (std::size_t i = 1; i < starts_.size(); ++i) {
        starts_[i] += starts_[i - 1];
    }
}

std::span<const GridEntry> SwarmGrid::row_of_three(std::int32_t column, std::int32_t row) const {
    if (row < 0 || row >= side_) {
        return {};
    }
    const auto first = static_cast<std::size_t>(row * side_ + std::max(column - 1, 0));
    const auto last = static_cast<std::size_t>(row * side_ + std::min(column + 1, side_ - 1));
    return {entries_.data() + starts_[first], starts_[last + 1] - starts_[first]};
}

}  // namespace tandem::games
