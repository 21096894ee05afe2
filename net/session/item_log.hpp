// SPDX-License-Identifier: MIT
// One stream as far as it is known and still needed: items by tick, with holes where packets are
// under way.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include <tandem/sim/bytes/bytes.hpp>

namespace tandem::net {

class ItemLog {
public:
    // The first tick whose item is missing: everything before it is here, or was and is forgotten.
    std::uint64_t next() const { return next_; }
    // The first tick that is not forgotten.
    std::uint64_t base() const { return base_; }
    bool has(std::uint64_t tick) const;
    // Needs has(tick) (asserted).
    const sim::Bytes& at(std::uint64_t tick) const;

    // Whether it was news: what is known or forgotten already stays as it is.
    bool put(std::uint64_t tick, sim::Bytes item);
    // Nothing beyond next() is forgotten.
    void forget_before(std::uint64_t tick);

private:
    std::deque<std::optional<sim::Bytes>> items_;  // from base_
    std::uint64_t base_ = 0;
    std::uint64_t next_ = 0;
};

}  // namespace tandem::net
