// SPDX-License-Identifier: MIT
// All claims: the only place that needs every chapter, and so recordings and sessions too.
#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {

const std::vector<Claim>& claims() {
    static const std::vector<Claim> k_claims = joined(
        {number_claims(), physics_claims(), variable_step_claims(), nap_claims(), catch_up_claims(),
         tick_claims(), interpolation_claims(), gap_claims(), platform_claims(), input_claims(),
         engine_claims(), replay_claims(), lockstep_claims()});
    return k_claims;
}

}  // namespace tandem::tools::lab
