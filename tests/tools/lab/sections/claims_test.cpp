// SPDX-License-Identifier: MIT
// All claims as a section.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <tandem/tools/lab/claims/claim.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

TEST(ClaimsSection, HasOneRowForEachClaimAndCountsThem) {
    const auto tables = claims_section({});
    ASSERT_TRUE(tables);
    ASSERT_EQ(tables->size(), 1U);
    EXPECT_EQ(tables->front().rows.size(), claims().size());
    ASSERT_FALSE(tables->front().notes.empty());
    EXPECT_TRUE(
        tables->front().notes[0].starts_with(std::to_string(claims().size()) + " claims: "));
}

TEST(ClaimsSection, SaysWhyNumbersAreMissing) {
    const auto tables = claims_section({});
    ASSERT_TRUE(tables);
    const std::string note = tables->front().notes.back();
    EXPECT_LE(note.size(), 100U);
    std::string missing;
    for (int number = 1; number <= 90; ++number) {
        const std::string id = (number < 10 ? "C0" : "C") + std::to_string(number);
        if (std::none_of(claims().begin(), claims().end(),
                         [&](const Claim& claim) { return claim.id == id; })) {
            missing += id + " ";
        }
    }
    EXPECT_EQ(missing, "C08 C09 C21 C63 C64 C65 C66 C67 C68 C69 ");
    EXPECT_NE(note.find("C08, C09, C21 and C63 to C69"), std::string::npos) << note;
}

TEST(ClaimsSection, HasThoseAloneThatWereAskedFor) {
    Request request;
    request.claims = {"C14", "C17"};
    const auto tables = claims_section(request);
    ASSERT_TRUE(tables);
    const Table& table = tables->front();
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(cell_text(table.rows[0][0]) + cell_text(table.rows[1][0]), "C14C17");
    ASSERT_FALSE(table.notes.empty());
    EXPECT_TRUE(table.notes[0].starts_with("2 claims: "));
    EXPECT_EQ(table.notes.back().find("C08"), std::string::npos) << "no number is missing";
    request.claims = {"C08"};
    EXPECT_FALSE(claims_section(request));
}

}  // namespace
}  // namespace tandem::tools::lab
