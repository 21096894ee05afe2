// SPDX-License-Identifier: MIT
// The setup of which a file lost a part is found by the state with which its session began.
#include <gtest/gtest.h>

#include <tandem/replay/explain/other_setup.hpp>
#include <tests/replay/games.hpp>
#include <tests/replay/recording.hpp>
#include <tests/support/counter.hpp>

namespace tandem::test {
namespace {

TEST(OtherSetup, FindsTheSeedThatGivesTheFirstState) {
    const Recorded recorded = record<OtherStart<6>>({.seed = 100});  // begins as if with seed 106
    const auto replay = open_replay(recorded);
    const auto found = replay::find_other_setup(replay, sim::erase<OtherStart<0>>());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->setup.seed, 106U);
    EXPECT_EQ(found->text, "seed 106 in place of 100");
}

TEST(OtherSetup, FindsNothingWhereNoSeedGivesIt) {
    const Recorded recorded = record<OtherStart<1'000'000>>({.seed = 100});
    const auto replay = open_replay(recorded);
    EXPECT_FALSE(replay::find_other_setup(replay, sim::erase<OtherStart<0>>()));
}

}  // namespace
}  // namespace tandem::test
