// SPDX-License-Identifier: MIT
// The games of the tests behave as their names say: a stub whose fault has gone would make every
// test that relies on it blind.
#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/game/tick_record.hpp>
#include <tests/support/bodies.hpp>
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/support/emulator.hpp>
#include <tests/support/registry.hpp>
#include <tests/support/relay.hpp>
#include <tests/support/session.hpp>

namespace tandem::test {
namespace {

using sim::erase;

template <class Game>
SessionResult run_bots(std::uint32_t slots, std::uint64_t ticks) {
    auto simulation = erase<Game>();
    const tandem::Setup setup = make_setup(simulation.info(), slots);
    return run_session(std::move(simulation), setup, ticks, bots());
}

// Steps `records` from the middle state on, once where it stood and once after save and restore.
template <class Game>
bool goes_on_alike_after_restore(std::uint64_t ticks) {
    const SessionResult session = run_bots<Game>(2, ticks);
    auto straight = erase<Game>();
    const tandem::Setup setup = make_setup(straight.info(), 2);
    EXPECT_TRUE(straight.reset(setup));
    auto restored = erase<Game>();
    EXPECT_TRUE(restored.reset(setup));
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        if (tick == ticks / 2) {
            EXPECT_TRUE(restored.restore(straight.save()));
        }
        EXPECT_TRUE(straight.step(session.records[tick]));
        if (tick >= ticks / 2) {
            EXPECT_TRUE(restored.step(session.records[tick]));
        }
    }
    return straight.state_hash() == restored.state_hash();
}

TEST(Counter, GoesOnAlikeAfterRestore) { EXPECT_TRUE(goes_on_alike_after_restore<Counter>(100)); }

TEST(Counter, DependsOnEveryTickAndPlayer) {
    SessionResult session = run_bots<Counter>(2, 20);
    const auto replay = [&](std::size_t a, std::size_t b) {
        auto records = session.records;
        std::swap(records[a], records[b]);
        auto simulation = erase<Counter>();
        const tandem::Setup setup = make_setup(simulation.info(), 2);
        return run_session(
                   std::move(simulation), setup, 20,
                   [&](const sim::AnySimulation&, std::uint64_t tick) { return records[tick]; })
            .state_hash;
    };
    EXPECT_EQ(replay(3, 3), session.state_hash);
    EXPECT_NE(replay(3, 4), session.state_hash);
}

// Faults are planted in them, and what is found must not be a fault of their own.
template <class Game>
class BuiltAsOthersAre : public testing::Test {};
using OthersGames = testing::Types<Bodies, Emulator, Registry>;
TYPED_TEST_SUITE(BuiltAsOthersAre, OthersGames);

TYPED_TEST(BuiltAsOthersAre, RepeatsAndGoesOnAlikeAfterRestore) {
    EXPECT_EQ(run_bots<TypeParam>(2, 200).chain, run_bots<TypeParam>(2, 200).chain);
    EXPECT_TRUE(goes_on_alike_after_restore<TypeParam>(200));
}

TYPED_TEST(BuiltAsOthersAre, MindsItsInputs) {
    const SessionResult played = run_bots<TypeParam>(2, 200);
    auto idle = erase<TypeParam>();
    const tandem::Setup setup = make_setup(idle.info(), 2);
    ASSERT_TRUE(idle.reset(setup));
    const std::vector<sim::Bytes> inputs(2, idle.info().idle_input);
    for (int tick = 0; tick < 200; ++tick) {
        ASSERT_TRUE(idle.step(sim::make_record(3, inputs)));
    }
    EXPECT_NE(idle.state_hash(), played.state_hash);
}

TEST(Forgetful, GoesOnDifferentlyAfterRestore) {
    EXPECT_FALSE(goes_on_alike_after_restore<Forgetful>(100));
}

TEST(Leaky, GivesAnotherChainInTheSecondRun) {
    EXPECT_NE(run_bots<Leaky>(2, 10).chain, run_bots<Leaky>(2, 10).chain);
    EXPECT_EQ(run_bots<Counter>(2, 10).chain, run_bots<Counter>(2, 10).chain);
}

TEST(Throwing, EndsTheStepOfItsTickAndNoOther) {
    auto simulation = erase<Throwing>();
    tandem::Setup setup = make_setup(simulation.info(), 2);
    setup.set_options(Throwing::Options{4});
    sim::Timeline timeline(std::move(simulation));
    ASSERT_TRUE(timeline.start(setup));
    for (std::uint64_t tick = 0; tick < 4; ++tick) {
        ASSERT_TRUE(timeline.advance(bot_record(timeline.simulation(), tick)));
    }
    const auto failed = timeline.advance(bot_record(timeline.simulation(), 4));
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, sim::ErrorCode::step_failed);
    EXPECT_NE(failed.error().place.find("tick 4"), std::string::npos) << failed.error().place;
    EXPECT_NE(failed.error().message.find("planned exception"), std::string::npos);
}

TEST(Unstartable, IsAnErrorOfReset) {
    auto simulation = erase<Unstartable>();
    const auto failed = simulation.reset(make_setup(simulation.info(), 1));
    ASSERT_FALSE(failed);
    EXPECT_NE(failed.error().message.find("never starts"), std::string::npos);
}

