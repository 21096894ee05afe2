// SPDX-License-Identifier: MIT
// One run, in the model and in a window that needs no display.
#include <tandem/tools/lab/window/run.hpp>

#include <gtest/gtest.h>

#include <tests/tools/lab/window/fake_window.hpp>

namespace tandem::tools::lab::window {
namespace {

using std::chrono::milliseconds;

WindowRun run_of(std::string_view loop, bool vsync, Flicks window = milliseconds(500)) {
    WindowRun run;
    run.loop = find_loop(loop);
    run.vsync = vsync;
    run.machine = machine_of("normal");
    run.window = window;
    return run;
}

// For longer and longer, until so many frames were drawn: a busy machine gives a short run none.
std::optional<Figures> run_for_frames(std::uint64_t frames, WindowRun run, LabWindow& window) {
    constexpr milliseconds k_longest(4'000);
    std::optional<Figures> figures;
    for (run.window = milliseconds(60); run.window <= k_longest; run.window *= 4) {
        figures = run_in_window(run, window);
        if (!figures || figures->report.frames >= frames) {
            break;
        }
    }
    return figures;
}

TEST(WindowRun, TheModelWaitsForRefreshesWithVsyncAlone) {
    EXPECT_EQ(run_in_model(run_of("L0", false)).report.frames, 50U);
    EXPECT_EQ(run_in_model(run_of("L0", true)).report.frames, 30U);
    EXPECT_EQ(run_in_model(run_of("W3", false)).report.updates,
              run_in_model(run_of("W3", true)).report.updates);
}

TEST(WindowRun, TheModelWithoutVsyncIsTheLoopOfLabLoops) {
    RunOptions options;
    options.window = milliseconds(500);
    for (const char* id : {"L0", "L1", "L3", "L4", "G1", "G2", "W1", "W2"}) {
        const LoopReport in_lab = run_loop(*find_loop(id), machine_of("normal"), options);
        const LoopReport report = run_in_model(run_of(id, false)).report;
        EXPECT_EQ(report.updates, in_lab.updates) << id;
        EXPECT_EQ(report.frames, in_lab.frames) << id;
        EXPECT_EQ(report.worst_gap, in_lab.worst_gap) << id;
    }
}

TEST(WindowRun, AWindowPaintsWhatTheLoopDrawsAndCountsIt) {
    FakeWindow window;
    const auto figures = run_for_frames(1, run_of("L3", false), window);
    ASSERT_TRUE(figures);
    EXPECT_EQ(window.titles.back(), "L3 published, vsync off, normal");
    EXPECT_GT(figures->pictures, 0U);
    EXPECT_LE(figures->different, figures->pictures);
    EXPECT_GE(figures->pictures, figures->report.frames);
    EXPECT_GT(figures->processor_percent, 0);
}

TEST(WindowRun, OnlyPaintingCostsTimeWhereTheMachineIsMadeOfLayers) {
    FakeWindow window;
    WindowRun run = run_of("L0", false);
    run.machine.update_cost = Flicks(0);
    run.machine.render_cost = std::chrono::seconds(10);
    run.layers = 2;
    const auto figures = run_for_frames(2, run, window);
    ASSERT_TRUE(figures);
    EXPECT_GT(figures->report.frames, 1U);
}

TEST(WindowRun, ThatItsWindowDoesNotOutlastHasNoFigures) {
    FakeWindow window;
    window.goes_after = 1;
    EXPECT_FALSE(run_in_window(run_of("L0", false, milliseconds(60)), window));
}

TEST(WindowRun, IdenticalPicturesAreThosePaintedAgain) {
    Figures figures;
    EXPECT_EQ(figures.identical_percent(), 0);
    figures.pictures = 10;
    figures.different = 4;
    EXPECT_DOUBLE_EQ(figures.identical_percent(), 60);
}

TEST(WindowRun, PressesComeWithinTheWindow) {
    const auto presses = presses_within(milliseconds(550));
    ASSERT_EQ(presses.size(), 3U);
    EXPECT_LT(presses.back(), Flicks(milliseconds(550)));
    EXPECT_TRUE(presses_within(milliseconds(50)).empty());
}

}  // namespace
}  // namespace tandem::tools::lab::window
