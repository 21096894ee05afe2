// SPDX-License-Identifier: MIT
// Every claim runs, and every verdict can change: with its arms swapped it must.
#include <tandem/tools/lab/claims/claim.hpp>

#include <gtest/gtest.h>

#include <set>

namespace tandem::tools::lab {
namespace {

class EachClaim : public testing::TestWithParam<std::size_t> {
protected:
    const Claim& claim() const { return claims()[GetParam()]; }
};

TEST_P(EachClaim, ChangesItsVerdictWhenItsArmsAreSwapped) {
    const ClaimResult result = run_claim(claim());
    if (claim().judge == nullptr) {
        EXPECT_EQ(result.verdict, Verdict::not_testable);
        EXPECT_FALSE(claim().why_not_testable.empty());
        return;
    }
    EXPECT_NE(result.verdict, Verdict::not_testable);
    EXPECT_NE(canary(claim(), result), result.verdict)
        << "measured: " << result.fails.text << " | " << result.holds.text;
}

TEST_P(EachClaim, SaysWhatItClaimsAndWhatRuns) {
    EXPECT_FALSE(claim().sentence.empty());
    if (claim().judge != nullptr) {
        EXPECT_FALSE(claim().fails.empty());
        EXPECT_FALSE(claim().holds.empty());
        EXPECT_FALSE(claim().expected.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(Claims, EachClaim, testing::Range<std::size_t>(0, claims().size()),
                         [](const testing::TestParamInfo<std::size_t>& tested) {
                             return std::string(claims()[tested.param].id);
                         });

TEST(Claims, StandOnceEachInTheOrderOfTheirIds) {
    std::set<std::string_view> ids;
    std::string_view last;
    for (const Claim& claim : claims()) {
        EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " stands twice";
        EXPECT_LT(last, claim.id);
        last = claim.id;
    }
}

Finding one() { return {"1", {1}}; }
Finding two() { return {"2", {2}}; }

TEST(Claims, AVerdictThatCannotChangeIsSeenByItsCanary) {
    const Claim stubborn{.id = "C00",
                         .sentence = "planted",
                         .fails = "a",
                         .holds = "b",
                         .expected = "none",
                         .run_fails = one,
                         .run_holds = two,
                         .judge = [](const Finding&, const Finding&) { return Verdict::shown; }};
    EXPECT_EQ(canary(stubborn, run_claim(stubborn)), run_claim(stubborn).verdict);
}

TEST(Claims, AreJudgedByBothFindings) {
    const Claim sound{.id = "C00",
                      .sentence = "one is less than two",
                      .fails = "a",
                      .holds = "b",
                      .expected = "1 | 2",
                      .run_fails = one,
                      .run_holds = two,
                      .judge = [](const Finding& fails, const Finding& holds) {
                          return shown_if(fails.values[0] < holds.values[0]);
                      }};
    const ClaimResult result = run_claim(sound);
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(canary(sound, result), Verdict::refuted);
    EXPECT_EQ(verdict_text(sound, result.verdict), "shown");
}

}  // namespace
}  // namespace tandem::tools::lab