TEST(Forked, IsOneGameToAHandshakeAndPartsAtItsTick) {
    auto ours = erase<Forked<0>>();
    auto theirs = erase<Forked<1>>();
    EXPECT_EQ(ours.info().name, theirs.info().name);
    EXPECT_EQ(ours.info().state_schema, theirs.info().state_schema);
    const SessionResult a = run_bots<Forked<0>>(2, 60);
    const SessionResult b = run_bots<Forked<1>>(2, 60);
    EXPECT_EQ(a.state_hashes[49], b.state_hashes[49]);
    EXPECT_NE(a.state_hashes[50], b.state_hashes[50]);
}

TEST(Reshaped, DiffersInItsSchemaOnly) {
    EXPECT_EQ(erase<Reshaped<false>>().info().version, erase<Reshaped<true>>().info().version);
    EXPECT_NE(erase<Reshaped<false>>().info().state_schema.hash().value,
              erase<Reshaped<true>>().info().state_schema.hash().value);
}

TEST(Versioned, DiffersInItsVersionOnly) {
    EXPECT_NE(erase<Versioned<1>>().info().version, erase<Versioned<2>>().info().version);
    EXPECT_EQ(erase<Versioned<1>>().info().state_schema, erase<Versioned<2>>().info().state_schema);
}

TEST(WideInput, TakesAThousandBytesForEachPlayer) {
    EXPECT_EQ(run_bots<WideInput>(2, 5).records[0].size(), 1 + 2 * 1000U);
}

// Slot 2 is away from tick 40 up to tick 90, slot 0 from 60 on.
std::uint64_t presence_at(std::uint64_t tick) {
    std::uint64_t presence = 0b1111;
    presence &= tick >= 40 && tick < 90 ? ~std::uint64_t{4} : ~std::uint64_t{0};
    presence &= tick >= 60 ? ~std::uint64_t{1} : ~std::uint64_t{0};
    return presence;
}

Relay race(std::uint64_t ticks) {
    Relay relay;
    tandem::Setup setup;
    setup.slots = 4;
    relay.reset(setup);
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        const std::vector<Relay::Input> inputs(4, Relay::Input{2});
        relay.step(Inputs<Relay::Input>(inputs, presence_at(tick)));
    }
    return relay;
}

TEST(Relay, CountsWhoLeavesAndWhoReturns) {
    EXPECT_EQ(race(40).departures, 0U);
    EXPECT_EQ(race(41).departures, 1U);
    EXPECT_EQ(race(41).left_at, (std::map<std::uint8_t, std::uint64_t>{{2, 40}}));
    const Relay late = race(100);
    EXPECT_EQ(late.departures, 2U);
    EXPECT_EQ(late.arrivals, 1U);
    EXPECT_EQ(late.left_at, (std::map<std::uint8_t, std::uint64_t>{{0, 60}}));
    EXPECT_EQ(late.last_event, "2 returned");
}

TEST(Relay, TheBatonPassesByTheAbsentAndIsNeverHeldByThem) {
    Relay relay;
    tandem::Setup setup;
    setup.slots = 4;
    relay.reset(setup);
    const std::vector<Relay::Input> inputs(4, Relay::Input{3});
    for (std::uint64_t tick = 0; tick < 3000; ++tick) {
        const std::uint64_t presence = (tick / 37) % 16;
        relay.step(Inputs<Relay::Input>(inputs, presence));
        if (relay.holder) {
            ASSERT_TRUE(relay.runners[*relay.holder].is_present) << "tick " << tick;
        }
    }
    EXPECT_GT(relay.legs, 20U);
    EXPECT_GT(relay.drops, 5U);
}

TEST(Relay, IsOverAfterItsLegs) {
    auto simulation = erase<Relay>();
    tandem::Setup setup = make_setup(simulation.info(), 3);
    setup.set_options(Relay::Options{2});
    ASSERT_TRUE(simulation.reset(setup));
    std::uint64_t tick = 0;
    while (!simulation.finished() && tick < 5000) {
        ASSERT_TRUE(simulation.step(bot_record(simulation, tick++)));
    }
    EXPECT_TRUE(simulation.finished());
}

TEST(Relay, RefusesAStateWhoseHolderDoesNotExist) {
    auto simulation = erase<Relay>();
    ASSERT_TRUE(simulation.reset(make_setup(simulation.info(), 2)));
    Relay strange;
    tandem::Setup setup;
    setup.slots = 2;
    strange.reset(setup);
    strange.holder = std::uint8_t{9};
    const auto restored = simulation.restore(sim::canonical_bytes(strange));
    ASSERT_FALSE(restored);
    EXPECT_NE(restored.error().message.find("one runner for each slot"), std::string::npos);
}

TEST(GeneratedTics, AreAFunctionOfTheirSeed) {
    EXPECT_EQ(generate_tics(7, 500), generate_tics(7, 500));
    EXPECT_NE(generate_tics(7, 500), generate_tics(8, 500));
}

}  // namespace
}  // namespace tandem::test
