// SPDX-License-Identifier: MIT
// The messages of the reliable channel: handshake, agreement on ends and absences, and reports at a
// desync. PROTOCOL.md describes each byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tandem/net/wire/return_messages.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/game/game_info.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// Bounds on the memory that a message makes us use.
struct MessageLimits {
    static constexpr std::size_t text_bytes_max = 1024;
    static constexpr std::size_t setup_bytes_max = 256 * 1024;
    static constexpr std::size_t assets_max = 256;
    static constexpr std::size_t assets_bytes_max = std::size_t{1} << 20;
    // The most bytes of a whole state, which is only sent of a reset, or if it is a single piece.
    static constexpr std::size_t evidence_bytes_max = std::size_t{1} << 20;
    static constexpr std::uint32_t way_us_max = 2'000'000;
    static constexpr std::size_t record_bytes_max =
        k_slots_max / 8 + k_slots_max * sim::k_input_bytes_max;
    // The most chains: as many as the ticks by which a side may be ahead of what was compared.
    static constexpr std::size_t chains_max = k_window_ticks;
};

// Bounds of the walk through a state that differs (PROTOCOL.md, "The walk").
struct PieceLimits {
    static constexpr std::size_t bytes_max = 4096;              // a piece that has only bytes
    static constexpr std::size_t parts_max = 64;                // the parts of any other piece
    static constexpr std::size_t asked_max = 64;                // pieces in one ask
    static constexpr std::size_t asks_max = 4;                  // not answered yet
    static constexpr std::size_t answer_bytes_max = 64 * 1024;  // content in an answer
    static constexpr std::size_t state_bytes_max = std::size_t{1} << 30;
    // These are the bounds in all, from each side.
    static constexpr std::size_t told_max = 16'384;                      // pieces
    static constexpr std::size_t told_bytes_max = std::size_t{4} << 20;  // bytes of the state
};

// The first message: from the guest, and then the host's answer. It is the same in all versions, so
// that each can say which one the other has.
struct Greeting {
    std::uint16_t protocol = 0;
};

// The facts that must be equal on both sides, and the build and program, which are only told.
struct Identity {
    std::string game;
    std::uint32_t version = 0;
    sim::SchemaHash state_schema;
    sim::SchemaHash input_schema;
    sim::SchemaHash options_schema;
    TickRate tick_rate;
    std::string build;
    std::optional<GameProgram> program{};  // shown to nobody, kept as evidence
};

// Guest to host.
struct Hello {
    Identity identity;
    std::string player_name;
    std::uint64_t ticks_limit = 0;  // --ticks, or k_no_limit
    std::optional<Claim> claim{};   // it comes back
};

// Host to guest: your slot and the match.
struct Welcome {
    Identity identity;
    std::string player_name;
    std::uint32_t slot = 0;
    sim::Bytes setup;                        // canonical (sim::encode_setup)
    std::vector<sim::Bytes> asset_contents;  // the content of each asset; empty if not sent
};

// Guest to host: reset is done, with this result.
struct Ready {
    std::uint64_t start = 0;
    sim::StateHash state_hash;
    sim::ChainHash chain;
};

// Host to guests: everyone is ready, tick 0 begins.
struct Start {
    std::uint64_t ticks_limit = k_no_limit;  // the smallest of all
    std::vector<std::string> names;          // the name for each slot
    // The length of the way from the host to the farthest other guest, in microseconds: your inputs
    // go that way too. It is at most 2 s; 0 means that there is none.
    std::uint32_t way_beyond_us = 0;
    SlotSecret secret{};           // the receiver comes back with it
    std::uint32_t open_slots = 0;  // so many of the last slots have nobody yet
};

// Guest to host: I have no input for `tick` or later.
struct Stop {
    std::uint64_t tick = 0;
    sim::EndReason reason = sim::EndReason::source_ended;
};

// Host to guests: the match has exactly `tick` ticks.
struct End {
    std::uint64_t tick = 0;
    sim::EndReason reason = sim::EndReason::source_ended;
    std::uint32_t slot = 0;  // who gave the reason
};

