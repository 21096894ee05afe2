// SPDX-License-Identifier: MIT
// A count of the steps that this process has come through, for another process that must tell a
// slow game from one that hangs.
#pragma once

#include <atomic>
#include <cstdint>

namespace tandem::sim {
namespace detail {

inline std::atomic<std::atomic<std::uint64_t>*> step_counter{nullptr};

}  // namespace detail

// From now on every step, reset and restore of any simulation of this process adds one to
// `counter`, also one that fails. The number must outlive that. With null, as at first, nobody
// counts.
inline void count_steps_in(std::atomic<std::uint64_t>* counter) {
    detail::step_counter.store(counter, std::memory_order_relaxed);
}

// Adds one step to the counter, if there is a counter.
inline void count_step() {
    if (auto* const counter = detail::step_counter.load(std::memory_order_relaxed)) {
        counter->fetch_add(1, std::memory_order_relaxed);
    }
}

}  // namespace tandem::sim
