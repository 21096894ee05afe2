// SPDX-License-Identifier: MIT
// The options of a session. Every member has a default, so that a designated initializer can name
// only some of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <tandem/net/ticket/ticket.hpp>
#include <tandem/net/wire/terms.hpp>
#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/sim/game/setup.hpp>
#include <tandem/sim/history/chain.hpp>
#include <tandem/sim/history/timeline.hpp>

namespace tandem::net {

// A source of inputs. It is called exactly once for every tick number, in order. It returns the
// canonical input of our own player for that tick, or nothing if the source has ended. An error
// ends the match like an end, and Ended reports it. A player is present as long as the source gives
// inputs. The simulation is in its present state, which is `delay_ticks` before that tick.
// input_source.hpp makes a source of a function in the game's own types.
using InputSource =
    std::function<sim::Result<std::optional<sim::Bytes>>(sim::Tick, const sim::AnySimulation&)>;

// The input of a bot in this slot, canonical, for this tick. It is asked once for every tick in
// which a bot plays the slot, in order; the simulation is in its present state, as for an
// InputSource.
using BotSource = std::function<sim::Bytes(Slot, sim::Tick, const sim::AnySimulation&)>;

// Options of both sides.
struct SessionOptions {
    // The input delay: our input is asked for so many ticks before its use, at most
    // k_delay_ticks_max. It hides the time that the input takes to the others. The sides may have
    // different delays. An empty value begins with the delay that the handshake's round trip needs
    // and follows the line (net/PROTOCOL.md); in an unpaced match it means k_delay_ticks_unpaced.
    std::optional<std::uint32_t> delay_ticks{};
    // If false, the match runs as fast as inputs come. A match is paced if one of its sides is.
    bool is_paced = true;
    // Sends each tick's packet once more half a tick later, in a paced match. Use it for lines that
    // lose much: hardly any input is then late by loss, for twice the bytes. Each side chooses for
    // itself.
    bool second_copy = false;
    std::uint64_t ticks_limit = k_no_limit;  // --ticks; the smallest limit of all sides counts
    std::string player_name{};               // shown to the others and stored; empty: no name
    std::string build{};                     // shown, never compared
    std::optional<GameProgram> program{};    // told to the others; no reason to refuse
    std::optional<sim::Plant> plant{};       // a fault on purpose, for tests

    // Our own first input is asked for so long after Started. In this time a person sees where it
    // stands. Nobody's time runs before. It is at most k_start_pause_ms_max.
    std::uint32_t start_pause_ms = 0;

    // A peer that makes no progress for this long (no inputs, no acknowledgements, or nothing of
    // its history) takes no part any more. The default is longer than any short failure of a home
    // network, and shorter than a person will wait.
    std::uint32_t peer_timeout_ms = 5'000;
    // In a match of three or more it may return within this further time on the same connection. A
    // guest waits as long for its host.
    std::uint32_t return_timeout_ms = 10'000;
    // A match in which nobody is left to play with waits so long for somebody to come back, and a
    // guest so long for its host. As long as others play, a slot waits until the match ends. With 0
    // nobody comes back, and the match of two ends when one is lost.
    std::uint32_t wait_return_ms = 120'000;
    // A state of more bytes is neither given to a player that comes back nor fetched by one.
    std::uint64_t given_state_bytes_max = std::uint64_t{64} << 20;
    // A joiner tries to reach the host for so long, and a host waits so long until a newcomer is
    // ready.
    std::uint32_t connect_timeout_ms = 10'000;
    // A side waits so long at a desync for the other side's report.
    std::uint32_t autopsy_timeout_ms = 5'000;
    // The most time between two calls of advance that counts; the rest is a pause of the match.
    // Choose more than the longest frame of a machine that calls advance once a frame.
    std::uint32_t frame_ms_max = 250;
    // The most ticks in one call of advance, so that the network and the screen get their turn
    // while the match catches up.
    std::uint32_t catch_up_ticks_max = 8;
    // The most ticks in one call of advance of an unpaced match.
    std::uint32_t unpaced_ticks_max = 256;
    // Memory for the states of the last ticks, as far as the others have not confirmed them.
    // Evidence of a desync is taken from these states, so let it hold as many as the delay of the
    // line has ticks, and a few more. With 0 no state is kept.
    std::uint64_t evidence_memory_bytes_max = std::uint64_t{64} << 20;
};
// The longest pause at the start. Until then, and a moment longer, the others blame nobody.
inline constexpr std::uint32_t k_start_pause_ms_max = 3'000;
// The longest input delay. About two seconds at 60 ticks per second: more than any playable delay.
inline constexpr std::uint32_t k_delay_ticks_max = 120;
// The input delay of an unpaced match if none is given.
inline constexpr std::uint32_t k_delay_ticks_unpaced = 3;

// A match that was stopped or whose host died, as far as it is recorded: a host goes on from here.
struct HostPast {
    std::uint64_t ticks_done = 0;  // recorded ticks
    sim::Bytes state;              // canonical, after them
    sim::RunningHashes hashes;     // after them
    sim::Bytes record;             // the record of the last tick; empty before tick 0
    // The chains after the last ticks, as far as they are known; the last one is that of `hashes`.
    std::vector<sim::ChainHash> chains;
    std::vector<std::string> names;  // the players' names, by slot
    // Guests may hold ticks that were certain and are not recorded here. If true, the match goes on
    // behind the last of these; otherwise it goes on just here, and they are not kept.
    bool takes_tails = true;
};

// Options of the side that others join.
struct HostOptions {
    SessionOptions session{};  // this side's options
    Setup setup{};  // the match's setup: 2 to players_max slots, all present; the host plays slot 0
    std::uint32_t guests_timeout_ms = 0;  // how long to wait for all guests; 0: for ever
    // The match's number and secret, of which nothing is given to anybody yet, unless the match
    // goes on. Without one they are drawn from the operating system's randomness.
    std::optional<MatchTicket> ticket{};
    // Goes on with the match of `ticket` in its next generation. It waits for those who took part
    // (SessionOptions::wait_return_ms). With a new ticket, of which nothing was given to anybody,
    // all slots but the host's are open to newcomers, and the match stands until the first of them
    // has come (guests_timeout_ms).
    std::optional<HostPast> past{};
    // So many of the last slots are empty at the start, and anybody may join them later; at least
    // two are taken.
    std::uint32_t open_slots = 0;
    // Plays the slots that nobody has, or whose player is away, until somebody comes; none: they
    // stay empty.
    BotSource bot{};
};

// Options of a side that joins a host.
struct JoinOptions {
    SessionOptions session{};  // this side's options
    // Values that the joiner demands: the host's setup must not contradict them.
    std::optional<std::uint64_t> seed{};
    std::optional<std::uint32_t> players{};  // the number of slots
    std::optional<sim::Bytes> options{};     // canonical bytes
    // Copies of assets that the host may name without sending their content.
    std::vector<Asset> assets{};
    // The slot that this player had before, in another process: it comes back to it.
    std::optional<SlotTicket> ticket{};
    // A part of a match that is recorded: its certain ticks, the chain after them, and a state of
    // it, of which pieces may serve again. The state may be empty.
    struct Past {
        std::uint64_t ticks_done = 0;  // certain ticks
        sim::ChainHash chain;          // after them
        sim::Bytes state{};            // canonical, of any tick
        // The records of the last of these ticks, for a host that lost them.
        std::vector<sim::Bytes> records{};
    };
    // The part of the match of `ticket` that is recorded here.
    std::optional<Past> past{};
};

}  // namespace tandem::net