// Host to guests: this slot is absent from `tick` on. If it is the receiver's own slot, the others
// go on without it; where it may not return, the host closes the connection.
struct Absent {
    std::uint64_t tick = 0;
    std::uint32_t slot = 0;
    bool may_return = false;
    std::string why;
};

// Guest to host, from one that is absent: I have caught up.
struct Back {
    std::uint64_t ticks_done = 0;  // simulated
    sim::ChainHash chain;          // after them
    std::uint64_t asked = 0;       // my source was asked for all ticks before this one
};

// Host to guests: this slot takes part again from `tick` on.
struct Present {
    std::uint64_t tick = 0;
    std::uint32_t slot = 0;
    bool is_bot = false;  // by a bot of the host's
};

// Guest to host: I know that this slot takes part again from `tick` on. Before all have said so the
// host gives no input of its own for that tick; so nobody plays it otherwise.
struct Agreed {
    std::uint64_t tick = 0;
    std::uint32_t slot = 0;
};

// Host to guests: this slot, which is absent, does not return.
struct Gone {
    std::uint32_t slot = 0;
    std::string why;
};

// Host to guests: this slot holds the match up, or does so no more.
struct Holdup {
    std::uint32_t slot = 0;
    WaitingFor what = WaitingFor::line;
    bool is_over = false;
    std::uint64_t ms = 0;  // for how long so far
};

// Our histories differ. My chain after `from` ticks and after each tick that follows.
struct Differ {
    std::uint64_t from = 0;
    std::vector<sim::ChainHash> chains;
};

// I have simulated and compared all of my ticks and need nothing more from you.
struct Done {
    std::uint64_t ticks = 0;
    sim::ChainHash chain;
};

// Each side reports this at a desync: the hashes of the state after the first bad tick and the
// record that led to it.
struct Autopsy {
    std::uint64_t ticks_done = 0;  // the state after this many ticks
    sim::StateHash state_hash;
    sim::RunningHashes hashes;
    sim::Bytes record;              // that of tick ticks_done - 1; empty for the reset state
    bool has_state = false;         // it is still in memory, so that its pieces can be asked for
    std::uint64_t state_bytes = 0;  // how large it is
    sim::Bytes state;               // if it is small, or of a reset; else empty
};

// I stop at once, for this reason.
struct Bye {
    sim::EndReason reason = sim::EndReason::interrupted;
    std::string why;
};

// A part of a state: the hash of its content, and how many bytes of the state it is.
struct Piece {
    std::uint64_t hash = 0;
    std::uint32_t bytes = 0;
    friend bool operator==(const Piece&, const Piece&) = default;
};

// The content of a piece: smaller pieces, or bytes.
struct PieceContent {
    sim::Bytes bytes;
    std::vector<Piece> parts;
};

// Tell me what these pieces of your state after `ticks_done` ticks consist of. The whole state is
// asked for by its state hash.
struct Ask {
    std::uint64_t ticks_done = 0;
    std::vector<std::uint64_t> hashes;
};

// The answer to the oldest ask that has none: its first pieces, as many as fit. An answer without
// pieces says that there will be no more of this state.
struct Pieces {
    std::uint64_t ticks_done = 0;
    std::vector<PieceContent> contents;
};

// I need nothing more of your state after `ticks_done` ticks.
struct Enough {
    std::uint64_t ticks_done = 0;
};

// The number of a type is its place here, from 1: add new ones at the end.
using Message = std::variant<Greeting, Refusal, Hello, Welcome, Ready, Start, Stop, End, Absent,
                             Done, Autopsy, Bye, Back, Present, Agreed, Gone, Holdup, Differ, Ask,
                             Pieces, Enough, Rejoin, Approach, Bring, Brought, Part>;

sim::Bytes encode_message(const Message& message);
// Everything is checked and bounded; the error names the message and the byte.
sim::Result<Message> decode_message(sim::ByteView bytes);

}  // namespace tandem::net
