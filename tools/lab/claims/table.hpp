// SPDX-License-Identifier: MIT
// Claims as a table: what was expected, measured and concluded.
#pragma once

#include <vector>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {

// Runs each claim in virtual time, or those that have arms for it on the real clock.
Table claims_table(const std::vector<Claim>& claims, bool real);

}  // namespace tandem::tools::lab
