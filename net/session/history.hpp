// SPDX-License-Identifier: MIT
// The last ticks of a session, kept until every peer has confirmed the same hashes: the hashes to
// compare, and the states for evidence at a desync.
#pragma once

#include <cstdint>
#include <deque>

#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// The hashes and the state after `ticks_done` ticks.
struct Moment {
    std::uint64_t ticks_done = 0;
    sim::Bytes record;  // that of the tick that led here; empty for the reset state
    sim::StateHash state_hash;
    sim::RunningHashes hashes;
    bool has_state = false;  // false if there was not enough memory
    sim::Bytes state;
};

class History {
public:
    // Keeps the newest states, at most `state_bytes_max` bytes of them.
    explicit History(std::uint64_t state_bytes_max) : state_bytes_max_(state_bytes_max) {}

    // True if add() needs the state: the last one was small enough to be kept.
    bool wants_state() const { return state_bytes_max_ > 0 && !is_too_large_; }
    // A buffer to save the state into, to avoid an allocation.
    sim::Bytes spare_buffer();
    // Adds a moment, one tick after the last one (asserted). The first one may be any.
    void add(Moment moment);
    // The moment after this many ticks; null if it is not there yet, or not any more.
    const Moment* find(std::uint64_t ticks_done) const;
    void forget_before(std::uint64_t ticks_done);
    // Forgets every moment after this one, which is there (asserted).
    void forget_after(std::uint64_t ticks_done);
    // Forgets every moment; the next one that is added may be any.
    void forget_all();
    // True if the moment after this many ticks was there and is forgotten.
    bool has_forgotten(std::uint64_t ticks_done) const {
        return !moments_.empty() && ticks_done < moments_.front().ticks_done;
    }
    std::size_t size() const { return moments_.size(); }

private:
    void drop_state(Moment& moment);

    std::deque<Moment> moments_;
    std::uint64_t state_bytes_max_;
    std::uint64_t state_bytes_ = 0;
    std::size_t with_state_from_ = 0;  // index of the oldest moment whose state may be kept
    bool is_too_large_ = false;
    sim::Bytes spare_;
};

}  // namespace tandem::net
