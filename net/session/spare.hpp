// SPDX-License-Identifier: MIT
// How fast a state may be given beside a match that runs: as much as the lines bear without making
// the way of the match's own packets longer. It is a pure function of what it is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <tandem/net/session/line.hpp>
#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

class Spare {
public:
    // Lets time pass. `is_longer` means that the way to somebody is longer than it was before
    // anything was given.
    void advance(Time now, bool is_longer);
    // So many bytes may leave now.
    std::size_t bytes() const { return static_cast<std::size_t>(bytes_); }
    // They leave.
    void spend(std::size_t bytes);
    // The present rate, in bytes per second.
    std::uint64_t rate() const { return rate_; }

private:
    static constexpr std::uint64_t k_rate_first = 128 * 1024;
    static constexpr std::uint64_t k_rate_min = 16 * 1024;
    static constexpr std::uint64_t k_rate_max = 32 * 1024 * 1024;

    std::uint64_t rate_ = k_rate_first;
    std::int64_t bytes_ = 0;
    bool was_used_ = false;  // since the rate grew last
    std::optional<Time> now_;
    Time grown_at_{0};
    Time cut_at_{0};
};

// True if the way there and back takes longer now than it mostly does.
bool is_way_longer(const Line& line);

}  // namespace tandem::net
