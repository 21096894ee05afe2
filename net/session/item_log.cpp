// SPDX-License-Identifier: MIT
// A sliding window over a stream.
#include <tandem/net/session/item_log.hpp>

#include <utility>

#include <tandem/net/wire/wire.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

bool ItemLog::has(std::uint64_t tick) const {
    return tick >= base_ && tick - base_ < items_.size() && items_[tick - base_].has_value();
}

const sim::Bytes& ItemLog::at(std::uint64_t tick) const {
    TANDEM_ASSERT(has(tick));
    return *items_[tick - base_];
}

bool ItemLog::put(std::uint64_t tick, sim::Bytes item) {
    if (tick < base_ || has(tick)) {
        return false;
    }
    // Whoever fills the log bounds how far ahead: a hole costs memory too.
    TANDEM_ASSERT(tick - base_ <= 4 * k_window_ticks);
    if (tick - base_ >= items_.size()) {
        items_.resize(tick - base_ + 1);
    }
    items_[tick - base_] = std::move(item);
    while (has(next_)) {
        ++next_;
    }
    return true;
}

void ItemLog::forget_before(std::uint64_t tick) {
    while (base_ < tick && base_ < next_) {
        items_.pop_front();
        ++base_;
    }
}

}  // namespace tandem::net
