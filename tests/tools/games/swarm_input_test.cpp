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

// A person who drags from a little beside their only flock to another place.
Keys drag(const Swarm& swarm, Slot player, bool is_second) {
    const CompactVec2 at = swarm.flocks[player.index * Swarm::k_flocks_per_player].position;
    const Vec2 flock{Fixed(at.x), Fixed(at.y)};
    Keys keys;
    keys.set_player(player);
    Pointer pointer;
    pointer.pressed_at = flock + Vec2{1, 0};
    pointer.at = {5, 7};
    pointer.is_released = true;
    pointer.is_second = is_second;
    keys.point(pointer);
    return keys;
}

TEST(Swarm, AFlockThatIsDraggedGoesWhereItIsLetGo) {
    const Swarm swarm = start_swarm(2, 100);
    for (const std::uint32_t player : {0U, 1U}) {
        const auto orders = swarm.input_from_keys(drag(swarm, Slot{player}, false)).orders;
        ASSERT_EQ(orders.size(), 1U);
        EXPECT_EQ(orders[0].kind, OrderKind::move_to);
        EXPECT_EQ(orders[0].flock, 0);
        EXPECT_EQ(orders[0].target, (CompactVec2{5, 7}));
        const auto halves = swarm.input_from_keys(drag(swarm, Slot{player}, true)).orders;
        ASSERT_EQ(halves.size(), 1U);
        EXPECT_EQ(halves[0].kind, OrderKind::split);
    }
}

TEST(Swarm, APointerOutsideOfTheWorldMeansItsEdge) {
    const Swarm swarm = start_swarm(1, 100);
    Keys keys = drag(swarm, Slot{0}, false);
    Pointer pointer = *keys.pointer();
    pointer.at = {-1'000'000, 1'000'000};
    keys.point(pointer);
    const auto orders = swarm.input_from_keys(keys).orders;
    ASSERT_EQ(orders.size(), 1U);
    EXPECT_EQ(orders[0].target, (CompactVec2{0, swarm.side()}));
}

TEST(Swarm, WithAPointerKeysMeanTheNearestFlockOfThePlayer) {
    Swarm swarm = start_swarm(1, 100);
    swarm.flocks[2].size = 10;
    swarm.flocks[2].position = {1, 1};
    Keys keys;
    keys.press('g');
    Pointer pointer;
    pointer.at = {2, 2};
    keys.point(pointer);
    const auto orders = swarm.input_from_keys(keys).orders;
    ASSERT_EQ(orders.size(), 1U);
    EXPECT_EQ(orders[0].kind, OrderKind::gather);
    EXPECT_EQ(orders[0].flock, 2);
    EXPECT_EQ(orders[0].target, (CompactVec2{2, 2}));
}

}  // namespace
}  // namespace tandem::games
