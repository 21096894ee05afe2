// SPDX-License-Identifier: MIT
// As many decimals as asked for, and never a sign.
#include <tandem/tools/text/fixed_text.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(FixedText, HasAsManyDecimalsAsAskedFor) {
    EXPECT_EQ(fixed_text(12.5, 2), "12.50");
    EXPECT_EQ(fixed_text(0.004, 2), "0.00");
    EXPECT_EQ(fixed_text(0.05, 1), "0.1");
    EXPECT_EQ(fixed_text(0.999, 2), "1.00");
    EXPECT_EQ(fixed_text(12.5, 0), "13");
    EXPECT_EQ(fixed_text(-3, 1), "0.0");
}

}  // namespace
}  // namespace tandem::tools
