// SPDX-License-Identifier: MIT
// The claims by chapter, one list a file: CHAPTER.cpp.
#pragma once

#include <vector>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {

// Declared here by the file that has them, and joined in lists.cpp.
using ClaimList = std::vector<Claim>;

ClaimList number_claims();
ClaimList physics_claims();
ClaimList replay_claims();
ClaimList lockstep_claims();
ClaimList variable_step_claims();
ClaimList nap_claims();
ClaimList catch_up_claims();
ClaimList tick_claims();
ClaimList interpolation_claims();
ClaimList gap_claims();
ClaimList platform_claims();
ClaimList input_claims();
ClaimList engine_claims();

}  // namespace tandem::tools::lab
