// SPDX-License-Identifier: MIT
// Which renderers are believed that they wait for their display.
#include <tandem/tools/lab/window/lab_window.hpp>

#include <gtest/gtest.h>

namespace tandem::tools::lab::window {
namespace {

using std::chrono::microseconds;

const VsyncSigns k_real{.swap_interval = 1, .refresh_hz = 60, .period = microseconds(16'667)};

TEST(VsyncCheck, BelievesPicturesAtTheDisplaysOwnRate) {
    EXPECT_TRUE(judge_vsync(k_real).is_obtained);
    VsyncSigns without_opengl = k_real;
    without_opengl.swap_interval = std::nullopt;
    EXPECT_TRUE(judge_vsync(without_opengl).is_obtained);
}

TEST(VsyncCheck, SaysOfEveryOtherSignWhatIsWrong) {
    const auto why_not = [](auto change) {
        VsyncSigns signs = k_real;
        change(signs);
        const Vsync vsync = judge_vsync(signs);
        EXPECT_FALSE(vsync.is_obtained);
        return vsync.why_not;
    };
    EXPECT_NE(why_not([](VsyncSigns& signs) { signs.is_software = true; }).find("software"),
              std::string::npos);
    EXPECT_NE(why_not([](VsyncSigns& signs) { signs.swap_interval = 0; }).find("OpenGL"),
              std::string::npos);
    EXPECT_NE(why_not([](VsyncSigns& signs) { signs.refresh_hz = 0; }).find("no refresh rate"),
              std::string::npos);
    // Not at all, by SDL's clock of whole milliseconds, and slower than the display.
    for (const int period : {400, 16'000, 33'333}) {
        EXPECT_NE(
            why_not([&](VsyncSigns& signs) { signs.period = microseconds(period); }).find("16.67"),
            std::string::npos)
            << period;
    }
}

}  // namespace
}  // namespace tandem::tools::lab::window
