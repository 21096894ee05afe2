// SPDX-License-Identifier: MIT
// Strong types for numbers that must never be mixed up: tick numbers, slots, hashes and tick rates.
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>

namespace tandem {

// A rational tick rate in ticks per second; 60 is 60/1, the NES is 60'098'800/1'000'000. Both parts
// are at least 1.
struct TickRate {
    std::uint32_t ticks = 60;   // how many ticks there are in `seconds`
    std::uint32_t seconds = 1;  // how many seconds `ticks` take

    constexpr TickRate() = default;
    // A whole number of ticks in a whole number of seconds.
    constexpr explicit TickRate(std::uint32_t ticks_per_second, std::uint32_t per_seconds = 1)
        : ticks(ticks_per_second), seconds(per_seconds) {}
    // It never compiles: it explains the mistake of a tick rate in floating point.
    template <class Ticks, class Seconds = std::uint32_t>
    requires(std::floating_point<Ticks> ||
             std::floating_point<Seconds>) constexpr explicit TickRate(Ticks, Seconds = 1) {
        static_assert(!std::floating_point<Ticks> && !std::floating_point<Seconds>,
                      "Tandem: a tick rate is a ratio of whole numbers, ticks in so many seconds; "
                      "write 59.94 as "
                      "TickRate{2'997, 50} and NTSC's as TickRate{60'000, 1'001}.");
    }
    friend constexpr bool operator==(TickRate, TickRate) = default;
};

// The position of a participant in a match, counted from 0. It never changes during a match.
struct Slot {
    std::uint32_t index = 0;  // from 0

    constexpr Slot() = default;
    // The slot with this index.
    constexpr explicit Slot(std::uint32_t slot_index) : index(slot_index) {}
    friend constexpr auto operator<=>(Slot, Slot) = default;
};

namespace sim {

// The number of a tick, counted from 0. The state before tick 0 is the one that reset made.
struct Tick {
    std::uint64_t number = 0;  // from 0

    constexpr Tick() = default;
    // The tick with this number.
    constexpr explicit Tick(std::uint64_t tick_number) : number(tick_number) {}
    friend constexpr auto operator<=>(Tick, Tick) = default;
    // This many ticks later.
    friend constexpr Tick operator+(Tick tick, std::uint64_t ticks) {
        return Tick{tick.number + ticks};
    }
    // The next tick.
    constexpr Tick& operator++() {
        ++number;
        return *this;
    }
};

// XXH3-64 over the canonical bytes of one state.
struct StateHash {
    std::uint64_t value = 0;  // the hash itself

    constexpr StateHash() = default;
    // A hash with this value.
    constexpr explicit StateHash(std::uint64_t hash) : value(hash) {}
    friend constexpr bool operator==(StateHash, StateHash) = default;
};

// A running hash over a whole history: its records and its states. See chain.hpp.
struct ChainHash {
    std::uint64_t value = 0;  // the hash itself

    constexpr ChainHash() = default;
    // A hash with this value.
    constexpr explicit ChainHash(std::uint64_t hash) : value(hash) {}
    friend constexpr bool operator==(ChainHash, ChainHash) = default;
};

// A running hash over the records of a history, without its states. See chain.hpp.
struct RecordsHash {
    std::uint64_t value = 0;  // the hash itself

    constexpr RecordsHash() = default;
    // A hash with this value.
    constexpr explicit RecordsHash(std::uint64_t hash) : value(hash) {}
    friend constexpr bool operator==(RecordsHash, RecordsHash) = default;
};

// XXH3-64 over the canonical bytes of a schema.
struct SchemaHash {
    std::uint64_t value = 0;  // the hash itself

    constexpr SchemaHash() = default;
    // A hash with this value.
    constexpr explicit SchemaHash(std::uint64_t hash) : value(hash) {}
    friend constexpr bool operator==(SchemaHash, SchemaHash) = default;
};

}  // namespace sim
}  // namespace tandem
