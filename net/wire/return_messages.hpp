// SPDX-License-Identifier: MIT
// Messages of a return: a player's claim to a slot, and the place where it takes the match up
// again. PROTOCOL.md describes each byte.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// The proof of a side that it knows the secret of a slot (net/ticket/ticket.hpp).
using ProofBytes = std::array<std::byte, 32>;

// Bounds on the memory that these messages make us use.
struct ReturnLimits {
    // The changes of one slot's presence behind the tick where a comer takes the match up. A change
    // costs its player seconds, and a comer is never behind by more than a window.
    static constexpr std::size_t changes_max = 256;
    // The bytes of a part: with its heads it fills a datagram.
    static constexpr std::size_t part_bytes_max = 1'024;
    // The records of one message.
    static constexpr std::size_t records_max = 1'024;
};

// The giving of a slot that is spoken of: the how-manieth of which match, in which generation.
struct SlotGiven {
    MatchId match{};
    std::uint32_t slot = 0;
    std::uint32_t given = 1;
    std::uint32_t generation = 0;
    friend bool operator==(const SlotGiven&, const SlotGiven&) = default;
};

// The secret of a slot, which travels once.
struct SlotSecret {
    SlotGiven of;
    std::array<std::byte, 32> secret{};
};

// A side's part of a match: the ticks that are certain there, and the chain after them.
struct HeldPast {
    std::uint64_t ticks_done = 0;
    sim::ChainHash chain;
};

// Guest to host, in its hello: I had this slot before. It is proven by the slot's secret.
struct Claim {
    SlotGiven of;
    std::optional<HeldPast> past;  // nothing if the guest holds nothing of the match
    // By slot: this side still runs, and has every input before these ticks. Empty: it needs a
    // state.
    std::vector<std::uint64_t> has;
    ProofBytes proof{};
};

// The bytes that the proof of a claim vouches for.
sim::Bytes claimed_bytes(const Claim& claim);

// A state that is given. The receiver fetches it by the walk.
struct GivenState {
    sim::StateHash state_hash;
    sim::RunningHashes hashes;
    std::uint64_t state_bytes = 0;
    sim::Bytes record;  // that of the tick before; empty before tick 0
};

// The presence of a slot around a tick: whether it takes part in the tick before, and the ticks
// from there on at which that changes.
struct SlotTaking {
    bool is_present = true;
    std::vector<std::uint64_t> changes;
};

// The end of a match, as in End.
struct RejoinEnd {
    std::uint64_t tick = 0;
    sim::EndReason reason = sim::EndReason::tick_limit;
    std::uint32_t slot = 0;
};

// Host to guest, to one that has proven its claim and is ready: here you take the match up again.
struct Rejoin {
    std::uint32_t generation = 0;
    // After so many ticks: the last certain ones of the guest, or those of the state that is given.
    std::uint64_t ticks_done = 0;
    std::optional<GivenState> given;
    std::uint64_t absent_from = 0;     // the receiver's own slot is absent from this tick on
    std::uint64_t due = 0;             // the ticks that are due at the host
    std::vector<SlotTaking> presence;  // by slot, around ticks_done
    std::optional<RejoinEnd> end;      // if that is agreed
    std::vector<std::string> names;    // the name for each slot
    std::uint32_t way_beyond_us = 0;   // as in Start
    // The chain after the ticks that the claim names, as the host has it; nothing if it does not
    // know it, or the claim named none.
    std::optional<sim::ChainHash> past_chain;
    // The match has kept so many of the ticks that the claim names.
    std::uint64_t kept = 0;
    // The secret of a newcomer's slot, which it had not before.
    std::optional<SlotSecret> secret;
    ProofBytes proof{};  // the host's, for the other fields
};

// The bytes that the proof of a rejoin vouches for.
sim::Bytes rejoined_bytes(const Rejoin& rejoin);

// Host to guests: this player comes back, and so much of the state that it is given is there.
struct Approach {
    std::uint32_t slot = 0;
    std::uint64_t bytes_given = 0;
    std::uint64_t bytes = 0;  // the whole state; 0: it needs none
    std::uint64_t ticks_behind = 0;
};

// Host to guest, to one that claims more ticks than a host that was resumed has: tell me their
// records from this tick on.
struct Bring {
    std::uint64_t from = 0;
};

// Guest to host: the next of these records. An answer without any says that they are not here.
struct Brought {
    std::uint64_t from = 0;
    std::vector<sim::Bytes> records;
};

// Host to guest: a part of a message that is too long to be sent at once beside a match. The last
// part completes it.
struct Part {
    bool is_last = false;
    sim::Bytes bytes;
};

// ---- For message.cpp ----

void write(sim::Bytes& out, const SlotSecret& secret);
void read(sim::ByteReader& reader, SlotSecret& secret);
void write(sim::Bytes& out, const Claim& claim);
void read(sim::ByteReader& reader, Claim& claim);
void write(sim::Bytes& out, const Rejoin& rejoin);
void read(sim::ByteReader& reader, Rejoin& rejoin);
void write(sim::Bytes& out, const Approach& approach);
void read(sim::ByteReader& reader, Approach& approach);
void write(sim::Bytes& out, const Bring& bring);
void read(sim::ByteReader& reader, Bring& bring);
void write(sim::Bytes& out, const Brought& brought);
void read(sim::ByteReader& reader, Brought& brought);
void write(sim::Bytes& out, const Part& part);
void read(sim::ByteReader& reader, Part& part);

}  // namespace tandem::net
