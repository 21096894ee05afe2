// SPDX-License-Identifier: MIT
// The ring is bounded by memory: old states go first, hashes stay until they were compared.
#include <tandem/net/session/history.hpp>

#include <algorithm>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::net {

sim::Bytes History::spare_buffer() { return std::exchange(spare_, {}); }

void History::drop_state(Moment& moment) {
    if (moment.has_state) {
        state_bytes_ -= moment.state.size();
        moment.has_state = false;
        spare_ = std::exchange(moment.state, {});
    }
}

void History::add(Moment moment) {
    TANDEM_ASSERT(moments_.empty() || moments_.back().ticks_done + 1 == moment.ticks_done);
    if (moment.has_state) {
        is_too_large_ = moment.state.size() > state_bytes_max_;
        state_bytes_ += moment.state.size();
    }
    moments_.push_back(std::move(moment));
    while (state_bytes_ > state_bytes_max_ && with_state_from_ < moments_.size()) {
        drop_state(moments_[with_state_from_]);
        ++with_state_from_;
    }
}

const Moment* History::find(std::uint64_t ticks_done) const {
    if (moments_.empty() || ticks_done < moments_.front().ticks_done ||
        ticks_done > moments_.back().ticks_done) {
        return nullptr;
    }
    return &moments_[ticks_done - moments_.front().ticks_done];
}

void History::forget_before(std::uint64_t ticks_done) {
    while (moments_.size() > 1 && moments_.front().ticks_done < ticks_done) {
        drop_state(moments_.front());
        moments_.pop_front();
        with_state_from_ -= with_state_from_ > 0 ? 1 : 0;
    }
}

void History::forget_after(std::uint64_t ticks_done) {
    TANDEM_ASSERT(find(ticks_done) != nullptr);
    while (moments_.back().ticks_done > ticks_done) {
        drop_state(moments_.back());
        moments_.pop_back();
    }
    with_state_from_ = std::min(with_state_from_, moments_.size());
}

void History::forget_all() {
    moments_.clear();
    state_bytes_ = 0;
    with_state_from_ = 0;
    is_too_large_ = false;  // the next state is another one
}

}  // namespace tandem::net
