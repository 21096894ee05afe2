// SPDX-License-Identifier: MIT
// The tables of `lab lockstep`, a file each, and the single runs behind their rows.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <tandem/tools/lab/lockstep/virtual_match.hpp>
#include <tandem/tools/lab/machine/machine.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

// ---- Closed forms of lockstep between a machine that takes part only once per long frame and one
// that does so all the time (forms.cpp) ----

// All times are in milliseconds.
struct SlowPeer {
    std::int64_t frame_ms = 200;  // between its turns
    std::int64_t tick_ms = 20;
    std::int64_t way_ms = 0;  // a packet's, each direction
};

// Returns the time between a side's sending and its next turn with the answer at hand: a round
// trip, in whole frames of the slow side, at least one.
std::int64_t answer_ms(const SlowPeer& peer);

// Returns the speed of both if each has `ahead` inputs on its way beyond those it has played: in
// every round trip either side moves by so many ticks, and then by as many of the other's.
double speed_form(const SlowPeer& peer, std::int64_t ahead);

// Returns the fast side's longest wait from tick to tick with that input delay. At full speed the
// slow side's inputs of one frame reach `delay` ticks and come `way` later; the next frame's come a
// frame after those. It may be up to a tick more if the frame is no multiple of a tick. Below full
// speed it is a bound.
std::int64_t gap_form_ms(const SlowPeer& peer, std::int64_t delay_ticks);

// Returns the least delay with which that wait is no longer than a tick.
std::int64_t least_delay_form(const SlowPeer& peer);

// Returns the speed of a loop with at most `ticks_max` ticks a frame on a machine that cannot keep
// up, and so of everyone who plays with it.
double floor_form(const Machine& machine, std::int64_t tick_ms, std::int64_t ticks_max);

// ---- Speed and gaps (speed.cpp, gaps.cpp) ----

// The result of a match between a fast host and a slow guest once it runs evenly.
struct PacedPair {
    SideStretch fast;
    SideStretch slow;
    std::uint64_t ticks_compared = 0;  // by both sides, all equal
    bool desynced = false;
    std::uint32_t fast_delay = 0;  // at the end
    std::uint32_t slow_delay = 0;
};
// Forty turns of the slowest take 0.5 % of it each.
inline constexpr net::Time k_pair_window = std::chrono::seconds(40);
// Plays such a match. `delay_ticks` is as for SessionOptions.
PacedPair run_pair(const SlowPeer& peer, Asking asking, std::optional<std::uint32_t> delay_ticks,
                   net::Time window = k_pair_window);
// Returns the least delay at which the fast side waits no longer than a tick and one of its frames;
// none if no delay of less than `delays` ticks is enough.
inline constexpr std::uint32_t k_delays_tried = 40;
std::optional<std::uint32_t> least_delay(const SlowPeer& peer, Asking asking,
                                         std::uint32_t delays = k_delays_tried);

// The round of a network loop that no picture holds up.
inline constexpr std::int64_t k_network_ms = 2;
inline constexpr int k_speed_decimals = 3;

Table speed_table();
Table apart_table();
Table gaps_table();
Table floor_table();

// ---- A side stands still (standstill.cpp, catch_up.cpp) ----

// A match in which the guest's machine does nothing for a while.
struct StandstillRun {
    std::uint64_t ticks_meanwhile = 0;       // the host's
    double worst_gap_ms = 0;                 // between two of its ticks
    std::optional<std::uint64_t> waited_ms;  // the latest that the host's person was told
    std::uint64_t ticks_compared = 0;
    bool desynced = false;
    std::string lost;        // whom the host lost and why; empty if the match went on
    bool caught_up = false;  // true if both have played all ticks due at the end
    double put_off_s = 0;    // real time put off by the host, for good
};
StandstillRun run_standstill(net::Time length, std::uint32_t peer_timeout_ms);
Table standstill_table();

// The result of the pacer of a single player, whose policy is to pause, on a machine that did
// nothing for so long.
struct PauseRun {
    std::uint64_t ticks_before = 0;
    std::uint64_t ticks_meanwhile = 0;
    std::uint64_t ticks_after = 0;  // in the first frame
    std::uint64_t ticks_forgotten = 0;
};
PauseRun run_pause(net::Time length);

// A player who missed ticks takes a peer's snapshot and the inputs since.
struct CatchUp {
    std::uint64_t from_tick = 0;  // the snapshot's
    std::uint64_t until_tick = 0;
    bool agrees = false;  // chain and state hash are the peer's
    std::string refusal;  // why not, in words
};
// `stale_ticks`: the snapshot is so many ticks older than it says.
CatchUp catch_up(std::uint64_t stale_ticks);
// Plays the same if nobody answers, and returns the words with which the session ends.
CatchUp catch_up_alone();
Table catch_up_table();

// ---- Before a match begins (refusals.cpp) ----

Table refusals_table();

}  // namespace tandem::tools::lab
