// SPDX-License-Identifier: MIT
// What a figure of the report consists of, and the figures there are: one file each. All data come
// from the lab's own runs in virtual time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab::report {

// One picture and what stands above it.
struct Panel {
    std::string heading;
    std::string svg;
    std::string words = {};  // below the heading, where there are any
};

struct LegendEntry {
    std::string swatch;  // markup
    std::string text;
};

struct Figure {
    std::string id;     // its name in the page
    std::string title;  // a whole sentence: what it shows
    std::vector<Panel> panels;
    std::vector<LegendEntry> legend;
    std::string caption;
    std::vector<std::string> claims;  // ids of those that it shows
    std::optional<Table> data;        // what is plotted, as numbers
};

}  // namespace tandem::tools::lab::report
