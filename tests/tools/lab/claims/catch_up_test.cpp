// SPDX-License-Identifier: MIT
// What came of C43 to C48 and C56, against the inventory.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include <tandem/tools/lab/machine/machine.hpp>
#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

TEST(CatchUpClaims, C43Runs500UpdatesAndAllFramesThatFit) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C43");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text, "L3: 500, 500 updates, 9500, 1055 frames");
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

TEST(CatchUpClaims, C44DrawsMostPicturesAgainWithoutInterpolation) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C44");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "L3: 94.7, 52.5 % identical");
    EXPECT_EQ(result.holds.values, (Values{0, 0}));
}

TEST(CatchUpClaims, C45SlowsDownOnlyUnderFiveFramesASecond) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C45");
    EXPECT_EQ(result.verdict, Verdict::shown);
    // The least is at 436 ms a frame: 200 / 436.
    ASSERT_EQ(result.fails.values.size(), 2U * 30);
    double least = 1;
    for (std::size_t i = 0; i < result.fails.values.size(); i += 2) {
        least = std::min(least, result.fails.values[i]);
    }
    EXPECT_NEAR(least, 200.0 / 436, 0.003);
    for (std::size_t i = 0; i < result.holds.values.size(); i += 2) {
        EXPECT_NEAR(result.holds.values[i], 1, 0.003);
    }
}

TEST(CatchUpClaims, C46KeepsTheSpeedAtEightFramesASecond) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C46");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.values, (Values{0.996, 8.3, 120, 0.9936, 7.8, 128}));
    EXPECT_NE(result.holds.text.find("worst gap 120 ms"), std::string::npos);
    EXPECT_NE(result.holds.text.find("worst gap 128 ms"), std::string::npos);
}

TEST(CatchUpClaims, C47RunsAllUpdatesAtFifteenFramesASecond) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C47");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_TRUE(result.holds.text.starts_with("L4: 1, 250 updates, 15 FPS")) << result.holds.text;
    EXPECT_NEAR(result.fails.values[0], 40.0 / 64, 0.004);
    EXPECT_NE(result.holds.text.find("the same state as on fast at each tick, 10 presses seen"),
              std::string::npos)
        << result.holds.text;
}

TEST(CatchUpClaims, C48RunsTheStateAlikeAtAnyFrameRate) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C48");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text, "L4: 250, 250, 248 updates, 9750, 1083, 93 frames");
}

TEST(CatchUpClaims, C56KeepsTheSpeedOnceRenderingIsPulledOut) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C56");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{1, 1, 0.16}));
    EXPECT_EQ(result.holds.values, (Values{0.9984, 0.9984, 0.9936}));
}

}  // namespace
}  // namespace tandem::tools::lab
