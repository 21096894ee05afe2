// SPDX-License-Identifier: MIT
// The claims by chapter, one list in each file CHAPTER.cpp.
#pragma once

#include <vector>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab {

// The file with a list declares it here; portable.cpp and lists.cpp join the lists.
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
ClaimList hidden_claims();
ClaimList network_claims();
ClaimList engine_claims();
ClaimList untested_claims();

// Returns the claims that need no recording, no session and no network, so that they can be
// compared on machines that have no network library.
const ClaimList& portable_claims();

}  // namespace tandem::tools::lab
