// SPDX-License-Identifier: MIT
// Which claims are left out where there is no network library.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include <tandem/tools/lab/claims/lists.hpp>

namespace tandem::tools::lab {
namespace {

std::set<std::string> ids_of(const ClaimList& list) {
    std::set<std::string> ids;
    for (const Claim& claim : list) {
        ids.insert(std::string(claim.id));
    }
    return ids;
}

TEST(PortableClaims, LeaveOutOnlyWhatNeedsARecordingASessionOrANetwork) {
    std::set<std::string> left_out = ids_of(claims());
    for (const std::string& id : ids_of(portable_claims())) {
        EXPECT_EQ(left_out.erase(id), 1U) << id;
    }
    std::set<std::string> expected = ids_of(joined({replay_claims(), lockstep_claims()}));
    expected.insert({"C86", "C87", "C88"});
    EXPECT_EQ(left_out, expected);
}

TEST(PortableClaims, AreOrderedAsAllClaimsAre) {
    EXPECT_TRUE(std::is_sorted(portable_claims().begin(), portable_claims().end(),
                               [](const Claim& a, const Claim& b) { return a.id < b.id; }));
}

}  // namespace
}  // namespace tandem::tools::lab
