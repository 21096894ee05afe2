// SPDX-License-Identifier: MIT
// A25 of the inventory: a burst and a wait, or a standstill of 49.71 days; safe by subtraction.
#include <tandem/tools/lab/experiments/clock_wrap.hpp>

#include <algorithm>
#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace tandem::tools::lab {
namespace {

// 2^32 ms in ticks of 40 ms, for less than nothing is much without a sign.
TEST(ClockWrap, InterpolatesAHundredMillionTicksAheadWhereTheGameIsAheadOfItsClock) {
    const auto arms = wrap_arms();
    const auto arm = std::find_if(arms.begin(), arms.end(), [](const WrapArm& candidate) {
        return candidate.loop.id == "L4" && candidate.form == "published";
    });
    ASSERT_NE(arm, arms.end());
    EXPECT_NEAR(run_across_wrap(*arm, machine_of("normal")).blend_max.value(), 4'294'967'296.0 / 40,
                20);
}

class SafeAcrossTheWrap : public testing::TestWithParam<const char*> {};

TEST_P(SafeAcrossTheWrap, IsWhateverSubtractsOrHas64Bits) {
    for (const WrapArm& arm : wrap_arms()) {
        if (arm.form == "published" && arm.loop.id != "L1") {
            continue;
        }
        const Machine machine = machine_of(GetParam());
        const ClockWrap wrap = run_across_wrap(arm, machine);
        RunOptions options;
        options.repaired = arm.is_repaired;
        const LoopReport ordinary = run_loop(arm.loop, machine, options);
        const std::string name = std::string(arm.loop.id) + " " + std::string(arm.form);
        EXPECT_EQ(wrap.runs_ahead, 0U) << name;
        EXPECT_EQ(wrap.runs_frozen, 0U) << name;
        EXPECT_EQ(wrap.updates_at_once, ordinary.updates_per_frame_max) << name;
        EXPECT_EQ(wrap.blend_max, ordinary.blend_max) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(ClockWrap, SafeAcrossTheWrap, testing::Values("fast", "normal", "slow"),
                         [](const auto& tested) { return std::string(tested.param); });

// A12 of the inventory, which has 128 of these frames; Python's sums give as many as numbers.txt
// has.
TEST(LateUpdates, AreSomeOfAMinutesPicturesAndNoneIsLost) {
    const LateUpdates run = count_late_updates(std::chrono::seconds(60));
    EXPECT_GT(run.late, 0U);
    EXPECT_LT(run.late, run.frames);
    EXPECT_EQ(run.early, 0U);
    EXPECT_EQ(run.updates, run.updates_by_doubles);
}

}  // namespace

}  // namespace tandem::tools::lab
