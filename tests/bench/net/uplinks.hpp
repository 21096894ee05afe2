// SPDX-License-Identifier: MIT
// A match whose sides each send through one line of a given rate with one queue, first in, first
// out, as from a home: everything that a host sends to all its guests waits in the same queue.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <tests/bench/net/match_world.hpp>

namespace tandem::bench {

// One side's line outwards.
struct UplinkOptions {
    std::uint64_t rate_bytes_per_s = 0;  // 0: no limit
    std::uint64_t queue_bytes = 0;       // what finds no room is lost
    net::Time delay{0};                  // behind the queue
};

class UplinkMatch final : public MatchWorld {
public:
    explicit UplinkMatch(const MatchOptions& options);
    ~UplinkMatch() override;

    void set_uplink(std::uint32_t side, const UplinkOptions& options);
    // The line carries nothing until this time.
    void take_away(std::uint32_t side, net::Time until);

    // What a side has put on its line so far, heads included, and what is left of it.
    struct Carried {
        std::uint64_t bytes = 0;
        std::uint64_t datagrams = 0;
        std::uint64_t lost = 0;
        std::uint64_t waiting_bytes = 0;
    };
    Carried carried(std::uint32_t side) const;

private:
    class Endpoint;
    void advance(net::Time now) override;

    std::vector<std::unique_ptr<Endpoint>> endpoints_;
};

}  // namespace tandem::bench
