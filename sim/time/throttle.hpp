// SPDX-License-Identifier: MIT
// Spreads work that need not be done in every tick: all of it every n-th tick, or a part of it in
// each tick. The tick number alone decides, so all peers and all replays do it at the same tick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tandem/sim/assert.hpp>

namespace tandem {

// The items from `first` up to, but not including, `end`.
struct Slice {
    std::uint64_t first = 0;  // the first item
    std::uint64_t end = 0;    // the first item behind them

    friend constexpr bool operator==(Slice, Slice) = default;
    // The number of items.
    constexpr std::uint64_t size() const { return end - first; }
};

// This says how often some work is done. It is a constant of the game, not part of its state. The
// game numbers its ticks by a counter in its state.
struct Throttle {
    std::uint32_t every_ticks = 1;  // at least 1
    // Shifts the work by this many ticks. Give different tasks different phases, so that their cost
    // does not fall into one tick.
    std::uint32_t phase_ticks = 0;

    // True if the whole work is done in this tick, which is one of `every_ticks` ticks.
    constexpr bool is_due(std::uint64_t tick) const { return position(tick) == 0; }

    // This tick's part of a list. Beginning with a tick that is due, `every_ticks` ticks handle
    // each item once, in order. The sizes of their slices differ by at most one item. If the list
    // grows or shrinks meanwhile, an item may be handled twice or not before the next round.
    constexpr Slice slice(std::uint64_t tick, std::uint64_t items) const {
        const std::uint64_t at = position(tick);
        return {start_of(at, items), start_of(at + 1, items)};
    }
    template <class T, std::size_t extent>
    constexpr std::span<T> slice(std::uint64_t tick, std::span<T, extent> items) const {
        const Slice part = slice(tick, items.size());
        return items.subspan(static_cast<std::size_t>(part.first),
                             static_cast<std::size_t>(part.size()));
    }

private:
    // How many ticks have passed since the last tick that was due; below every_ticks.
    constexpr std::uint64_t position(std::uint64_t tick) const {
        TANDEM_ASSERT(every_ticks >= 1);
        const std::uint64_t every = every_ticks;
        return (tick % every + every - phase_ticks % every) % every;
    }
    // items * at / every_ticks, rounded down, without a product beyond 64 bits.
    constexpr std::uint64_t start_of(std::uint64_t at, std::uint64_t items) const {
        return items / every_ticks * at + items % every_ticks * at / every_ticks;
    }
};

}  // namespace tandem
