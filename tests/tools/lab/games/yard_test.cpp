// SPDX-License-Identifier: MIT
// The yard: both players' keys matter, random numbers too, and what a check must notice is noticed.
#include <tandem/tools/lab/games/yard.hpp>

#include <array>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/lab/replay/recording.hpp>

namespace tandem::tools::lab {
namespace {

sim::Bytes record_of(std::uint8_t left, std::uint8_t right) {
    const std::vector<sim::Bytes> inputs{{std::byte{left}}, {std::byte{right}}};
    return sim::make_record(3, inputs);
}

// The state after each of so many ticks.
std::vector<sim::StateHash> hashes(sim::AnySimulation game, std::uint64_t ticks,
                                   std::optional<std::uint32_t> changed_slot = std::nullopt,
                                   std::uint64_t seed = 1) {
    sim::Timeline timeline(std::move(game));
    Setup setup;
    setup.slots = 2;
    setup.seed = seed;
    EXPECT_TRUE(timeline.start(setup).has_value());
    std::vector<sim::StateHash> all;
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
        std::array<std::uint8_t, 2> keys{yard_keys(Slot{0}, tick), yard_keys(Slot{1}, tick)};
        if (changed_slot && tick == 10) {
            keys[*changed_slot] ^= key::k_left;
        }
        EXPECT_TRUE(timeline.advance(record_of(keys[0], keys[1])).has_value());
        all.push_back(timeline.state_hash());
    }
    return all;
}

std::size_t first_difference(const std::vector<sim::StateHash>& a,
                             const std::vector<sim::StateHash>& b) {
    std::size_t tick = 0;
    while (tick < a.size() && a[tick] == b[tick]) {
        ++tick;
    }
    return tick;
}

TEST(Yard, EveryPlayersKeysMatter) {
    const auto plain = hashes(sim::erase<Yard>(), 20);
    EXPECT_EQ(first_difference(plain, hashes(sim::erase<Yard>(), 20, 0)), 10U);
    EXPECT_EQ(first_difference(plain, hashes(sim::erase<Yard>(), 20, 1)), 10U);
}

TEST(Yard, TheScriptHoldsAChoiceForSixteenTicksAndUsesEveryKey) {
    std::uint8_t seen = 0;
    for (std::uint64_t tick = 0; tick < 1'000; ++tick) {
        EXPECT_EQ(yard_keys(Slot{1}, tick), yard_keys(Slot{1}, tick / 16 * 16));
        seen |= yard_keys(Slot{1}, tick);
    }
    EXPECT_EQ(seen, key::k_left | key::k_right | key::k_jump);
}

TEST(Yard, WalkersMeetAndStayWithinTheWalls) {
    Yard yard;
    tandem::Setup setup;
    setup.slots = 2;
    yard.reset(setup);
    std::vector<Yard::Input> inputs{{key::k_right}, {key::k_left}};
    bool met = false;
    for (int tick = 0; tick < 2'000; ++tick) {
        const std::int32_t before = yard.walkers[0].speed;
        yard.step(Inputs<Yard::Input>(inputs, 3));
        met = met || (before > 0 && yard.walkers[0].speed < 0);
        for (const YardWalker& walker : yard.walkers) {
            ASSERT_LE(std::abs(walker.position), 20'000);
            ASSERT_GE(walker.height, 0);
        }
        ASSERT_LE(yard.walkers[0].position, yard.walkers[1].position);
    }
    EXPECT_TRUE(met);
}

TEST(Yard, AWindSeededByTheClockDiffersFromItsFirstDrawOn) {
    const auto morning = hashes(sim::erase<YardWithWallClock<1>>(), 100);
    const auto evening = hashes(sim::erase<YardWithWallClock<2>>(), 100);
    EXPECT_EQ(first_difference(morning, evening), Yard::k_gust_ticks - 1);
    EXPECT_EQ(first_difference(morning, hashes(sim::erase<YardWithWallClock<1>>(), 100)), 100U);
}

TEST(Yard, ItsAssertionNamesWhatItFound) {
    YardWithAssertion yard;
    yard.walkers[0].height = 1'000;
    yard.walkers[1].height = 1'000;
    std::vector<Yard::Input> inputs(2);
    EXPECT_THROW(yard.step(Inputs<Yard::Input>(inputs, 3)), std::logic_error);
    yard.walkers[1].height = 0;
    EXPECT_NO_THROW(yard.step(Inputs<Yard::Input>(inputs, 3)));
}

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
