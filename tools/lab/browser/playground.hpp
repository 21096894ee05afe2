// SPDX-License-Identifier: MIT
// Plays two ways to advance a game on one machine of the lab ahead in virtual time, as the page to
// play with draws them.
#pragma once

#include <vector>

#include <tandem/tools/lab/browser/world.hpp>
#include <tandem/tools/lab/machine/machine.hpp>

namespace tandem::tools::lab::browser {

// Draws a picture per refresh, each with an update by the time since the last one: doubles.
std::vector<Scene> play_variable_step(const Machine& machine, Flicks window,
                                      double wall_thickness = k_wall_thickness);
// Runs sim::GameLoop on refreshes: 50 ticks a second of whole numbers, drawn between two ticks.
std::vector<Scene> play_fixed_tick(const Machine& machine, Flicks window,
                                   double wall_thickness = k_wall_thickness);

}  // namespace tandem::tools::lab::browser
