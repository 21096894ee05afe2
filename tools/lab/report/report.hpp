// SPDX-License-Identifier: MIT
// Makes the lab's report: all its figures and tables on one page.
#pragma once

#include <string>
#include <string_view>

#include <tandem/sim/result.hpp>

namespace tandem::tools::lab::report {

// Returns the page, the same bytes on every machine. The error is that of a section that could not
// run.
sim::Result<std::string> make_report();

// The page's name in its folder.
inline constexpr std::string_view k_page_name = "index.html";

}  // namespace tandem::tools::lab::report
