// SPDX-License-Identifier: MIT
// get_distance against the inventory's values, which were computed with Python and with two
// compilers, not with this code.
#include <tandem/tools/lab/experiments/get_distance.hpp>

#include <gtest/gtest.h>

#include <bit>

#include <tandem/tools/lab/exact_decimal.hpp>

namespace tandem::tools::lab {
namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(GetDistance, C11At40FpsIsTheArticlesToTheBit) {
    const auto drive = get_distance<double>(40);
    EXPECT_EQ(drive.frames, 400);
    EXPECT_EQ(drive.distance, 0x1.400000000002ap+3);
    EXPECT_EQ(bits(drive.distance), 0x402400000000002aU);
    EXPECT_EQ(exact_error(drive.distance, 10, 0), "+7.461e-14");
}

TEST(GetDistance, C12At100FpsIsTheArticlesToTheBit) {
    const auto drive = get_distance<double>(100);
    EXPECT_EQ(drive.frames, 1'000);
    EXPECT_EQ(drive.distance, 0x1.3ffffffffffa1p+3);
    EXPECT_EQ(bits(drive.distance), 0x4023ffffffffffa1U);
    EXPECT_EQ(exact_error(drive.distance, 10, 0), "-1.688e-13");
}

TEST(GetDistance, C13TheDifferenceIsExactlyWhatTheInventoryHas) {
    const double difference =
        get_distance<double>(40).distance - get_distance<double>(100).distance;
    EXPECT_EQ(difference, 0x1.12p-42);
    EXPECT_EQ(difference, 2.4336088699783431e-13);
}

TEST(GetDistance, C14TheErrorDoesNotGrowWithTheFrameRate) {
    const struct {
        int fps;
        const char* error;  // as many digits as the inventory prints
    } expected[] = {{1, "0"},           {2, "0"},           {4, "0"},           {8, "0"},
                    {10, "-1.95e-14"},  {25, "-3.73e-14"},  {50, "-1.24e-13"},  {200, "+1.63e-13"},
                    {250, "-6.57e-13"}, {500, "+8.88e-15"}, {1000, "-1.03e-13"}};
    for (const auto& row : expected) {
        const double distance = get_distance<double>(row.fps).distance;
        EXPECT_EQ((ExactDecimal::of(distance) - ExactDecimal::of(10, 0)).scientific(3), row.error)
            << row.fps;
    }
}

TEST(GetDistance, C15ASmallErrorMovesAThresholdByAFrame) {
    const auto slow = drive_until_ten<double>(40);
    const auto fast = drive_until_ten<double>(100);
    EXPECT_EQ(slow.milliseconds, 10'000);
    EXPECT_EQ(fast.milliseconds, 10'010);
    EXPECT_EQ(fast.distance, 10.009999999999831);
    EXPECT_EQ(drive_until_ten<Integer>(40).milliseconds, 10'000);
    EXPECT_EQ(drive_until_ten<Integer>(100).milliseconds, 10'000);
}

TEST(GetDistance, C15NearlyAllCommonInstantsDiffer) {
    const auto compared = compare_at_common_instants<double>(40, 100);
    EXPECT_EQ(compared.count, 201);
    EXPECT_EQ(compared.differing, 197);
    EXPECT_EQ(compared.first_differing_ms, 100);
    const auto whole = compare_at_common_instants<Integer>(40, 100);
    EXPECT_EQ(whole.count, 201);
    EXPECT_EQ(whole.differing, 0);
    EXPECT_EQ(whole.first_differing_ms, -1);
}

// 30 FPS drive on to 10,032 ms, 19 times their common interval of 528 ms; 60 FPS end at 10,000.
TEST(GetDistance, C15CommonInstantsEndWithTheShorterDrive) {
    for (const auto& compared : {compare_at_common_instants<Integer>(30, 60),
                                 compare_at_common_instants<Integer>(60, 30)}) {
        EXPECT_EQ(compared.count, 19);
        EXPECT_EQ(compared.differing, 0);
    }
}

TEST(GetDistance, C19OtherBuildsOfTheSameProgramGiveOtherSums) {
    EXPECT_EQ(get_distance_of(Build::in_order, 40), 0x1.400000000002ap+3);
    EXPECT_EQ(get_distance_of(Build::in_order, 100), 0x1.3ffffffffffa1p+3);
    EXPECT_EQ(get_distance_of(Build::x87, 40), 10);
    EXPECT_EQ(get_distance_of(Build::x87, 100), 10);
    EXPECT_EQ(get_distance_of(Build::x87_stored, 40), 0x1.400000000002ap+3);
    EXPECT_EQ(get_distance_of(Build::x87_stored, 100), 0x1.3ffffffffffa1p+3);
    EXPECT_EQ(get_distance_of(Build::four_lanes, 40), 9.9999999999999805);
    EXPECT_EQ(get_distance_of(Build::four_lanes, 100), 9.9999999999999627);
}

// Not in the inventory; clang 14 with -O3 -ffast-math -mavx gives it at both frame rates.
TEST(GetDistance, C19WiderVectorsGiveAThirdSum) {
    EXPECT_EQ(bits(get_distance_of(Build::sixteen_lanes, 40)), 0x4024000000000002U);
    EXPECT_EQ(bits(get_distance_of(Build::sixteen_lanes, 100)), 0x4024000000000002U);
}

TEST(GetDistance, C19IntegersAreTheSameInEveryOrder) {
    for (const Build build : {Build::in_order, Build::x87, Build::x87_stored, Build::fused,
                              Build::four_lanes, Build::sixteen_lanes}) {
        EXPECT_EQ(get_distance_in_integers(build, 40), 10'000);
        EXPECT_EQ(get_distance_in_integers(build, 100), 10'000);
    }
}

TEST(GetDistance, C20FixedPointAgreesThoughItIsInexact) {
    EXPECT_EQ(get_distance_in_fixed_point(65, 40), 650'000);
    EXPECT_EQ(get_distance_in_fixed_point(65, 100), 650'000);
}

TEST(GetDistance, A07DependsOnWhichDivisionPythonHas) {
    EXPECT_EQ(get_distance<double>(60).distance, 10.000000000000007);
    EXPECT_EQ(get_distance<double>(60).frames, 625);
    EXPECT_EQ(get_distance_by_true_division(60).distance, 10.016666666666744);
    EXPECT_EQ(get_distance_by_true_division(60).frames, 601);
    EXPECT_EQ(get_distance<double>(30).milliseconds, 10'032);
    for (const int fps : {40, 100}) {
        EXPECT_EQ(get_distance_by_true_division(fps).distance, get_distance<double>(fps).distance);
    }
}

TEST(GetDistance, OfTheScriptedArmDiffersAfterTenSeconds) {
    EXPECT_EQ(get_distance<double>(100).distance, 9.9999999999998312);
    EXPECT_EQ(get_distance<double>(10).distance, 9.9999999999999805);
    EXPECT_EQ(get_distance<Integer>(100).distance, get_distance<Integer>(10).distance);
}

}  // namespace
}  // namespace tandem::tools::lab
