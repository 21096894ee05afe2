// SPDX-License-Identifier: MIT
// It joins all claims: only this file needs every chapter, and so recordings, sessions and a
// network too.
#include <tandem/tools/lab/claims/lists.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::lab {

const std::vector<Claim>& claims() {
    static const std::vector<Claim> k_claims = joined(
        {portable_claims(), network_claims(), engine_claims(), replay_claims(), lockstep_claims()});
    return k_claims;
}

const Claim& claim_of(std::string_view id) {
    const auto found = std::find_if(claims().begin(), claims().end(),
                                    [&](const Claim& claim) { return claim.id == id; });
    TANDEM_ASSERT(found != claims().end());
    return *found;
}

}  // namespace tandem::tools::lab
