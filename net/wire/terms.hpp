// SPDX-License-Identifier: MIT
// The few terms of the wire that a user of a session needs: reasons of a refusal, the value for no
// limit, and nonces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tandem::net {

// Why a match is refused. The numbers are sent: never change them, add new ones at the end.
enum class RefusalReason : std::uint8_t {
    protocol = 1,
    key_needed = 2,  // one side has a match key, the other has none
    key_wrong = 3,   // both have a key, but not the same
    game = 4,
    version = 5,
    state_schema = 6,
    input_schema = 7,
    options_schema = 8,
    tick_rate = 9,
    full = 10,     // no slot is free
    started = 11,  // the match has begun already
    seed = 12,     // contradicts an explicit option of the joiner
    players = 13,  // contradicts an explicit option of the joiner
    options = 14,  // contradicts an explicit option of the joiner
    setup = 15,    // the joiner's game cannot start with this setup
    asset = 16,    // no side has the right content of an asset
    reset = 17,    // the states after reset differ
};

// A reason, and the compared values of both sides; empty if nothing was compared.
struct Refusal {
    RefusalReason reason = RefusalReason::protocol;  // what does not fit
    std::string host_value;                          // as text
    std::string guest_value;                         // as text
};

// As a number of ticks it means: no limit but the end of the sources.
inline constexpr std::uint64_t k_no_limit = ~std::uint64_t{0};

// A random number that a side uses for one connection and no other.
using Nonce = std::array<std::byte, 16>;

}  // namespace tandem::net
