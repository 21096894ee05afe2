// SPDX-License-Identifier: MIT
// Work that need not be done in every tick: done now and then, or a slice of it in each tick. The
// tick number alone decides, so all peers and all replays do it at the same tick.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tandem/sim/assert.hpp>

namespace tandem {

// The items from `first` on, without `end`.
struct Slice {
    std::uint64_t first = 0;  // the first of them
    std::uint64_t end = 0;    // the first behind them

    friend constexpr bool operator==(Slice, Slice) = default;
    // How many they are.
    constexpr std::uint64_t size() const { return end - first; }
};

// A constant of the game, nothing of its state. Ticks are numbered by the game: a counter that is
// part of the state.
struct Throttle {
    std::uint32_t every_ticks = 1;  // at least 1
    // Tasks of different phases take different ticks, so that their cost does not pile up in one.
    std::uint32_t phase_ticks = 0;

    // Whether the whole work is done in this tick: in one of `every_ticks`.
    constexpr bool is_due(std::uint64_t tick) const { return position(tick) == 0; }

    // This tick's share of a list. From a tick that is due on, `every_ticks` ticks take each item
    // once, in order, in slices that differ by one item at most; while the list grows or shrinks,
    // an item may be taken twice or left to the next round.
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
    // How many ticks after one that is due, below every_ticks.
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
