// SPDX-License-Identifier: MIT
// What the LWJGL book's loops do as published. The table of all loops is in loop_test.cpp.
#include <gtest/gtest.h>

#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/loops/published_loops.hpp>

namespace tandem::tools::lab {
namespace {

// How many updates had run before each picture.
struct Counts : Game {
    void render(const Frame& frame) override { updates.push_back(frame.updates); }
    std::vector<std::uint64_t> updates;
};

Counts watch(LoopFunction function, Flicks window) {
    Counts counts;
    const Machine machine = *parse_machine("fast");
    VirtualTime time;
    Platform platform(machine, time, window, counts);
    function(platform);
    return counts;
}

TEST(LwjglLoops, NapInWholeMillisecondsPastTheFramesSlot) {
    // 1.5 ms of work and 19 naps with an update, 0.5 ms and 20 without: a frame of 20.5 ms, the
    // last of which ends at 9985 ms.
    const LoopReport report = run_loop(*find_loop("W2"), *parse_machine("1:0.5"));
    EXPECT_EQ(report.frames, 488U);
    EXPECT_EQ(run_loop(*find_loop("W2"), *parse_machine("fast")).frames, 500U);
}

// A12 of the inventory, which has 128 of these 3000 frames; the same sums in Python give 239 too.
TEST(LwjglLoops, MoveSomeUpdatesIntoTheNextFrameByTheirDoubles) {
    const Flicks minute = std::chrono::seconds(60);
    const Counts exact = watch(run_lwjgl_fixed, minute);
    const Counts doubles = watch(run_lwjgl_fixed_in_doubles, minute);
    ASSERT_EQ(exact.updates.size(), 3000U);
    ASSERT_EQ(doubles.updates.size(), 3000U);
    std::size_t later = 0;
    for (std::size_t frame = 0; frame < exact.updates.size(); ++frame) {
        EXPECT_LE(doubles.updates[frame], exact.updates[frame]);
        later += doubles.updates[frame] != exact.updates[frame] ? 1U : 0U;
    }
    EXPECT_EQ(later, 239U);
    EXPECT_EQ(doubles.updates.back(), exact.updates.back());
}

TEST(LwjglLoops, ForgetWhatALateFrameOwes) {
    EXPECT_EQ(run_loop(*find_loop("W1"), *parse_machine("slow")).late_frames, 100U);
}

}  // namespace
}  // namespace tandem::tools::lab
