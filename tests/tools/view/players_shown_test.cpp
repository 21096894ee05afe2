// SPDX-License-Identifier: MIT
// Everybody is told apart, with a name or without.
#include <tandem/tools/view/players_shown.hpp>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(PlayersShown, AStripIsItsPlayersByNameOrByNumber) {
    const PlayersShown players{{{0, "ann"}, {1, ""}, {3, std::string(1'000'000, 'x')}}, Slot{0}};
    EXPECT_EQ(strip_name(players, Slot{0}), "0 ann (you)");
    EXPECT_EQ(strip_name(players, Slot{1}), "player 1");
    EXPECT_EQ(strip_name(players, Slot{2}), "player 2");
    EXPECT_EQ(strip_name(players, Slot{3}), "3 " + std::string(24, 'x'));
}

}  // namespace
}  // namespace tandem::tools
