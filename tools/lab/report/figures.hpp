// SPDX-License-Identifier: MIT
// The figures of the report, one file each.
#pragma once

#include <tandem/tools/lab/report/figure.hpp>

namespace tandem::tools::lab::report {

// Shows a bullet, a car and a walker on two machines: where each is, and how far apart.
Figure tracks_figure();
// Shows the rounding of get_distance by frames a second.
Figure errors_figure();
// Shows a jump's height over time, and its apex by the length of a step.
Figure jump_figure();
// Shows a spring over time, and how far it gets by the length of a step.
Figure spring_figure();
// Shows updates and pictures of every loop on every machine on time lines.
Figure lanes_figure();
// Shows how fast each loop lets the game run on each machine, as published or repaired.
Table speeds_table(bool is_repaired);
// Shows where between two ticks each picture stands, in time and after a stall.
Figure alpha_figure();
// Shows how far the game is behind the clock after a stall.
Figure stall_figure();
// Shows the speed of a game that is updated once per refresh.
Figure refresh_figure();
// Shows speed and waits of a lockstep match by the inputs on its way.
Figure lockstep_figure();

}  // namespace tandem::tools::lab::report
