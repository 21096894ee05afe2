// SPDX-License-Identifier: MIT
// get_distance gives other sums by division, order and arithmetic, and one sum in integers. The
// sums themselves stand in tests/golden/lab/numbers.txt.
#include <tandem/tools/lab/experiments/get_distance.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

// 30 FPS drive on to 10,032 ms, 19 times their common interval of 528 ms; 60 FPS end at 10,000.
TEST(GetDistance, C15CommonInstantsEndWithTheShorterDrive) {
    for (const auto& compared : {compare_at_common_instants<Integer>(30, 60),
                                 compare_at_common_instants<Integer>(60, 30)}) {
        EXPECT_EQ(compared.count, 19);
        EXPECT_EQ(compared.differing, 0);
    }
}

TEST(GetDistance, C19BuildsOfTheSameProgramAgreeInIntegersAlone) {
    for (const int fps : {40, 100}) {
        const double in_order = get_distance<double>(fps).distance;
        EXPECT_EQ(get_distance_of(Build::in_order, fps), in_order);
        EXPECT_EQ(get_distance_of(Build::x87_stored, fps), in_order);
        for (const Build build : {Build::x87, Build::four_lanes, Build::sixteen_lanes}) {
            EXPECT_NE(get_distance_of(build, fps), in_order);
        }
        for (const Build build : {Build::in_order, Build::x87, Build::x87_stored, Build::fused,
                                  Build::four_lanes, Build::sixteen_lanes}) {
            EXPECT_EQ(get_distance_in_integers(build, fps), get_distance<Integer>(fps).distance);
        }
    }
}

TEST(GetDistance, C20FixedPointAgreesThoughItIsInexact) {
    EXPECT_EQ(get_distance_in_fixed_point(65, 40), get_distance_in_fixed_point(65, 100));
    EXPECT_NE(get_distance<double>(40).distance, get_distance<double>(100).distance);
}

TEST(GetDistance, A07IsTheSameByEitherDivisionWhereFpsDividesASecond) {
    for (const int fps : {40, 100}) {
        EXPECT_EQ(get_distance_by_true_division(fps).distance, get_distance<double>(fps).distance);
    }
    EXPECT_NE(get_distance_by_true_division(60).frames, get_distance<double>(60).frames);
}

}  // namespace
}  // namespace tandem::tools::lab
