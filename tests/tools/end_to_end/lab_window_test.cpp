// SPDX-License-Identifier: MIT
// The loops in a real window, on a display of the test's own that nobody sees; and what is said
// where the window or its display goes, or never was.
#include <tests/tools/end_to_end/end_to_end_test.hpp>
#include <tests/tools/end_to_end/screen.hpp>

namespace tandem::end_to_end {
namespace {

constexpr const char* k_title = "tandem lab window";

class LabWindow : public EndToEnd {
protected:
    void SetUp() override {
        if (!Screen::is_possible()) {
            GTEST_SKIP() << "Xvfb or xdotool is not installed, so there is no display for a window";
        }
        const Outcome listed = run({"lab"});
        if (!contains(listed.out, "window")) {
            GTEST_SKIP() << "this build has no lab";
        }
        if (contains(without_display().err, "not installed here")) {
            GTEST_SKIP() << "SDL2 is not installed";
        }
    }

    Outcome without_display(const char* driver = "SDL_VIDEODRIVER=") const {
        return run_command(Arguments{"env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", driver} +
                           tandem({"lab", "window", "--loop", "L1"}));
    }
};

TEST_F(LabWindow, RunsItsLoopsAndSaysWhatItRanIn) {
    const Screen screen;
    const Outcome outcome =
        run_command(screen.here(tandem({"--json", "lab", "window", "--loop", "L1,G4"})));
    ASSERT_EQ(outcome.exit_code, 0) << outcome;
    std::size_t runs = 0;
    double updates_per_s = 0;
    double frames_per_s = 0;
    for (const auto& row : json_lines(outcome.out, "lab")) {
        if (row["table"] == "display") {
            EXPECT_EQ(row["driver"], "x11");
            EXPECT_EQ(row["width"], 640);
            // A display without a screen refreshes nothing.
            EXPECT_EQ(row["vsync"], "not obtained");
            EXPECT_EQ(row["runs"], row["runs_planned"]);
        } else if (row["table"] == "loops") {
            ++runs;
            updates_per_s += row["updates_per_s"].get<double>();
            frames_per_s += row["frames_per_s"].get<double>();
        }
    }
    // Two loops in two forms with vsync and without, and L1 on slow.
    EXPECT_EQ(runs, 9U);
    // Of all: a single run may have been starved.
    EXPECT_GT(updates_per_s, 0);
    EXPECT_GT(frames_per_s, 0);
}

TEST_F(LabWindow, ThatIsClosedShowsWhatThereIs) {
    const Screen screen;
    Process lab(screen.here(tandem({"lab", "window", "--loop", "G4", "--seconds", "3600"})));
    const std::string window = screen.window(k_title);
    screen.close(window);
    const Outcome outcome = lab.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome;
    EXPECT_TRUE(contains(outcome.out, "PARTIAL")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "the window was closed")) << outcome;
}

TEST_F(LabWindow, WhoseDisplayVanishesSaysSo) {
    const Screen screen;
    Process lab(screen.here(tandem({"lab", "window", "--loop", "L1", "--seconds", "3600"})));
    EXPECT_TRUE(screen.wait_for_picture(screen.window(k_title)));
    screen.vanish();
    const Outcome outcome = lab.wait();
    EXPECT_EQ(outcome.signal, 0) << outcome;
    EXPECT_EQ(outcome.exit_code, 5) << outcome;
    EXPECT_TRUE(contains(outcome.out, "PARTIAL")) << outcome;
    EXPECT_TRUE(contains(outcome.err, "the display vanished")) << outcome;
}

TEST_F(LabWindow, WithoutADisplaySaysWhatIsMissingAndWhatElseThereIs) {
    // The latter two would be content with a window that nobody sees.
    for (const char* driver : {"SDL_VIDEODRIVER=x11", "SDL_VIDEODRIVER=", "-uSDL_VIDEODRIVER"}) {
        const Outcome outcome = without_display(driver);
        EXPECT_EQ(outcome.exit_code, 2) << outcome;
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(contains(outcome.err, "there is no display for a window")) << outcome;
        EXPECT_TRUE(contains(outcome.err, "lab loops")) << outcome;
    }
}

TEST_F(LabWindow, WithoutSdlSaysWhatIsMissing) {
    const Outcome outcome = run_command(without_sdl(tandem({"lab", "window", "--loop", "L1"})));
    if (is_refused_mount(outcome)) {
        GTEST_SKIP() << "mount namespaces are not permitted here";
    }
    EXPECT_EQ(outcome.exit_code, 2) << outcome;
    expect_one_sentence(outcome);
    EXPECT_TRUE(contains(outcome.err, "libsdl2-2.0-0")) << outcome;
}

}  // namespace
}  // namespace tandem::end_to_end
