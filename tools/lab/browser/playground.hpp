// SPDX-License-Identifier: MIT
// Two ways to advance a game on one machine of the lab, played ahead in virtual time, as the page
// to play with draws them.
#pragma once

#include <vector>

#include <tandem/tools/lab/browser/world.hpp>
#include <tandem/tools/lab/machine/machine.hpp>

namespace tandem::tools::lab::browser {

// A picture per refresh, each with one update of what the time since the last one was: doubles.
std::vector<Scene> play_variable_step(const Machine& machine, Flicks window,
                                      double wall_thickness = k_wall_thickness);
// sim::GameLoop on refreshes: 50 ticks a second of whole numbers, drawn between two ticks.
std::vector<Scene> play_fixed_tick(const Machine& machine, Flicks window,
                                   double wall_thickness = k_wall_thickness);

}  // namespace tandem::tools::lab::browser
