// SPDX-License-Identifier: MIT
// Runs the bodies under the loops: a variable step and a fixed tick make a jump, a spring, a shot,
// a tap and a hold on each machine.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// A loop of the inventory, as published, on a machine by its name or its costs.
struct LoopOnMachine {
    std::string_view loop;
    std::string_view machine;
};

// The variable step with frames of 2, 10 and 100 ms.
inline constexpr std::array<LoopOnMachine, 3> k_variable{
    {{"L2", "fast"}, {"L2", "normal"}, {"L2", "slow"}}};
// The fixed ticks of 40 ms on the same machines.
inline constexpr std::array<LoopOnMachine, 3> k_fixed{
    {{"L4", "fast"}, {"L4", "normal"}, {"L4", "slow"}}};
// Fixed ticks of 20, 40 and 50 ms, and of 33 1/3 ms besides, run on these machines.
inline constexpr std::array<std::string_view, 3> k_machines{"fast", "normal", "slow"};
inline constexpr std::array<std::string_view, 3> k_fixed_loops{"L3", "L4", "M2"};
inline constexpr std::array<std::string_view, 4> k_fixed_loops_and_w2{"L3", "W2", "L4", "M2"};

// Runs the loop in virtual time until so much game time is simulated. Updates of no length, as the
// first one of a variable step, are left out: in them nothing can move.
void run_updates(LoopOnMachine place, Flicks game_time,
                 const std::function<void(const Update&)>& on_update);

// Returns the length of the loop's steps there, of which all but the first are equal.
Flicks step_length(LoopOnMachine place);

// ---- In double
double jump_apex(LoopOnMachine place);
// Returns the spring after a second of game time.
Spring<double> spring_in_a_second(LoopOnMachine place);
struct DampedRun {
    int updates = 0;
    double velocity = 0;
};
DampedRun damped_in_a_second(LoopOnMachine place);
double car_in_ten_seconds(LoopOnMachine place);
// Returns the shot from 0 to behind the wall.
Shot<double> shot_at_wall(LoopOnMachine place);

// ---- Input, at the time of each update
enum class Reading : unsigned char {
    polled,  // is the key down just now?
    latched  // or was it pressed since the last update?
};
// Returns how many updates see the tap.
int updates_that_see_tap(LoopOnMachine place, Reading reading);
// Returns how far one walks on the hold, in px: in double.
double pixels_walked(LoopOnMachine place);

// Returns the entries of lockstep: the owner reads its key at its own ticks, one entry a tick, and
// both play those.
std::vector<bool> ticks_held(LoopOnMachine owner);
// Returns the distance in thousandths of a pixel.
Integer walked_by_ticks(LoopOnMachine peer, const std::vector<bool>& held);

// ---- The spring at 100 ms, exactly: x(n) as a whole number over 4^n.
struct ExactSpring {
    std::vector<Integer> numerators;  // x(0), x(1), ... x(10)
};
ExactSpring spring_in_quarters();

}  // namespace tandem::tools::lab
