// SPDX-License-Identifier: MIT
// Writes numbers with a fixed number of decimals, as columns and labels need them.
#pragma once

#include <string>

namespace tandem::tools {

// The number as "12.50" with two digits, "13" with none: rounded, the same on every machine. A
// negative value counts as 0.
std::string fixed_text(double value, int digits);

}  // namespace tandem::tools
