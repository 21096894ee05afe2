// SPDX-License-Identifier: MIT
// The figures of the report, one file each.
#pragma once

#include <tandem/tools/lab/report/figure.hpp>

namespace tandem::tools::lab::report {

// A bullet, a car and a walker on two machines: where each is, and how far apart.
Figure tracks_figure();
// The rounding of get_distance by frames a second.
Figure errors_figure();
// A jump's height over time, and its apex by the length of a step.
Figure jump_figure();
// A spring over time, and how far it gets by the length of a step.
Figure spring_figure();
// Updates and pictures of every loop on every machine on time lines.
Figure lanes_figure();
// How fast each loop lets the game run on each machine, as published or repaired.
Table speeds_table(bool is_repaired);
// Where between two ticks each picture stands, in time and after a stall.
Figure alpha_figure();
// How far the game is behind the clock after a stall.
Figure stall_figure();
// The speed of a game that is updated once per refresh.
Figure refresh_figure();
// Speed and waits of a lockstep match by what is on its way.
Figure lockstep_figure();

}  // namespace tandem::tools::lab::report
