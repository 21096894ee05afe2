// SPDX-License-Identifier: MIT
// What the LWJGL book's loops do as published. The table of all loops is in loop_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

TEST(LwjglLoops, NapInWholeMillisecondsPastTheFramesSlot) {
    // 1.5 ms of work and 19 naps with an update, 0.5 ms and 20 without: a frame of 20.5 ms, the
    // last of which ends at 9985 ms.
    const LoopReport report = run_loop(*find_loop("W2"), *parse_machine("1:0.5"));
    EXPECT_EQ(report.frames, 488U);
    EXPECT_EQ(run_loop(*find_loop("W2"), *parse_machine("fast")).frames, 500U);
}

TEST(LwjglLoops, ForgetWhatALateFrameOwes) {
    EXPECT_EQ(run_loop(*find_loop("W1"), *parse_machine("slow")).late_frames, 100U);
}

}  // namespace
}  // namespace tandem::tools::lab
