// SPDX-License-Identifier: MIT
// The figures of the report: their parts, and what makes each, one file each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab::report {

// A picture and the words above it.
struct Panel {
    std::string heading;
    std::string svg;
    std::string words = {};  // below the heading, if there are any
};

struct LegendEntry {
    std::string swatch;  // markup
    std::string text;
};

struct Figure {
    std::string id;     // its name in the page
    std::string title;  // a whole sentence about its content
    std::vector<Panel> panels;
    std::vector<LegendEntry> legend;
    std::string caption;
    std::vector<std::string> claims;  // ids of those that it shows
    std::optional<Table> data;        // the plotted numbers
};

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
