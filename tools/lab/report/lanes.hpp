// SPDX-License-Identifier: MIT
// Draws time lines as one SVG element: for each machine a row of updates and a row of pictures, so
// that one sees where its time went.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::tools::lab::report {

// A span in milliseconds.
struct Span {
    double begin = 0;
    double end = 0;
};

struct Lane {
    std::string name;
    std::string remark;  // at the right end: the result
    // The spans are in order of time and without overlap; those outside of the window are not
    // drawn.
    std::vector<Span> updates;
    std::vector<Span> pictures;  // that show something new
    std::vector<Span> repeats;   // that show the same as the one before
};

struct LanesText {
    std::string title;
    std::string description;
    std::string remark;  // the meaning of the remarks at the right end
};

std::string lanes_svg(std::string_view id, const LanesText& text, double window_ms,
                      const std::vector<Lane>& lanes);

// Returns a small bar as the time lines draw it, for the legend: "update", "picture" or "repeat".
std::string lane_swatch(std::string_view kind);

}  // namespace tandem::tools::lab::report
