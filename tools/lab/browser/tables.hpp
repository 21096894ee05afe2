// SPDX-License-Identifier: MIT
// The figures of a browser as tables, beside those of virtual time.
#pragma once

#include <vector>

#include <tandem/tools/lab/browser/figures.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab::browser {

// The browser, its loops, what it did while hidden, the claims that it decides, what else it does.
// Runs the same loops and claims in virtual time.
std::vector<Table> tables_of(const Figures& figures);

}  // namespace tandem::tools::lab::browser
