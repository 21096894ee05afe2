// SPDX-License-Identifier: MIT
// The ticks that were seen, as runs of ticks in a row: the memory follows how often somebody jumped
// and not how many ticks a file claims to have.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace tandem::tools {

class TickSet {
public:
    void add(std::uint64_t tick);
    // The number of ticks in it.
    std::uint64_t size() const { return size_; }
    // True if every tick from `first` to before `end` is in it.
    bool holds(std::uint64_t first, std::uint64_t end) const;
    // The first tick of all.
    std::optional<std::uint64_t> first() const;

private:
    std::map<std::uint64_t, std::uint64_t> runs_;  // the first tick, and that behind the last one
    std::uint64_t size_ = 0;
};

}  // namespace tandem::tools
