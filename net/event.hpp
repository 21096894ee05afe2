// SPDX-License-Identifier: MIT
// What a session tells its caller: what happened, in order, as values and as sentences; how it
// stands with the others and with real time; and what its transport is to send.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tandem/net/transport/transport.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// The other side is there and fits. Texts are foreign: escape them before they reach a terminal.
struct Connected {
    Slot slot;          // theirs
    std::string name;   // theirs; empty where they gave none
    std::string build;  // of their program, to be shown
};

// Tick 0 begins now: paced callers start their pacer at the `now` of the advance that told this.
struct Started {
    Slot own;                                // where we play
    std::uint32_t players = 0;               // slots of the match
    std::uint64_t ticks_limit = k_no_limit;  // the smallest of all sides
};

// A tick of the match was simulated.
struct Ticked {
    sim::Tick tick;             // its number
    sim::StateHash state_hash;  // after it
    sim::ChainHash chain;       // chain(tick + 1)
};

// Told when a stall has lasted a quarter of a second, then at every whole second of it.
struct Waiting {
    Slot slot;             // whose input is missing
    std::uint64_t ms = 0;  // for how long so far
};

// Our own input delay follows the line (delay.hpp); stored as a mark as well.
struct DelayChanged {
    sim::Tick from;                  // the first tick whose input is asked for with it
    std::uint32_t delay_ticks = 0;   // from now on
    std::uint32_t before_ticks = 0;  // until then
};

// What kind of fault a desync is.
enum class DesyncCause : std::uint8_t {
    setup,   // already what reset made differs: another build, or a reset that depends on more than
             // the setup
    inputs,  // the two sides stepped with different inputs: a fault of transport or of Tandem
    simulation,  // equal inputs gave different states: a fault of the game, or of a machine
    unknown,     // the other side's account did not arrive
};

// The first tick after which the two sides differ, exactly.
struct Desynced {
    sim::Tick tick;                            // 0 as well where cause is setup
    Slot slot;                                 // who differs from us
    sim::StateHash ours;                       // after that tick
    std::optional<sim::StateHash> theirs;      // nothing where their account did not arrive
    sim::ChainHash our_chain;                  // likewise
    sim::ChainHash their_chain;                // likewise
    DesyncCause cause = DesyncCause::unknown;  // what kind of fault it is
    std::vector<sim::FieldDifference>
        fields;            // a: ours, b: theirs; empty where a state is not at hand
    std::string no_state;  // which state is not at hand and why, in words; empty where both are
    std::string text;      // all of it in words
};

// How a player went.
enum class LeftReason : std::uint8_t {
    left,            // said so
    timeout,         // nothing, or nothing of use, was heard for peer_timeout_ms
    closed,          // the connection ended without a word
    protocol_error,  // sent what cannot be
};

// A player takes no part in the match any more.
struct Left {
    Slot slot;                             // who
    LeftReason reason = LeftReason::left;  // how
    std::uint64_t from_tick = 0;           // absent from this tick on; the match may end there
    std::string text;                      // in words
};

// A match did not come about with this peer. A host goes on waiting for others, a guest ends.
struct Refused {
    RefusalReason reason = RefusalReason::protocol;  // what does not fit
    bool by_us = false;                              // else they refused
    std::string host_value;                          // what was compared, of the host
    std::string guest_value;                         // and of the guest
    std::string text;                                // in words, both values included
};

// The last event of a session.
struct Ended {
    sim::EndReason reason = sim::EndReason::interrupted;  // why
    Slot slot;  // who gave the reason, where it was a source or a person
    // Ticks of the match that the observer was told and took, and the chain after them. A guest
    // that is lost may have simulated and told (Ticked) a few more, of which the others never knew.
    std::uint64_t ticks = 0;
    sim::ChainHash chain;  // after them
    // Why it is a failure: network (nobody there, peer lost), refused, divergence, step_failed, or
    // the observer's own (io). Nothing where the match came to its agreed end.
    std::optional<sim::Error> error;
};

// All that a session tells.
using Event =
    std::variant<Connected, Started, Ticked, Waiting, DelayChanged, Desynced, Left, Refused, Ended>;

// One plain sentence. Foreign texts stand in it as they came.
std::string event_text(const Event& event);
// The same of a refusal.
std::string refusal_text(const Refusal& refusal);
// The same of a cause.
std::string cause_text(DesyncCause cause);

// What the transport is to do: send a packet, or close a connection once what was sent reliably has
// arrived.
struct Outgoing {
    // Which of the two.
    enum class Kind : std::uint8_t { packet, close };
    Kind kind = Kind::packet;               // what to do
    PeerId peer;                            // with whom
    Channel channel = Channel::unreliable;  // of a packet
    sim::Bytes bytes;                       // of a packet
};

// As `due_ticks`: run as fast as inputs come, each asked for delay_ticks ahead of the simulation.
inline constexpr std::uint64_t k_unpaced = ~std::uint64_t{0};

// How the line to one peer is doing.
struct PeerStatus {
    Slot slot;  // of the peer
    // How many ticks before its need our last input came at the peer; k_slack_unknown where nothing
    // came yet.
    std::int8_t slack_there = 0;
    std::int8_t slack_here = 0;         // and the peer's here
    std::uint64_t ticks_compared = 0;   // our history and theirs are known to agree up to here
    std::uint64_t packets_dropped = 0;  // damaged, stray or forged
};

// How our own side keeps time.
struct PaceStatus {
    std::uint32_t delay_ticks = 0;    // how far ahead inputs are asked for
    std::uint32_t slow_down_ppm = 0;  // how much slower than real time our ticks come just now;
                                      // 1,000,000: they wait for who begins later
    std::uint64_t ticks_due = 0;      // real time's, less what we waited for the others
    Time held{0};                     // what we waited in all
};

}  // namespace tandem::net
