// SPDX-License-Identifier: MIT
// Claims by id, by article and by the clock.
#include <tandem/tools/lab/claims/choice.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

Finding measure_nothing() { return {"", {}}; }
Verdict is_open(const Finding&, const Finding&) { return Verdict::not_testable; }

const std::vector<Claim>& some() {
    static const std::vector<Claim> k_some{
        {.id = "C01", .articles = Article::witters | Article::mdn, .sentence = "a"},
        {.id = "C02",
         .articles = Article::lwjgl,
         .sentence = "b",
         .real = Arms{measure_nothing, measure_nothing, is_open}},
        {.id = "C03", .articles = Article::mdn, .sentence = "c"}};
    return k_some;
}

// Their ids, or what is wrong.
std::string chosen(const ClaimChoice& choice) {
    const auto claims = choose_claims(some(), choice);
    if (!claims) {
        EXPECT_EQ(claims.error().code, sim::ErrorCode::usage);
        return claims.error().text();
    }
    std::string ids;
    for (const Claim& claim : *claims) {
        ids += std::string(claim.id) + " ";
    }
    return ids;
}

TEST(ClaimChoice, IsAllWhereNothingIsNamed) { EXPECT_EQ(chosen({}), "C01 C02 C03 "); }

TEST(ClaimChoice, TakesIdsInTheOrderOfTheClaims) {
    EXPECT_EQ(chosen({.ids = {"C03", "C01", "C03"}}), "C01 C03 ");
}

TEST(ClaimChoice, TakesClaimsOfAnyOfTheArticles) {
    EXPECT_EQ(chosen({.articles = {"mdn"}}), "C01 C03 ");
    EXPECT_EQ(chosen({.articles = {"lwjgl", "witters"}}), "C01 C02 ");
    EXPECT_EQ(chosen({.ids = {"C01", "C02"}, .articles = {"mdn"}}), "C01 ");
}

TEST(ClaimChoice, LeavesOnTheRealClockWhatRunsThere) {
    EXPECT_EQ(chosen({.real = true}), "C02 ");
    EXPECT_EQ(chosen({.ids = {"C02"}, .real = true}), "C02 ");
}

TEST(ClaimChoice, RefusesWhatIsNotThereAndNamesWhatIs) {
    EXPECT_EQ(chosen({.ids = {"C01", "c2"}}), "--claim: expected one of C01 C02 C03, found 'c2'");
    EXPECT_EQ(chosen({.articles = {"opengl"}}),
              "--article: expected one of witters patterns lwjgl mdn implied, found 'opengl'");
    EXPECT_EQ(chosen({.ids = {"C03"}, .real = true}),
              "--claim: C03 does not run on the real clock; these do: C02");
}

TEST(ClaimChoice, RefusesToChooseNothing) {
    EXPECT_EQ(chosen({.ids = {"C02", "C03"}, .articles = {"witters"}}),
              "--article: none of C02 C03 is of witters");
    EXPECT_EQ(chosen({.articles = {"mdn"}, .real = true}), "--article: none of C02 is of mdn");
}

}  // namespace
}  // namespace tandem::tools::lab
