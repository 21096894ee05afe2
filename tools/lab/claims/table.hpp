// SPDX-License-Identifier: MIT
// Shows claims as a table: their expectations, measurements and conclusions.
#pragma once

#include <functional>
#include <vector>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {

// Runs each claim in virtual time, or those that have arms for it on the real clock; `on_claim` is
// told before each that it runs.
Table claims_table(const std::vector<Claim>& claims, bool real,
                   const std::function<void()>& on_claim = {});

}  // namespace tandem::tools::lab
