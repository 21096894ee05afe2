// SPDX-License-Identifier: MIT
// What the user of a session meets of the wire: why a match is refused, and that nothing limits it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tandem::net {

// Why a match does not come about. The numbers reach the wire: never change them, add at the end.
enum class RefusalReason : std::uint8_t {
    protocol = 1,
    key_needed = 2,  // one side has a match key, the other has none
    key_wrong = 3,   // both have one, and not the same
    game = 4,
    version = 5,
    state_schema = 6,
    input_schema = 7,
    options_schema = 8,
    tick_rate = 9,
    full = 10,     // no slot is free
    started = 11,  // the match is under way
    seed = 12,     // contradicts an explicit flag of the joiner
    players = 13,  // likewise
    options = 14,  // likewise
    setup = 15,    // the joiner's game cannot be started with this setup
    asset = 16,    // neither side's copy of an asset fits
    reset = 17,    // what reset made of the setup differs
};

// The reason, and what was compared on both sides; empty where nothing was.
struct Refusal {
    RefusalReason reason = RefusalReason::protocol;  // what does not fit
    std::string host_value;                          // as text
    std::string guest_value;                         // as text
};

// As a number of ticks: as many as the sources give.
inline constexpr std::uint64_t k_no_limit = ~std::uint64_t{0};

// A random number that a side uses for one connection and no other.
using Nonce = std::array<std::byte, 16>;

}  // namespace tandem::net
