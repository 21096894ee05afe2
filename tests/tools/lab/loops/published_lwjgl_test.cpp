// SPDX-License-Identifier: MIT
// What the LWJGL book's loops do as published.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <tandem/tools/lab/games/recording_game.hpp>
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

// A run on choked: updates in each frame, the worst gap and the most updates of a frame.
struct Choked {
    std::vector<std::uint64_t> updates;
    double worst_gap_ms = 0;
    std::uint64_t updates_max = 0;

    friend bool operator==(const Choked&, const Choked&) = default;
};

Choked run_choked(Loop loop, LoopFunction published) {
    loop.published = published;
    RecordingGame history;
    const LoopReport report = run_loop(loop, *parse_machine("choked"), {}, &history);
    Choked run{{}, in_milliseconds(report.worst_gap), report.updates_per_frame_max};
    std::uint64_t before = 0;
    for (const Frame& frame : history.frames) {
        run.updates.push_back(frame.updates - before);
        before = frame.updates;
    }
    return run;
}

// Both series by the same sums in Python.
TEST(LwjglLoops, RunAnUpdateLaterInDoublesWhereExactTimeWouldRunTheInventorys) {
    const Choked exact{{0, 1, 3, 6, 11, 18, 28, 44, 67}, 3'400, 67};
    const Choked doubles{{0, 1, 3, 6, 11, 18, 28, 43, 66}, 3'350, 66};
    EXPECT_EQ(run_choked(*find_loop("W2"), run_lwjgl_fixed_in_exact_time), exact);
    for (const char* id : {"W2", "W3"}) {
        const Loop& loop = *find_loop(id);
        EXPECT_EQ(run_choked(loop, loop.published), doubles) << id;
    }
}

TEST(LwjglLoops, ForgetWhatALateFrameOwes) {
    EXPECT_EQ(run_loop(*find_loop("W1"), *parse_machine("slow")).late_frames, 100U);
}

}  // namespace
}  // namespace tandem::tools::lab
