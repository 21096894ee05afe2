// SPDX-License-Identifier: MIT
// Closed forms of lockstep between a machine that takes part only once per long frame and one that
// does so all the time.
#pragma once

#include <cstdint>

#include <tandem/tools/lab/machine/machine.hpp>

namespace tandem::tools::lab {

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

}  // namespace tandem::tools::lab
