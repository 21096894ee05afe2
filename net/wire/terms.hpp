// SPDX-License-Identifier: MIT
// The few terms of the wire that a user of a session or the author of a transport needs: reasons of
// a refusal, the value for no limit, nonces, and the largest packets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <tandem/sim/bytes/hash.hpp>

namespace tandem::net {

// The reason of a refusal. The numbers are sent: never change them, add new ones at the end.
enum class RefusalReason : std::uint8_t {
    protocol = 1,
    key_needed = 2,  // only one side has a match key
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
    secret = 18,   // who comes back has not the secret of this match, or its slot is another's now
    history = 19,  // its history is no beginning of the match's
    generation = 20,  // it has seen a later generation of the match, so this host is an old one
    state = 21,       // no state can be given to it, or not so often
    speed = 22,       // it gets no nearer to the match
};

// A reason, and the compared values of both sides; empty if nothing was compared.
struct Refusal {
    RefusalReason reason = RefusalReason::protocol;  // the part that does not fit
    std::string host_value;                          // as text
    std::string guest_value;                         // as text
};

// The number of a match, by which files and secrets of it find each other. Nobody can choose it.
using MatchId = std::array<std::byte, 16>;

// The program that simulates, by its content. It is told to the others, named if two histories
// differ, and kept with the evidence of a desync; it is never a reason to refuse. Two are equal
// only if the same code runs.
struct GameProgram {
    sim::Digest program;    // the digest of the program's file
    sim::Digest libraries;  // that of the libraries that it was linked with; all zeros: unknown
    std::string compiler;   // the compiler of the game's own code
    friend bool operator==(const GameProgram&, const GameProgram&) = default;
};

// The comparison of both programs. If it is one program, no difference comes from another build.
enum class ProgramsCompared : std::uint8_t {
    unknown,          // a side does not know its own
    same,             // the same program with the same libraries
    other_libraries,  // the same program with different libraries
    different,
};

// As a number of ticks it means: no limit but the end of the sources.
inline constexpr std::uint64_t k_no_limit = ~std::uint64_t{0};

// The version is raised whenever the protocol changes: two versions never play each other.
inline constexpr std::uint16_t k_protocol_version = 8;

// Nobody holds inputs of others for more ticks than this ahead of its own simulation, and nobody
// may send more.
inline constexpr std::uint64_t k_window_ticks = 8192;

// Why a match is held up. The numbers are sent: never change them, add new ones at the end.
enum class WaitingFor : std::uint8_t {
    line = 0,              // nothing comes from the player
    machine = 1,           // its machine is too slow for the game
    frozen = 2,            // its machine stood still
    inputs = 3,            // it talks, but gives no inputs
    acknowledgements = 4,  // it talks, but acknowledges no inputs
    history = 5,           // it talks, but does not tell what it came to
};

// The most bytes of a datagram. Every path on the Internet carries this many without fragments,
// also through tunnels (the IPv6 minimum is 1,280 minus headers).
inline constexpr std::size_t k_datagram_bytes_max = 1200;
// The bytes by which sealing makes a datagram longer: the connection's number, two of a counter and
// an authenticator (net/transport/seal.hpp).
inline constexpr std::size_t k_seal_bytes = 1 + 2 + 16;
// The most bytes of an unreliable packet. ENet would silently send a
// larger unsequenced packet as reliable fragments: larger than MTU - 4 (ENet's datagram header) - 4
// (its checksum) - 24 (its largest command).
inline constexpr std::size_t k_packet_bytes_max = k_datagram_bytes_max - k_seal_bytes - 4 - 4 - 24;
// The most bytes of a reliable message: evidence of 1 MiB or a setup with 1 MiB of assets, and room
// for names.
inline constexpr std::size_t k_message_bytes_max = std::size_t{2} << 20;

}  // namespace tandem::net
