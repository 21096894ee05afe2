// SPDX-License-Identifier: MIT
// The parts of a figure of the report, and the figures there are: one file each. All data come from
// the lab's own runs in virtual time.
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

}  // namespace tandem::tools::lab::report
