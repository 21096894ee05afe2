// SPDX-License-Identifier: MIT
// Playing the yard under a loop: its states are those of a recording, and its pictures tell
// changes.
#include <tandem/tools/lab/games/yard_player.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/replay/records.hpp>

namespace tandem::tools::lab {
namespace {

TEST(YardPlayer, HasTheStatesOfTheScript) {
    YardPlayer player;
    for (int tick = 0; tick < 100; ++tick) {
        player.update({});
    }
    EXPECT_EQ(player.hashes(), run_records(sim::erase<Yard>(), yard_records(100)).hashes);
}

TEST(YardPlayer, CountsThePicturesThatShowAnotherState) {
    YardPlayer player;
    player.render({});
    EXPECT_EQ(player.changes_seen(), 0U);
    player.update({});
    player.update({});
    player.render({});
    player.render({});
    EXPECT_EQ(player.changes_seen(), 1U);
}

}  // namespace
}  // namespace tandem::tools::lab
