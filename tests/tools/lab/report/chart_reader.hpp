// SPDX-License-Identifier: MIT
// Reads a chart as a person would: where a mark stands between the ticks of both axes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/tools/lab/report/plot.hpp>

namespace tandem::tools::lab::report {

// The marks of that look, in the axes' quantities, to the precision of the picture. Zero on a
// logarithmic axis reads as zero.
std::vector<Point> read_markers(std::string_view svg, Look look);
// The values at the axes' ticks.
std::vector<double> read_ticks(std::string_view svg, bool of_x);
// All words of the chart, one after the other with a stroke between.
std::string read_words(std::string_view svg);
// What is said of the chart to those who cannot see it.
std::string read_description(std::string_view svg);

}  // namespace tandem::tools::lab::report
