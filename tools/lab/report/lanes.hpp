// SPDX-License-Identifier: MIT
// Time lines as one SVG element: for each machine a row of updates and a row of pictures, so
// that one sees where its time went.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools::lab::report {

// In milliseconds.
struct Span {
    double begin = 0;
    double end = 0;
};

struct Lane {
    std::string name;
    std::string remark;  // at the right end: what came of it
    // In order of time and without overlap; what lies outside of the window is not drawn.
    std::vector<Span> updates;
    std::vector<Span> pictures;  // that show something new
    std::vector<Span> repeats;   // that show what the one before did
};

struct LanesText {
    std::string title;
    std::string description;
    std::string remark;  // what the remarks at the right end are
};

std::string lanes_svg(std::string_view id, const LanesText& text, double window_ms,
                      const std::vector<Lane>& lanes);

// A small bar as the time lines draw it, for the legend: "update", "picture" or "repeat".
std::string lane_swatch(std::string_view kind);

}  // namespace tandem::tools::lab::report
