// SPDX-License-Identifier: MIT
// Shows tables in the form that was asked for.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/lab/table.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// Shows them as text or CSV with an empty line between two tables, or as one JSON object a row.
void show_tables(const std::string& section, const std::vector<lab::Table>& tables, bool csv,
                 Console& console);

}  // namespace tandem::tools
