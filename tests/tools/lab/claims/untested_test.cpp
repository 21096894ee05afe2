// SPDX-License-Identifier: MIT
// What no experiment decides says why.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(UntestedClaims, C89AndC90AreNotTestableAndSayWhy) {
    for (const char* id : {"C89", "C90"}) {
        EXPECT_EQ(measured_claim(untested_claims(), id).verdict, Verdict::not_testable);
        EXPECT_FALSE(find_claim(untested_claims(), id).why_not_testable.empty());
    }
}

}  // namespace
}  // namespace tandem::tools::lab
