// SPDX-License-Identifier: MIT
// An inquest begins at the first moment that differs. The table of planted faults says which reason
// it finds.
#include <tandem/tools/check/inquest.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::check {
namespace {

TEST(Inquests, FindTheFirstMomentThatDiffers) {
    const RunOutcome one{{sim::StateHash{1}, sim::StateHash{2}, sim::StateHash{3}}, "", {}};
    const RunOutcome other{{sim::StateHash{1}, sim::StateHash{9}, sim::StateHash{3}}, "", {}};
    const RunOutcome shorter{{sim::StateHash{1}, sim::StateHash{2}}, "threw", {}};
    EXPECT_EQ(moment_of_difference(one, other), 1U);
    EXPECT_EQ(moment_of_difference(one, shorter), 2U);
    EXPECT_EQ(moment_of_difference(one, one), 3U);
}

}  // namespace
}  // namespace tandem::tools::check
