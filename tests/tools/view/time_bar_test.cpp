// SPDX-License-Identifier: MIT
// The time bar shows place, divergence and time.
#include <tandem/tools/view/time_bar.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(TimeBar, ShowsWhereItStands) {
    EXPECT_EQ(time_bar_text({0, 100, 0, {}}, TickRate(10), 10),
              "[>---------] tick 0 of 100  0:00 of 0:10");
    EXPECT_EQ(time_bar_text({0, 100, 50, {}}, TickRate(10), 10),
              "[=====>----] tick 50 of 100  0:05 of 0:10");
    EXPECT_EQ(time_bar_text({0, 100, 100, {}}, TickRate(10), 10),
              "[=========>] tick 100 of 100  0:10 of 0:10");
}

TEST(TimeBar, MarksADivergence) {
    EXPECT_EQ(time_bar_text({0, 100, 20, 70}, TickRate(1), 10),
              "[==>----!--] tick 20 of 100  0:20 of 1:40");
}

TEST(TimeBar, ShowsMarksAndTheEndsOfALoop) {
    EXPECT_EQ(time_bar_text({0, 100, 20, {}, {0, 10, 95}, 30, 60}, TickRate(1), 10),
              "[::>A--B--:] tick 20 of 100  0:20 of 1:40");
    // What falls together.
    EXPECT_EQ(time_bar_text({0, 100, 20, 40, {20, 30, 40}, 30, 20}, TickRate(1), 10),
              "[==>:!-----] tick 20 of 100  0:20 of 1:40");
}

TEST(TimeBar, ShowsStallsAndKeyframes) {
    TimeLine line;
    line.end_tick = 100;
    line.ticks_done = 50;
    line.marks = {10, 30};
    line.stalls = {30};
    line.keyframes = {0, 10, 30, 50, 70};
    EXPECT_EQ(time_bar_text(line, TickRate(1), 10), "[#:=~=>-+--] tick 50 of 100  0:50 of 1:40");
}

TEST(TimeBar, ItsLegendNamesEverySignAndFitsARow) {
    const std::string legend = k_time_bar_legend;
    EXPECT_LE(legend.size(), 79U);
    for (const char* words :
         {"> here", "! diverged", ": mark", "~ stall", "# + keyframe", "A B loop", "[.:=#] busy"}) {
        EXPECT_NE(legend.find(words), legend.npos) << words;
    }
}

TEST(TimeBar, BeginsWhereTheFileBegins) {
    EXPECT_EQ(time_bar_text({100, 200, 150, {}}, TickRate(60), 4),
              "[==>-] tick 150 of 100-200  0:02")
        << "the bar is of this piece, and so are the words";
}

TEST(TimeBar, AnEmptyFileHasABarAsWell) {
    EXPECT_EQ(time_bar_text({0, 0, 0, {}}, TickRate(60), 3), "[>--] tick 0 of 0  0:00 of 0:00");
}

TEST(TimeBar, AStripIsHigherTheBusierAPlayerWas) {
    std::vector<std::uint8_t> levels(2 * k_strip_columns, 0);
    // Player 1: idle, a short burst in idleness, half busy, busy, absent.
    const auto fill = [&](std::ptrdiff_t from, std::ptrdiff_t to, std::uint8_t level) {
        std::fill(levels.begin() + k_strip_columns + from, levels.begin() + k_strip_columns + to,
                  level);
    };
    fill(130, 131, 255);
    fill(192, 288, 128);
    fill(288, 384, 255);
    fill(384, 480, k_strip_absent);
    TimeLine line;
    line.strips = levels;
    EXPECT_EQ(strip_text(line, Slot{0}, 5, "player 0"), "[     ] player 0");
    EXPECT_EQ(strip_text(line, Slot{1}, 5, "1 ann"), "[ #=#|] 1 ann");
}

}  // namespace
}  // namespace tandem::tools
