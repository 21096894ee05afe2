// SPDX-License-Identifier: MIT
// Ticks are round numbers within the range, places are where they should be.
#include <tandem/tools/lab/report/scale.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::tools::lab::report {
namespace {

std::string texts(const std::vector<Tick>& ticks) {
    std::string text;
    for (const Tick& tick : ticks) {
        text += (text.empty() ? "" : " ") + tick.text;
    }
    return text;
}

TEST(Scale, NiceTicksAreMultiplesOfOneTwoOrFive) {
    EXPECT_EQ(texts(nice_ticks({0, 1'000}, 6)), "0 200 400 600 800 1000");
    EXPECT_EQ(texts(nice_ticks({0, 1'000}, 5)), "0 500 1000");
    EXPECT_EQ(texts(nice_ticks({0, 2.75}, 6)), "0 0.5 1 1.5 2 2.5");
    EXPECT_EQ(texts(nice_ticks({-100, 2'200}, 6)), "0 500 1000 1500 2000");
    EXPECT_EQ(texts(nice_ticks({4.96, 5.76}, 6)), "5 5.2 5.4 5.6");
    EXPECT_EQ(texts(nice_ticks({0, 0.25}, 6)), "0 0.05 0.1 0.15 0.2 0.25");
    EXPECT_EQ(texts(nice_ticks({-1e-6, 1e-6}, 5)), "-0.000001 -0.0000005 0 0.0000005 0.000001");
}

TEST(Scale, NiceTicksStayWithinRangeAndCountForManyRanges) {
    for (double low = -3; low < 3; low += 0.7) {
        for (double size = 0.001; size < 1e7; size *= 3.3) {
            for (const int most : {2, 5, 9}) {
                const auto ticks = nice_ticks({low, low + size}, most);
                EXPECT_LE(ticks.size(), static_cast<std::size_t>(most));
                EXPECT_GE(ticks.size(), most > 4 ? 2U : 1U) << low << ' ' << size;
                for (const Tick& tick : ticks) {
                    EXPECT_GE(tick.value, low - size * 1e-6);
                    EXPECT_LE(tick.value, low + size * (1 + 1e-6));
                }
            }
        }
    }
}

TEST(Scale, PowerTicksNameEveryPowerOrEverySomeManyth) {
    EXPECT_EQ(texts(power_ticks({0.5, 4e6}, 8)), "1 10 100 1000 10⁴ 10⁵ 10⁶");
    EXPECT_EQ(texts(power_ticks({1e-14, 1e-2}, 7)), "10⁻¹⁴ 10⁻¹² 10⁻¹⁰ 10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻²");
    EXPECT_EQ(texts(power_ticks({0.05, 20}, 6)), "0.1 1 10");
}

TEST(Scale, ThePortableLogarithmIsTheLogarithm) {
    for (const double value : {1.0, 2.0, 10.0, 0.1, 960.00042724609375, 1398101.3333, 9.09e-13,
                               5e-324, 1.7e308, 1e-14}) {
        EXPECT_NEAR(portable_log10(value), std::log10(value), 1e-8) << value;
    }
}

TEST(Scale, PlacesFollowTheRange) {
    const Scale linear = Scale::linear({100, 200}, 10, 110);
    EXPECT_DOUBLE_EQ(linear.place(100), 10);
    EXPECT_DOUBLE_EQ(linear.place(150), 60);
    EXPECT_FALSE(linear.contains(99));
    const Scale powers = Scale::logarithmic({0.01, 100}, 200, 0, 220);
    EXPECT_NEAR(powers.place(1), 100, 1e-6);
    EXPECT_NEAR(powers.place(0.1), 150, 1e-6);
    EXPECT_DOUBLE_EQ(powers.place(0), 220);
    EXPECT_FALSE(powers.contains(-1));
    EXPECT_FALSE(Scale::logarithmic({0.01, 100}, 200, 0).contains(0));
}

TEST(ScaleDeathTest, WhatLiesOutsideHasNoPlace) {
    const Scale scale = Scale::linear({0, 1}, 0, 100);
    EXPECT_DEATH(scale.place(1.1), "assertion failed");
    EXPECT_DEATH(scale.place(std::nan("")), "assertion failed");
}

}  // namespace
}  // namespace tandem::tools::lab::report
