// SPDX-License-Identifier: MIT
// Batches of angle functions: the bits of the scalar functions at every length and every place.
#include <tandem/sim/math/angle_batch.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tests/sim/operands.hpp>

namespace tandem {
namespace {

// Longer than two registers of any kind, with every remainder on the way; then one long batch.
constexpr std::size_t k_sizes[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,    11,
                                   12, 13, 14, 15, 16, 17, 31, 33, 63, 65, 40'001};

std::vector<Angle> angles_of(test::Operands& operands, std::size_t count) {
    // The folds' edges first: each quarter turn and its neighbours.
    std::vector<Angle> angles;
    for (std::uint32_t quarter = 0; quarter < 4; ++quarter) {
        for (const std::uint32_t beside : {0U, 1U, ~0U}) {
            angles.push_back(Angle::from_raw((quarter << 30) + beside));
        }
    }
    while (angles.size() < count) {
        angles.push_back(Angle::from_raw(static_cast<std::uint32_t>(operands.next())));
    }
    angles.resize(count);
    return angles;
}

template <class Number>
std::vector<Number> numbers_of(test::Operands& operands, std::size_t count) {
    std::vector<Number> numbers;
    for (std::size_t i = 0; i < count; ++i) {
        numbers.push_back(Number::from_raw(
            static_cast<typename Number::raw_type>(i == 0 ? 0 : operands.next_signed())));
    }
    return numbers;
}

TEST(AngleBatchTest, SinesAreThoseOfOneAngle) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (const std::size_t size : k_sizes) {
        const std::vector<Angle> angles = angles_of(operands, size);
        std::vector<Fixed> sines(size);
        std::vector<Fixed> cosines(size);
        std::vector<Fixed> both_sines(size);
        std::vector<Fixed> both_cosines(size);
        sin(angles, sines);
        cos(angles, cosines);
        sincos(angles, both_sines, both_cosines);
        for (std::size_t i = 0; i < size; ++i) {
            ASSERT_EQ(sines[i], sin(angles[i])) << size << ", " << i;
            ASSERT_EQ(cosines[i], cos(angles[i])) << size << ", " << i;
        }
        ASSERT_EQ(both_sines, sines);
        ASSERT_EQ(both_cosines, cosines);
    }
}

TEST(AngleBatchTest, CompactSinesAreThoseOfOneAngleInEveryLane) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (const std::size_t size : k_sizes) {
        const std::vector<Angle> angles = angles_of(operands, size);
        std::vector<Fixed16> sines(size);
        std::vector<Fixed16> cosines(size);
        std::vector<Fixed16> both_sines(size);
        std::vector<Fixed16> both_cosines(size);
        sin(angles, sines);
        cos(angles, cosines);
        sincos(angles, both_sines, both_cosines);
        for (std::size_t i = 0; i < size; ++i) {
            ASSERT_EQ(sines[i], sin16(angles[i])) << size << ", " << i;
            ASSERT_EQ(cosines[i], cos16(angles[i])) << size << ", " << i;
        }
        ASSERT_EQ(both_sines, sines);
        ASSERT_EQ(both_cosines, cosines);
    }
}

// 4,093 is prime, so every lane meets every kind of angle; a million angles.
TEST(AngleBatchTest, TheVectorUnitAndThePlainLoopAgree) {
    std::vector<Angle> angles;
    for (std::uint64_t step = 0; step <= 0xffffffff; step += 4'093) {
        angles.push_back(Angle::from_raw(static_cast<std::uint32_t>(step)));
    }
    std::vector<Fixed16> vector(angles.size());
    std::vector<Fixed16> plain(angles.size());
    sin(angles, vector);
    sim::plain_sines(angles, Angle(), plain);
    EXPECT_TRUE(vector == plain);
    plain[angles.size() / 2] += Fixed16::epsilon();
    EXPECT_FALSE(vector == plain);
}

TEST(AngleBatchTest, UnalignedSpansAndTheirNeighboursAreLeftAlone) {
    const std::vector<Angle> angles(40, Angle::from_degrees(30));
    std::vector<Fixed16> results(40, Fixed16(7));
    sin(std::span(angles).subspan(1, 37), std::span(results).subspan(1, 37));
    EXPECT_EQ(results.front(), Fixed16(7));
    EXPECT_EQ(results[1], sin16(angles[1]));
    EXPECT_EQ(results[37], sin16(angles[1]));
    EXPECT_EQ(results[38], Fixed16(7));
    EXPECT_EQ(results[39], Fixed16(7));
}

TEST(AngleBatchTest, ArctangentsAreThoseOfOnePair) {
    TANDEM_SEEDED_OPERANDS(operands);
    for (const std::size_t size : k_sizes) {
        const auto y = numbers_of<Fixed>(operands, size);
        const auto x = numbers_of<Fixed>(operands, size);
        const auto compact_y = numbers_of<Fixed16>(operands, size);
        const auto compact_x = numbers_of<Fixed16>(operands, size);
        std::vector<Angle> wide(size);
        std::vector<Angle> compact(size);
        atan2(y, x, wide);
        atan2(compact_y, compact_x, compact);
        for (std::size_t i = 0; i < size; ++i) {
            ASSERT_EQ(wide[i], atan2(y[i], x[i])) << size << ", " << i;
            ASSERT_EQ(compact[i], atan2(compact_y[i], compact_x[i])) << size << ", " << i;
        }
    }
}

TEST(AngleBatchTest, ArraysAndSpansAreTakenAsTheyAre) {
    std::array<Angle, 3> array{};
    std::vector<Angle> vector(3);
    std::span<const Angle> constant(vector);
    std::array<Fixed, 3> wide{};
    std::array<Fixed16, 3> compact{};
    std::array<Fixed16, 3> other{};
    std::span<Fixed> wide_span(wide);
    std::span<const Fixed> wide_constant(wide);
    sin(array, wide);
    cos(std::as_const(array), compact);
    sincos(vector, compact, other);
    sin(constant, wide_span);
    EXPECT_EQ(wide[2], 0);
    cos(std::span(vector), wide_span);
    EXPECT_EQ(wide[2], 1);
    atan2(wide_constant, wide_span, array);
    atan2(std::as_const(wide), wide, vector);
    EXPECT_EQ(vector[2], Angle::from_degrees(45));
    EXPECT_EQ(array[2], vector[2]);
}

TEST(AngleBatchDeathTest, SpansOfDifferentSizesAreRefused) {
    const std::vector<Angle> angles(3);
    std::vector<Fixed> wide(2);
    std::vector<Fixed16> compact(4);
    std::vector<Angle> results(3);
    EXPECT_DEATH(sin(angles, wide), "size");
    EXPECT_DEATH(cos(angles, compact), "size");
    EXPECT_DEATH(atan2(wide, wide, results), "size");
}

}  // namespace
}  // namespace tandem
