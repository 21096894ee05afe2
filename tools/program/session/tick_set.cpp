// SPDX-License-Identifier: MIT
// Joins runs that touch.
#include <tandem/tools/program/session/tick_set.hpp>

#include <iterator>

namespace tandem::tools {

void TickSet::add(std::uint64_t tick) {
    auto later = runs_.upper_bound(tick);
    auto run = later == runs_.begin() ? runs_.end() : std::prev(later);
    if (run != runs_.end() && tick < run->second) {
        return;
    }
    ++size_;
    if (run != runs_.end() && run->second == tick) {
        run->second = tick + 1;
    } else {
        run = runs_.emplace_hint(later, tick, tick + 1);
    }
    if (later != runs_.end() && later->first == tick + 1) {
        run->second = later->second;
        runs_.erase(later);
    }
}

bool TickSet::holds(std::uint64_t first, std::uint64_t end) const {
    if (first >= end) {
        return true;
    }
    const auto later = runs_.upper_bound(first);
    return later != runs_.begin() && std::prev(later)->second >= end;
}

std::optional<std::uint64_t> TickSet::first() const {
    return runs_.empty() ? std::nullopt : std::optional(runs_.begin()->first);
}

}  // namespace tandem::tools
