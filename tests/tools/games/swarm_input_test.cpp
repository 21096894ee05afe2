// SPDX-License-Identifier: MIT
// Keys of the swarm; that bots fight is held where the rules are.
#include <tandem/tools/games/swarm.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/serialize/writer.hpp>
#include <tests/tools/games/game_sessions.hpp>

namespace tandem::games {
namespace {

using test::start_swarm;

TEST(Swarm, KeysOrderTheOnlyFlock) {
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

// Two flocks far apart, and a person who plays the first player.
struct Chooser {
    Chooser() : swarm(start_swarm(2, 4000)) {
        const Fixed16 side = swarm.side();
        swarm.flocks[0].position = {side / 4, side / 4};
        swarm.flocks[1].position = {side * 3 / 4, side * 3 / 4};
        swarm.flocks[1].size = 10;
        for (std::size_t unit = 0; unit < swarm.units.size(); ++unit) {
            const std::size_t flock = unit < 10 ? 1 : swarm.units.flock[unit];
            swarm.units.flock[unit] = static_cast<std::uint8_t>(flock);
            swarm.units.x[unit] = swarm.flocks[flock].position.x + (unit % 5 == 0 ? 1 : 0);
            swarm.units.y[unit] = swarm.flocks[flock].position.y;
        }
    }
    // Presses here and lets go there, in one tick.
    std::vector<Order> click(Vec2 from, Vec2 to, bool is_second = false) const {
        return point(from, to, true, true, is_second);
    }
    std::vector<Order> point(Vec2 from, Vec2 to, bool is_pressed, bool is_released,
                             bool is_second = false) const {
        Keys keys;
        Pointer pointer;
        pointer.pressed_at = from;
        pointer.at = to;
        pointer.is_pressed = is_pressed;
        pointer.is_released = is_released;
        pointer.is_second = is_second;
        keys.point(pointer);
        const auto& orders = swarm.input_from_keys(keys).orders;
        return {orders.begin(), orders.end()};
    }
    Vec2 at(std::size_t flock) const {
        const CompactVec2 place = swarm.flocks[flock].position;
        return {Fixed(place.x), Fixed(place.y)};
    }

    Swarm swarm;
};

TEST(Swarm, AClickChoosesAFlockUntilAnotherIsChosen) {
    Chooser person;
    const sim::Bytes before = sim::canonical_bytes(person.swarm);
    EXPECT_FALSE(person.swarm.chosen_flock(Slot{0}));
    EXPECT_TRUE(person.click(person.at(1), person.at(1)).empty()) << "that only chooses";
    EXPECT_EQ(person.swarm.chosen_flock(Slot{0}), 1);
    EXPECT_FALSE(person.swarm.chosen_flock(Slot{1}));

    // It is meant wherever it goes, and although another one is nearer by now.
    person.swarm.flocks[1].position = {1, 1};
    const Fixed16 corner = person.swarm.side() - 1;
    const Vec2 place{Fixed(corner), 1};  // beside all units
    auto orders = person.click(place, place);
    ASSERT_EQ(orders.size(), 1U);
    EXPECT_EQ(orders[0].kind, OrderKind::move_to);
    EXPECT_EQ(orders[0].flock, 1);
    EXPECT_EQ(orders[0].target, (CompactVec2{corner, 1}));
    orders = person.click(place, place, true);
    ASSERT_EQ(orders.size(), 1U);
    EXPECT_EQ(orders[0].kind, OrderKind::split);
    Keys keys;
    keys.press(Key::left);
    keys.press('g');
    for (const Order& order : person.swarm.input_from_keys(keys).orders) {
        EXPECT_EQ(order.flock, 1);
    }

    // Any of its units will do.
    const Vec2 unit{Fixed(person.swarm.units.x[20]), Fixed(person.swarm.units.y[20])};
    EXPECT_TRUE(person.click(unit, unit).empty());
    EXPECT_EQ(person.swarm.chosen_flock(Slot{0}), 0);
    orders = person.click(person.at(0), place);
    ASSERT_EQ(orders.size(), 1U);
    EXPECT_EQ(orders[0].flock, 0) << "a drag from a flock sends it";

    // One that is no more is not chosen either.
    person.swarm.flocks[0].size = 0;
    EXPECT_FALSE(person.swarm.chosen_flock(Slot{0}));
    person.swarm.flocks[0].size = start_swarm(2, 4000).flocks[0].size;
    person.swarm.flocks[1].position = Chooser().swarm.flocks[1].position;
    EXPECT_EQ(sim::canonical_bytes(person.swarm), before) << "what is chosen is no state";
}

TEST(Swarm, ASlowClickIsJudgedByWhatThePressFoundThoughItsFlockGoesOn) {
    Chooser person;
    const Vec2 pressed = person.at(1);
    EXPECT_TRUE(person.point(pressed, pressed, true, false).empty());
    person.swarm.flocks[1].position = {1, 1};
    for (std::size_t unit = 0; unit < 10; ++unit) {
        person.swarm.units.x[unit] = person.swarm.units.y[unit] = 1;
    }
    EXPECT_TRUE(person.point(pressed, pressed, false, true).empty()) << "it has only chosen";

    const Vec2 ground{Fixed(person.swarm.side() - 1), 1};
    EXPECT_TRUE(person.point(ground, ground, true, false).empty());
    person.swarm.flocks[1].position = {person.swarm.side() - 1, 1};
    const auto orders = person.point(ground, ground, false, true);
    ASSERT_EQ(orders.size(), 1U) << "a flock that walked there does not swallow the order";
    EXPECT_EQ(orders[0].flock, 1);
}

std::vector<Order> typed(const Swarm& swarm, Slot player, std::initializer_list<Key> pressed) {
    Keys keys;
    keys.set_player(player);
    for (const Key key : pressed) {
        keys.press(key);
    }
    const auto orders = swarm.input_from_keys(keys).orders;
    keys.release_all();
    static_cast<void>(swarm.input_from_keys(keys));
    return {orders.begin(), orders.end()};
}

std::vector<int> flocks_of(const std::vector<Order>& orders) {
    std::vector<int> flocks;
    for (const Order& order : orders) {
        flocks.push_back(order.flock);
    }
    return flocks;
}

// The second player's flocks are his first, third and fourth.
Swarm three_flocks() {
    Swarm swarm = start_swarm(2, 100);
    swarm.flocks[Swarm::k_flocks_per_player + 2].size = 10;
    swarm.flocks[Swarm::k_flocks_per_player + 3].size = 10;
    return swarm;
}

TEST(Swarm, WithoutAPointerKeysOrderAllFlocksUntilOneIsChosen) {
    const Swarm swarm = three_flocks();
    const Slot bob{1};
    const auto up = [&] { return flocks_of(typed(swarm, bob, {Key::up})); };
    const std::vector<int> all{0, 2, 3};
    EXPECT_EQ(up(), all);
    // Tab goes through them, and in the end to all again.
    for (const int flock : all) {
        EXPECT_TRUE(typed(swarm, bob, {Key::tab}).empty());
        EXPECT_EQ(up(), std::vector{flock});
    }
    typed(swarm, bob, {Key::tab});
    EXPECT_EQ(up(), all);
    // By number, counted from 1; one without units cannot be chosen.
    typed(swarm, bob, {Key{'3'}});
    EXPECT_EQ(up(), std::vector{2});
    typed(swarm, bob, {Key{'2'}});
    EXPECT_EQ(up(), std::vector{2});
    typed(swarm, bob, {Key{'0'}});
    EXPECT_EQ(up(), all);
    EXPECT_FALSE(swarm.chosen_flock(Slot{0})) << "nobody else has chosen";
}

TEST(Swarm, OneKeySendsEachFlockToTheNearestOfTheOthers) {
    Swarm swarm = three_flocks();
    swarm.flocks[1].size = 5;
    swarm.flocks[0].position = {1, 1};
    swarm.flocks[1].position = {30, 30};
    for (const std::size_t own : {0U, 2U, 3U}) {
        swarm.flocks[Swarm::k_flocks_per_player + own].position = {own == 0 ? 2 : 29, 20};
    }
    std::vector<CompactVec2> targets;
    for (const Order& order : typed(swarm, Slot{1}, {Key{'f'}})) {
        EXPECT_EQ(order.kind, OrderKind::move_to);
        targets.push_back(order.target);
    }
    EXPECT_EQ(targets, (std::vector<CompactVec2>{{1, 1}, {30, 30}, {30, 30}}));
    EXPECT_TRUE(typed(start_swarm(1, 100), Slot{0}, {Key{'f'}}).empty()) << "nobody is there";
}

TEST(Swarm, AllFlocksAreScatteredByOneKeyAndJoinedIntoTheFirst) {
    const Swarm swarm = three_flocks();
    EXPECT_EQ(typed(swarm, Slot{1}, {Key{'x'}}).size(), 3U);
    EXPECT_EQ(flocks_of(typed(swarm, Slot{1}, {Key{'j'}})), std::vector{0});
    typed(swarm, Slot{1}, {Key{'4'}});
    EXPECT_EQ(flocks_of(typed(swarm, Slot{1}, {Key{'j'}})), std::vector{3});
}

TEST(Swarm, AKeyGivesItsOrderOnceForEachPress) {
    const Swarm swarm = start_swarm(2, 4000);
    Keys held;
    held.press('v');
    EXPECT_EQ(swarm.input_from_keys(held).orders.size(), 1U);
    EXPECT_EQ(swarm.input_from_keys(held).orders.size(), 0U) << "a flock is not split every tick";
    EXPECT_EQ(swarm.input_from_keys(Keys{}).orders.size(), 0U);
    EXPECT_EQ(swarm.input_from_keys(held).orders.size(), 1U);
}

}  // namespace
}  // namespace tandem::games
