// SPDX-License-Identifier: MIT
// Before tick 0 the keys are told, and for how long they do not count yet.
#include <tandem/tools/view/start_screen.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

using Lines = std::vector<std::string>;

TEST(StartScreen, TellsWhoIsWaitedForTheKeysAndTheWayOut) {
    EXPECT_EQ(waiting_page("duel", {"waiting for 1 player"}, {"w: run", "space: shoot"}),
              (Lines{"duel", "", "waiting for 1 player", "", "Your keys:", "  w: run",
                     "  space: shoot", "", "q ends it"}));
    EXPECT_EQ(waiting_page("duel", {"joining"}, {}),
              (Lines{"duel", "", "joining", "", "q ends it"}))
        << "who watches bots has no keys";
}

TEST(StartScreen, TheNumberStandsBelowTheKeys) {
    EXPECT_EQ(countdown_lines({"w: run"}, "3"), (Lines{"w: run", "it begins in 3   q ends it"}));
}

}  // namespace
}  // namespace tandem::tools
