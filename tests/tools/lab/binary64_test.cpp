// SPDX-License-Identifier: MIT
// Doubles taken apart and put together.
#include <tandem/tools/lab/binary64.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::tools::lab::binary64 {
namespace {

TEST(Binary64, PartsAreTheValue) {
    for (const double value : {0.1, 1.0, -10.000000000000075, 0.0, 5e-324, 0x1p-1074, 0x1p-1022,
                               std::numeric_limits<double>::max()}) {
        const Parts parts = parts_of(value);
        const double magnitude = std::ldexp(static_cast<double>(parts.significand), parts.exponent);
        EXPECT_EQ(parts.is_negative ? -magnitude : magnitude, value);
        EXPECT_EQ(parts.is_normal, std::isnormal(value)) << value;
    }
}

TEST(Binary64, OfANormalNumberPartsAreEnough) {
    for (const double value : {0.1, 1.0, 0x1p-1022, std::numeric_limits<double>::max()}) {
        const Parts parts = parts_of(value);
        EXPECT_EQ(normal_of(parts.significand, parts.exponent), value);
    }
}

}  // namespace
}  // namespace tandem::tools::lab::binary64
