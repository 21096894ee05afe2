// SPDX-License-Identifier: MIT
// The known and still needed part of a stream: items by tick, with gaps for packets that have not
// arrived.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

class ItemLog {
public:
    // The first tick whose item is missing. Everything before it is here, or was here and is
    // forgotten.
    std::uint64_t next() const { return next_; }
    // The first tick that is not forgotten.
    std::uint64_t base() const { return base_; }
    bool has(std::uint64_t tick) const;
    // Needs has(tick) (asserted).
    const sim::Bytes& at(std::uint64_t tick) const;

    // Adds an item. Returns whether it was new; an item that is known or forgotten does not change.
    bool put(std::uint64_t tick, sim::Bytes item);
    // Forgets the items before `tick`, but nothing from next() on.
    void forget_before(std::uint64_t tick);

private:
    std::deque<std::optional<sim::Bytes>> items_;  // from base_
    std::uint64_t base_ = 0;
    std::uint64_t next_ = 0;
};

}  // namespace tandem::net
