// SPDX-License-Identifier: MIT
// What the page is told of the claims.
#include <tandem/tools/lab/browser/page.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <tandem/tools/lab/claims/claim.hpp>

namespace tandem::tools::lab::browser {
namespace {

TEST(LabPage, IsToldTheVerdictOfEveryClaimThatItDecides) {
    const WebFile file = claims_file();
    EXPECT_EQ(file.name, "lab_claims.js");
    for (const std::string_view id : ids_of_browser_claims()) {
        EXPECT_NE(file.content.find("\"" + std::string(id) + "\":{\"sentence\""), std::string::npos)
            << id;
    }
    EXPECT_EQ(file.content.find("not testable"), std::string::npos);
}

TEST(LabPage, DecidesClaimsThatAreClaims) {
    for (const std::string_view id : ids_of_browser_claims()) {
        EXPECT_TRUE(std::any_of(claims().begin(), claims().end(), [&](const Claim& claim) {
            return claim.id == id;
        })) << id;
    }
}

TEST(LabPage, IsWholeOrNotThere) {
    const auto files = all_page_files();
    EXPECT_TRUE(files.empty() || files.size() == 3);
}

}  // namespace
}  // namespace tandem::tools::lab::browser
