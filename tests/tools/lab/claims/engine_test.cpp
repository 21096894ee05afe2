// SPDX-License-Identifier: MIT
// What came of C82, C84, C86 and C87, against the inventory, and what no experiment decides.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

using Values = std::vector<double>;

TEST(EngineClaims, C82OneSpikeIsAGapAndManyAreAnOverload) {
    const ClaimResult result = measured_claim(engine_claims(), "C82");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{1, 0, 600}));
    EXPECT_EQ(result.fails.values[0], 2);  // until the third frame in a row
    EXPECT_GT(result.fails.values[1], 50);
    EXPECT_EQ(result.fails.values[2], 11);
}

TEST(EngineClaims, C84TimersGoOnAndAPokedWorkerSleeps) {
    const ClaimResult result = measured_claim(engine_claims(), "C84");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "M3c: 0 ticks while hidden, 600 at once afterwards, same states");
    EXPECT_EQ(result.holds.values, (Values{600, 0, 999, 1, 600, 1, 999, 1}));
}

TEST(EngineClaims, C86ThreeSizesSetTheViewportOnceToTheLast) {
    const ClaimResult result = measured_claim(engine_claims(), "C86");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{1, 1'024, 1}));
    // All pictures after the thirty-first of 600.
    EXPECT_EQ(result.fails.values, (Values{569, 1'024, 1}));
}

TEST(EngineClaims, C87OneEngineServesTwoGames) {
    const ClaimResult result = measured_claim(engine_claims(), "C87");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{2, 2, 2}));
    EXPECT_EQ(result.fails.values, (Values{2, 0, 2}));
    // A game that was never hosted is refused by nobody.
    EXPECT_EQ(find_claim(engine_claims(), "C87").judge({"", {0, 0, 0}}, result.holds),
              Verdict::refuted);
}

TEST(EngineClaims, C89AndC90AreNotTestableAndSayWhy) {
    for (const char* id : {"C89", "C90"}) {
        EXPECT_EQ(measured_claim(engine_claims(), id).verdict, Verdict::not_testable);
        EXPECT_FALSE(find_claim(engine_claims(), id).why_not_testable.empty());
    }
}

}  // namespace
}  // namespace tandem::tools::lab
