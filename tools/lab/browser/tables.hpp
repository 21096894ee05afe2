// SPDX-License-Identifier: MIT
// Shows the figures of a browser as tables, beside those of virtual time.
#pragma once

#include <vector>

#include <tandem/tools/lab/browser/figures.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab::browser {

// Returns the browser, its loops, their behaviour while hidden, the claims that it decides, and its
// other findings. It runs the same loops and claims in virtual time.
std::vector<Table> tables_of(const BrowserFigures& figures);

}  // namespace tandem::tools::lab::browser
