// SPDX-License-Identifier: MIT
// What came of C43 to C48, C53 to C56 and C59 to C61, against the inventory.
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

TEST(CatchUpClaims, C53SpiralsWhereAnUpdateCostsMoreThanItsTick) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C53");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_TRUE(
        result.fails.text.starts_with("G2: 0, 3, 12, 41, 131, 413, 1293 updates a frame, "));
    ASSERT_EQ(result.fails.values.size(), 4U);
    EXPECT_NEAR(result.fails.values[0], 50.0 / 16, 0.01);
    EXPECT_NEAR(result.fails.values[1], 1.5, 0.01);
    EXPECT_EQ(result.fails.values[2], 1);
    // The article's doubles; in exact time the eighth frame of W2 has 44 and the ninth 67.
    EXPECT_NE(result.fails.text.find("W2: 0, 1, 3, 6, 11, 18, 28, 43, 66, 101"), std::string::npos)
        << result.fails.text;
    EXPECT_EQ(result.holds.text, "G2 8, W2 4, M2 3 updates a frame at most");
}

TEST(CatchUpClaims, C54SlowsDownInPlaceOfFreezing) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C54");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values[0], 6'600);
    ASSERT_EQ(result.holds.values.size(), 3U);
    EXPECT_EQ(result.holds.values[0], 300);
    EXPECT_EQ(result.holds.values[1], 300);
    EXPECT_NEAR(result.holds.values[2], 80.0 / 300, 0.002);
}

TEST(CatchUpClaims, C55TradesUpdatesForJumps) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C55");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{250, 40, 199, 50}));
    EXPECT_EQ(result.holds.values, (Values{624, 16, 500, 20}));
}

TEST(CatchUpClaims, C56KeepsTheSpeedOnceRenderingIsPulledOut) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C56");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{1, 1, 0.16}));
    EXPECT_EQ(result.holds.values, (Values{0.9984, 0.9984, 0.9936}));
}

TEST(CatchUpClaims, C59SkipsFramesAndKeepsTheSpeed) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C59");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.holds.text,
              "W2: 0.99; fast: 299 updates, 500 frames, 300 distinct, busy 8 %; normal: 299 "
              "updates, 500 frames, 300 distinct, busy 48 %");
}

TEST(CatchUpClaims, C60NeedsAHundredAndOneUpdatesInFloat) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C60");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.text, "100 updates: 0.999999344; white at update 101, 3.37 s");
    EXPECT_EQ(result.holds.values, (Values{1, 100}));
}

TEST(CatchUpClaims, C61HoldsTheSpeedFromUPlusRPerFrameOn) {
    const ClaimResult result = measured_claim(catch_up_claims(), "C61");
    EXPECT_EQ(result.verdict, Verdict::shown);
    // c tick / (c U + R) on slow, ten a frame; then 200 / 210 twice.
    const Values expected{50.0 / 136,  100.0 / 136, 120.0 / 136,
                          130.0 / 136, 200.0 / 210, 200.0 / 210};
    ASSERT_EQ(result.fails.values.size(), 16U);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result.fails.values[i], expected[i], 0.003);
    }
    ASSERT_EQ(result.holds.values.size(), 16U);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result.holds.values[i], 1, 0.003);
    }
    // Without a cap: the speed, the longest frame of 50 s and of 100, by the same loop in Python.
    const auto from_sixth = [](const Finding& finding) {
        return Values(finding.values.begin() + 6, finding.values.end() - 1);
    };
    EXPECT_EQ(from_sixth(result.fails),
              (Values{0.49568, 24'480, 49'056, 0.7392, 11'808, 21'216, 0.9568, 2'976, 4'320}));
    EXPECT_EQ(from_sixth(result.holds),
              (Values{0.9956, 480, 480, 0.99744, 288, 288, 0.9984, 192, 192}));
    // Too few waste what fast could do.
    EXPECT_NEAR(result.fails.values.back(), 5, 0.1);
    EXPECT_NEAR(result.holds.values.back(), 100, 0.1);
}

}  // namespace
}  // namespace tandem::tools::lab
