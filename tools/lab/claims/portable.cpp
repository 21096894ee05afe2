// SPDX-License-Identifier: MIT
// The claims of the chapters that any machine can run.
#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {

const ClaimList& portable_claims() {
    static const ClaimList k_portable =
        joined({number_claims(), physics_claims(), variable_step_claims(), nap_claims(),
                catch_up_claims(), tick_claims(), interpolation_claims(), gap_claims(),
                platform_claims(), input_claims(), hidden_claims(), untested_claims()});
    return k_portable;
}

}  // namespace tandem::tools::lab
