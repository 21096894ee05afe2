// SPDX-License-Identifier: MIT
// The rules of the swarm, its memory, and that opponents really meet.
#include <tandem/tools/games/swarm.hpp>

#include <array>
#include <memory>
#include <set>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/games/allocation_count.hpp>
#include <tests/tools/games/damaged_states.hpp>
#include <tests/tools/games/game_sessions.hpp>
#include <tests/tools/games/seeded.hpp>

namespace tandem::games {
namespace {

using test::bot_orders;
using test::for_each_seed;
using test::give;
using test::Orders;
using test::start_swarm;
using test::step;

TEST(Swarm, AUnitIs32CanonicalBytes) {
    const std::size_t fewer = sim::canonical_bytes(start_swarm(2, 100)).size();
    EXPECT_EQ(sim::canonical_bytes(start_swarm(2, 200)).size() - fewer, 100U * 32);
}

TEST(Swarm, AnInputIsBoundedAndEmptyWhereNothingIsOrdered) {
    const sim::GameInfo& info = sim::erase<Swarm>().info();
    EXPECT_EQ(info.input_schema.size().bytes_max, 2U + 16 * 10);
    EXPECT_EQ(info.idle_input.size(), 2U);
}

TEST(Swarm, BotsGiveEveryOrderAndUnitsChangeSides) {
    for (const std::uint32_t slots : {2U, 4U}) {
        Swarm swarm = start_swarm(slots, 1200, slots);
        std::set<OrderKind> given;
        std::size_t most_flocks = 0;
        for (int tick = 0; tick < 1500; ++tick) {
            const Orders orders = bot_orders(swarm);
            for (const Swarm::Input& input : orders) {
                for (const Order& order : input.orders) {
                    given.insert(order.kind);
                }
            }
            step(swarm, orders);
            std::size_t flocks = 0;
            for (const Flock& flock : swarm.flocks) {
                flocks += flock.size > 0 ? 1 : 0;
            }
            most_flocks = std::max(most_flocks, flocks);
            ASSERT_NO_THROW(swarm.restored()) << "tick " << tick;
        }
        EXPECT_EQ(given.size(), 5U);
        EXPECT_GT(most_flocks, slots + 2);
        EXPECT_GT(swarm.captures(), 200U);
    }
}

TEST(Swarm, SavingAndRestoringAtEveryTickChangesNothing) {
    tandem::Setup setup = test::make_setup(sim::GameModel<Swarm>::game_info(), 3, 5);
    setup.set_options(Swarm::Options{900});
    test::expect_restoring_changes_nothing(sim::erase<Swarm>, setup, 400, 0b011);
}

TEST(Swarm, ASteadyTickAllocatesNothing) {
    Swarm swarm = start_swarm(4, 4000);
    const Orders idle(4);
    step(swarm, idle);
    Orders busy(4);
    for (Swarm::Input& input : busy) {
        for (std::uint16_t i = 0; i < Swarm::k_orders_max; ++i) {
            ASSERT_TRUE(input.orders.push({static_cast<OrderKind>(i % 5), 0, {3, 3}}));
        }
    }
    const std::uint64_t before = test::allocation_count();
    step(swarm, idle);
    step(swarm, busy);
    EXPECT_EQ(test::allocation_count(), before);
    const auto canary = std::make_unique<std::uint64_t>(before);
    EXPECT_GT(test::allocation_count(), *canary) << "the count does not count";
}

TEST(Swarm, SplittingHalvesAFlockAndJoiningUndoesIt) {
    Swarm swarm = start_swarm(2, 400);
    ASSERT_EQ(swarm.flocks[0].size, 200U);
    give(swarm, {OrderKind::split, 0, {5, 5}});
    EXPECT_EQ(swarm.flocks[0].size, 100U);
    EXPECT_EQ(swarm.flocks[1].size, 100U);
    EXPECT_EQ(swarm.flocks[1].target, (CompactVec2{5, 5}));
    give(swarm, {OrderKind::split, 1, {5, 5}});
    give(swarm, {OrderKind::split, 1, {5, 5}});
    EXPECT_EQ(swarm.flocks[3].size, 25U);
    const std::vector<std::uint8_t> before = swarm.units.flock;
    give(swarm, {OrderKind::split, 0, {9, 9}});
    EXPECT_EQ(swarm.units.flock, before) << "no flock was free";
    give(swarm, {OrderKind::join, 2, {9, 9}});
    EXPECT_EQ(swarm.flocks[2].size, 200U);
    EXPECT_EQ(swarm.units_of(0), 200U);
    EXPECT_EQ(swarm.units_of(1), 200U) << "the other player's units are not ours to order";
}

TEST(Swarm, OrdersThatNobodyCanObeyChangeNothing) {
    const Swarm start = start_swarm(2, 100);
    Swarm idle = start;
    step(idle, Orders(2));
    for (const Order order :
         {Order{OrderKind::move_to, 4, {1, 1}}, Order{OrderKind::join, 255, {1, 1}},
          Order{static_cast<OrderKind>(99), 0, {1, 1}}}) {
        Swarm swarm = start;
        give(swarm, order);
        EXPECT_EQ(sim::canonical_bytes(swarm), sim::canonical_bytes(idle));
    }
}

TEST(Swarm, TargetsOutsideOfTheWorldAreClampedIntoIt) {
    Swarm swarm = start_swarm(1, 100);
    give(swarm, {OrderKind::move_to, 0, {Fixed16::lowest(), Fixed16::highest()}});
    EXPECT_EQ(swarm.flocks[0].target.x, 0);
    EXPECT_LT(swarm.flocks[0].target.y, swarm.side());
    for (int tick = 0; tick < 300; ++tick) {
        step(swarm, Orders(1));
        ASSERT_NO_THROW(swarm.restored());
    }
}

TEST(Swarm, TakesOneToAHundredThousandUnits) {
    auto simulation = sim::erase<Swarm>();
    tandem::Setup setup = test::make_setup(simulation.info(), 4);
    for (const std::uint32_t units : {0U, 100'001U, ~0U}) {
        setup.set_options(Swarm::Options{units});
        const auto refused = simulation.reset(setup);
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().message.find("1 to 100000 units"), std::string::npos);
    }
    for (const std::uint32_t units : {1U, 100'000U}) {
        setup.set_options(Swarm::Options{units});
        ASSERT_TRUE(simulation.reset(setup));
        ASSERT_TRUE(simulation.step(test::bot_record(simulation, 0)));
    }
}

TEST(Swarm, AStateWhoseNumbersDoNotFitTogetherIsRefused) {
    auto simulation = sim::erase<Swarm>();
    tandem::Setup setup = test::make_setup(simulation.info(), 2);
    setup.set_options(Swarm::Options{50});
    ASSERT_TRUE(simulation.reset(setup));
    const Swarm good = start_swarm(2, 50);
    ASSERT_TRUE(simulation.restore(sim::canonical_bytes(good)));
    const auto is_refused = [&](auto change) {
        Swarm bad = good;
        change(bad);
        return !simulation.restore(sim::canonical_bytes(bad));
    };
    const auto set = [](auto column, auto value) {
        return [=](Swarm& swarm) { (swarm.units.*column)[3] = value; };
    };
    const Fixed16 side = good.side();
    EXPECT_TRUE(is_refused(set(&Units::flock, std::uint8_t{8})));
    EXPECT_TRUE(is_refused(set(&Units::energy, std::uint16_t{Swarm::k_energy_max + 1})));
    for (const auto column : {&Units::x, &Units::y}) {
        EXPECT_TRUE(is_refused(set(column, side)));
        EXPECT_TRUE(is_refused(set(column, Fixed16(-1))));
        EXPECT_FALSE(is_refused(set(column, side - Fixed16::epsilon())));
    }
    for (const auto column : {&Units::velocity_x, &Units::velocity_y}) {
        EXPECT_TRUE(is_refused(set(column, Swarm::k_velocity_max + Fixed16::epsilon())));
        EXPECT_TRUE(is_refused(set(column, Fixed16::lowest())));
    }
    for (const auto column : {&Units::offset_x, &Units::offset_y}) {
        EXPECT_TRUE(is_refused(set(column, side + Fixed16::epsilon())));
        EXPECT_TRUE(is_refused(set(column, Fixed16::lowest())));
    }
    EXPECT_TRUE(is_refused([=](Swarm& swarm) { swarm.flocks[1].target.x = side; }));
    EXPECT_TRUE(is_refused([](Swarm& swarm) { swarm.flocks[1].position.y = -1; }));
    EXPECT_TRUE(is_refused([](Swarm& swarm) { swarm.flocks.pop_back(); }));
    EXPECT_TRUE(is_refused([](Swarm& swarm) { --swarm.flocks[0].size; }));
    EXPECT_TRUE(is_refused([](Swarm& swarm) {
        --swarm.flocks[swarm.units.flock.back()].size;
        const auto pop = [](auto&... columns) { (columns.pop_back(), ...); };
        Units& units = swarm.units;
        pop(units.x, units.y, units.velocity_x, units.velocity_y, units.offset_x, units.offset_y,
            units.flock, units.neighbours, units.energy, units.captures);
    }));
}

TEST(Swarm, AnyStateThatIsNotRefusedCanBePlayedOn) {
    for_each_seed(3, [](std::uint64_t seed) {
        auto simulation = sim::erase<Swarm>();
        tandem::Setup setup = test::make_setup(simulation.info(), 2, seed);
        setup.set_options(Swarm::Options{60});
        EXPECT_GT(test::play_damaged_states(std::move(simulation), setup), 100U);
    });
}

}  // namespace
}  // namespace tandem::games
