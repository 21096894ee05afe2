// SPDX-License-Identifier: MIT
// A session reports these events to its caller, in order, as values and as sentences.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/bytes/bytes.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/history/tick_observer.hpp>
#include <tandem/sim/result.hpp>
#include <tandem/sim/schema/schema.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// Another side has connected, and it fits. Its texts are foreign: escape them before they reach a
// terminal.
struct Connected {
    Slot slot;                             // the other side's slot
    std::string name;                      // its player's name; empty if there is none
    std::string build;                     // the build of its program, to be shown
    std::optional<GameProgram> program{};  // the program itself, if it is known there
    // Its program and ours, as far as both are known.
    ProgramsCompared programs = ProgramsCompared::unknown;
};

// The match begins: tick 0 is played as soon as everybody's first input is here.
struct Started {
    Slot own;                                // our own slot
    std::uint32_t players = 0;               // slots of the match
    std::uint64_t ticks_limit = k_no_limit;  // the smallest of all sides
    std::vector<std::string> names;          // by slot; foreign; empty if not given
};

// A tick of the match was simulated.
struct Ticked {
    sim::Tick tick;             // its number
    sim::StateHash state_hash;  // the state hash after it
    sim::ChainHash chain;       // chain(tick + 1)
};

// A player holds the match up. It is reported once, after a quarter of a second, and once more when
// it is over, with the facts known then.
struct Waiting {
    Slot slot;                           // who
    WaitingFor what = WaitingFor::line;  // why
    bool is_over = false;                // the match goes on as it should
    std::uint64_t ms = 0;                // for how long, so far or in all
};

// The histories of two sides differ. The alarm comes at once; the match goes on or ends with
// Desynced, which says where and why.
struct Alarm {
    Slot slot;                       // who differs from us
    std::uint64_t ticks_agreed = 0;  // both were the same after so many ticks
    std::uint64_t ticks_differ = 0;  // and differed after so many
};

// Our own input delay has changed, because the line has (net/PROTOCOL.md). It is also stored as a
// mark.
struct DelayChanged {
    sim::Tick from;                  // the first tick whose input is asked for with the new delay
    std::uint32_t delay_ticks = 0;   // the new delay
    std::uint32_t before_ticks = 0;  // the old delay
};

// The kinds of fault that can cause a desync.
enum class DesyncCause : std::uint8_t {
    setup,  // the states differ already after reset: another build, or a reset that depends on more
            // than the setup
    inputs,      // the two sides stepped with different inputs: a fault of transport or of Tandem
    simulation,  // equal inputs gave different states: a fault of the game, or of a machine
    unknown,     // the other side's report did not arrive
};

// The other side's result of the first tick that differs.
struct OtherSide {
    sim::Bytes record;          // that tick's; differs if the cause is inputs; empty after reset
    sim::RunningHashes hashes;  // after it
    // It is canonical, and checked against its hash; null if no_state says why it is not known.
    std::shared_ptr<const sim::Bytes> state;
};

// The first tick after which the two sides differ, exactly.
struct Desynced {
    sim::Tick tick;                             // 0 also if the cause is setup
    Slot slot;                                  // who differs from us
    sim::StateHash ours;                        // our state hash after that tick
    std::optional<sim::StateHash> theirs;       // nothing if their report did not arrive
    sim::ChainHash our_chain;                   // our chain after that tick
    std::optional<sim::ChainHash> their_chain;  // the other side's, as far as it is known
    DesyncCause cause = DesyncCause::unknown;   // the kind of fault
    ProgramsCompared programs = ProgramsCompared::unknown;  // the two sides' programs
    std::vector<sim::FieldDifference> fields;  // a: ours, b: theirs; empty if a state is missing
    // This says in words which state is missing and why; empty if both are there. Then `fields` has
    // at most the first one.
    std::string no_state;
    std::optional<OtherSide> other;  // nothing if their report did not arrive
    std::string text;                // everything in words
};

// A player takes no part any more, but may return: it made no progress for peer_timeout_ms, or its
// connection ended. The match goes on without it, or waits if nobody else is left.
struct Absented {
    Slot slot;                    // who
    std::uint64_t from_tick = 0;  // absent from this tick on
    std::string text;             // in words
    std::uint64_t waits_ms = 0;   // the match waits for it so long; 0: it goes on
};

// A player that was absent comes back. It is reported twice a second until it has returned.
struct Coming {
    Slot slot;                       // who
    std::uint64_t bytes_given = 0;   // so much of the state that it is given is there
    std::uint64_t bytes = 0;         // that state; 0: it needs none
    std::uint64_t ticks_behind = 0;  // so far is it behind the match
};

// A slot takes part again, or for the first time.
struct Returned {
    Slot slot;                    // who
    std::uint64_t from_tick = 0;  // present from this tick on
    bool is_bot = false;          // the host's bot plays in its place
};

// The ways in which a player can leave.
enum class LeftReason : std::uint8_t {
    left,            // the player said so
    timeout,         // it made no progress for peer_timeout_ms
    closed,          // the connection ended without a message
    protocol_error,  // the player sent something invalid
    desync,          // it was the odd one at a desync, and the others play on
};

// A player has left the match.
struct Left {
    Slot slot;                             // who
    LeftReason reason = LeftReason::left;  // how
    std::uint64_t from_tick = 0;  // the player is absent from this tick on; the match may end there
    std::string text;             // in words
};

// There is no match with this peer. A host goes on waiting for others; a guest ends.
struct Refused {
    RefusalReason reason = RefusalReason::protocol;  // the part that does not fit
    bool by_us = false;                              // false: the other side refused
    std::string host_value;                          // the compared value of the host
    std::string guest_value;                         // the compared value of the guest
    std::string text;                                // in words, both values included
};

// The last event of a session.
struct Ended {
    sim::EndReason reason = sim::EndReason::interrupted;  // why
    Slot slot;  // who gave the reason, if it was a source or a person
    // How many confirmed ticks the observer has got. A guest that lost the connection may have
    // simulated and reported (Ticked) a few more, which the others do not know.
    std::uint64_t ticks = 0;
    sim::ChainHash chain;  // after these ticks
    // Set if the end is a failure: network (nobody there, peer lost), refused, divergence,
    // step_failed, or the observer's own error (io). It is empty if the match reached its agreed
    // end.
    std::optional<sim::Error> error;
};

// Every event that a session reports.
using Event = std::variant<Connected, Started, Ticked, Waiting, DelayChanged, Alarm, Desynced,
                           Absented, Coming, Returned, Left, Refused, Ended>;

// The event as a plain sentence. Foreign texts in it are not escaped.
std::string event_text(const Event& event);
// The refusal as a plain sentence, with the known facts about the two programs.
std::string refusal_text(const Refusal& refusal,
                         ProgramsCompared programs = ProgramsCompared::unknown);
// The cause as a plain sentence, likewise.
std::string cause_text(DesyncCause cause, ProgramsCompared programs = ProgramsCompared::unknown);

}  // namespace tandem::net
