// SPDX-License-Identifier: MIT
// A25 of the inventory: a burst and a wait, or a standstill of 49.71 days; safe by subtraction.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include <tandem/tools/lab/experiments/clock_wrap.hpp>

namespace tandem::tools::lab {
namespace {

using std::chrono::milliseconds;

ClockWrap wrap_of(const std::string& id, const std::string& form, const char* machine) {
    for (const WrapArm& arm : wrap_arms()) {
        if (arm.loop.id == id && arm.form == form) {
            return run_across_wrap(arm, machine_of(machine));
        }
    }
    ADD_FAILURE() << "no " << id << " " << form;
    return {};
}

// Of the same loops in Python's integers, modulo 2^32.
TEST(ClockWrap, SendsTheArticlesLoopsAheadOrStopsThem) {
    const ClockWrap max_fps = wrap_of("L3", "published", "normal");
    EXPECT_EQ(max_fps.runs, 20U);
    EXPECT_EQ(max_fps.runs_ahead, 17U);
    EXPECT_EQ(max_fps.runs_frozen, 2U);
    EXPECT_EQ(max_fps.updates_at_once, 10U);
    EXPECT_EQ(max_fps.ahead_max, Flicks(milliseconds(189)));
    EXPECT_EQ(max_fps.wait_max, Flicks(milliseconds(190)));
    const ClockWrap interpolated = wrap_of("L4", "published", "normal");
    EXPECT_EQ(interpolated.runs, 40U);
    EXPECT_EQ(interpolated.runs_ahead, 36U);
    EXPECT_EQ(interpolated.runs_frozen, 3U);
    EXPECT_EQ(interpolated.updates_at_once, 5U);
    EXPECT_EQ(interpolated.ahead_max, Flicks(milliseconds(565)));
    EXPECT_EQ(interpolated.wait_max, Flicks(milliseconds(568)));
}

// A slow machine is nearly always within a frame, with a tick due, when its clock wraps.
TEST(ClockWrap, StopsASlowMachineMoreOften) {
    EXPECT_EQ(wrap_of("L3", "published", "slow").runs_frozen, 20U);
    EXPECT_EQ(wrap_of("L4", "published", "slow").runs_frozen, 13U);
}

// 2^32 ms in ticks of 40 ms, for less than nothing is much without a sign.
TEST(ClockWrap, InterpolatesAHundredMillionTicksAheadWhereTheGameIsAheadOfItsClock) {
    EXPECT_NEAR(wrap_of("L4", "published", "normal").blend_max.value(), 4'294'967'296.0 / 40, 20);
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

}  // namespace
}  // namespace tandem::tools::lab
