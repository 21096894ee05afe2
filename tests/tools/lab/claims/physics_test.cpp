// SPDX-License-Identifier: MIT
// What came of C22 to C27, against the inventory.
#include <gtest/gtest.h>

#include <tests/tools/lab/claims/measured_claim.hpp>

namespace tandem::tools::lab {
namespace {

void expect_near(const Values& values, const Values& expected, double tolerance) {
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t i = 0; i != values.size(); ++i) {
        EXPECT_NEAR(values[i], expected[i], tolerance);
    }
}

TEST(PhysicsClaims, C22IsShown) {
    const ClaimResult result = measured_claim(physics_claims(), "C22");
    EXPECT_EQ(result.verdict, Verdict::shown);
    expect_near(result.fails.values, {2.49, 2.45, 2.00}, 1e-9);
    expect_near(result.holds.values,
                {2.40, 2.40, 2.40, 2.40, 2.40, 2.304, 2.304, 2.304, 2.304, 2.304, 2.25, 2.25, 2.25,
                 2.25, 2.25},
                1e-9);
    EXPECT_EQ(result.holds.text, "L3 2.4 on all; L4 2.304 on all; M2 2.25 on all");
}

TEST(PhysicsClaims, C23IsShown) {
    const ClaimResult result = measured_claim(physics_claims(), "C23");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{1, 1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(result.holds.values, Values(9, 1));
}

TEST(PhysicsClaims, C24IsShown) {
    const ClaimResult result = measured_claim(physics_claims(), "C24");
    EXPECT_EQ(result.verdict, Verdict::shown);
    expect_near(result.fails.values, {1.0003, 1.0079, 1'398'101.33}, 5e-3);
    expect_near(result.holds.values,
                {1.033, 1.033, 1.033, 1.033, 1.033, 1.097, 1.097, 1.097, 1.097, 1.097,
                 1,     1,     1,     1,     1,     1.266, 1.266, 1.266, 1.266, 1.266},
                5e-4);
}

TEST(PhysicsClaims, C25IsShown) {
    const ClaimResult result = measured_claim(physics_claims(), "C25");
    EXPECT_EQ(result.verdict, Verdict::shown);
    expect_near(result.fails.values, {0.366, 0.605, 0.904}, 5e-4);
    expect_near(result.holds.values, Values(5, 0.778), 5e-4);
}

TEST(PhysicsClaims, C26IsShown) {
    const ClaimResult result = measured_claim(physics_claims(), "C26");
    EXPECT_EQ(result.verdict, Verdict::shown);
    EXPECT_EQ(result.fails.values, (Values{27, 5, 0}));
    ASSERT_EQ(result.holds.values.size(), 15U);
    for (const double ticks : result.holds.values) {
        EXPECT_GE(ticks, 1);
    }
}

TEST(PhysicsClaims, C27IsShown) {
    const ClaimResult result = measured_claim(physics_claims(), "C27");
    EXPECT_EQ(result.verdict, Verdict::shown);
    expect_near(result.fails.values, {25.4, 25.0, 20.0}, 1e-9);
    EXPECT_EQ(result.holds.values, Values(5, 24));
}

}  // namespace
}  // namespace tandem::tools::lab
