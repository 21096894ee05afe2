// SPDX-License-Identifier: MIT
// All claims as a section.
#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ClaimsSection, HasOneRowForEachClaimAndCountsThem) {
    const auto tables = claims_section({});
    ASSERT_TRUE(tables);
    ASSERT_EQ(tables->size(), 1U);
    EXPECT_EQ(tables->front().rows.size(), claims().size());
    ASSERT_EQ(tables->front().notes.size(), 1U);
    EXPECT_TRUE(
        tables->front().notes[0].starts_with(std::to_string(claims().size()) + " claims: "));
}

}  // namespace
}  // namespace tandem::tools::lab
