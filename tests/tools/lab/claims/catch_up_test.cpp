// SPDX-License-Identifier: MIT
// The frames of C43 are those of a closed form.
#include <gtest/gtest.h>

#include <chrono>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/machine/machine.hpp>

namespace tandem::tools::lab {
namespace {

TEST(CatchUpClaims, C43DrawsAllFramesThatFitBesideItsUpdates) {
    const ClaimResult result = run_claim(claim_of("C43"));
    ASSERT_EQ(result.holds.values.size(), 4U);
    const auto& machines = known_machines();  // fast, normal
    for (std::size_t i = 0; i < 2; ++i) {
        // (T - N U) / R
        const Flicks updates =
            static_cast<std::int64_t>(result.holds.values[i]) * machines[i].update_cost;
        EXPECT_EQ(static_cast<std::int64_t>(result.holds.values[2 + i]),
                  (std::chrono::seconds(10) - updates) / machines[i].render_cost);
    }
}

}  // namespace
}  // namespace tandem::tools::lab
