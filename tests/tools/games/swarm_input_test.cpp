// SPDX-License-Identifier: MIT
// Keys of the swarm; that bots fight is held where the rules are.
#include <tandem/tools/games/swarm.hpp>

#include <gtest/gtest.h>

#include <tests/tools/games/game_sessions.hpp>

namespace tandem::games {
namespace {

using test::start_swarm;

TEST(Swarm, KeysOrderTheFirstFlock) {
    const Swarm swarm = start_swarm(1, 100);
    Keys keys;
    EXPECT_TRUE(swarm.input_from_keys(keys).orders.empty());
    keys.press(Key::up);
    keys.press('v');
    const Swarm::Input input = swarm.input_from_keys(keys);
    ASSERT_EQ(input.orders.size(), 2U);
    EXPECT_EQ(input.orders[0].kind, OrderKind::move_to);
    EXPECT_EQ(input.orders[1].kind, OrderKind::split);
}

}  // namespace
}  // namespace tandem::games
