// SPDX-License-Identifier: MIT
// Bots play the slots that nobody has, and make way.
#include <gtest/gtest.h>

#include <string>

#include <tandem/sim/game/erase.hpp>
#include <tests/net/arena.hpp>
#include <tests/support/relay.hpp>

namespace tandem::test {
namespace {

using sim::erase;
using std::chrono::seconds;

constexpr std::uint64_t k_bot_match_ticks = 400;

// The bot gives the same inputs as the player's script, so the match is the same with either.
net::BotSource scripted_bot() {
    return [](Slot slot, sim::Tick tick, const sim::AnySimulation& simulation) {
        return *simulation.bot_input(slot, tick.number, 7);
    };
}

TEST(HostBots, ABotPlaysAnOpenSlotUntilSomebodyComes) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random(seed);
        Arena arena(seed, rough_line(random, 60, 30));
        net::HostOptions options = host_options(erase<Relay>(), 3, k_bot_match_ticks);
        options.open_slots = 1;
        options.bot = scripted_bot();
        Side& host = arena.host(erase<Relay>(), options);
        Side& first = arena.join(erase<Relay>());
        ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 60; }, seconds(60)));
        EXPECT_EQ(host.trace->records.back().front(), std::byte{7});
        Side& late = arena.join(erase<Relay>());
        ASSERT_TRUE(arena.run_to_end(seconds(180))) << host.log() << late.log();
        for (const Side* side : {&host, &first, &late}) {
            EXPECT_FALSE(side->ended().error.has_value()) << side->log();
            EXPECT_EQ(side->trace->chain, host.trace->chain) << side->log();
        }
        EXPECT_EQ(late.count<net::Returned>(), 1U) << late.log();
        EXPECT_EQ(host.trace->records.back().front(), std::byte{7});
    }
}

TEST(HostBots, ABotPlaysForWhoIsAwayAndMakesWayForIt) {
    for (const std::uint64_t away_ms : {5'400U, 6'000U, 9'000U, 20'000U}) {
        SCOPED_TRACE("away " + std::to_string(away_ms) + " ms");
        Arena arena(1);
        net::HostOptions options = host_options(erase<Relay>(), 2, k_bot_match_ticks);
        options.bot = scripted_bot();
        Side& host = arena.host(erase<Relay>(), options);
        Side& guest = arena.join(erase<Relay>());
        ASSERT_TRUE(arena.run_until([&] { return host.session->ticks_done() >= 60; }, seconds(60)));
        const Time from = arena.now();
        arena.network().cut(1, 0, from, from + milliseconds(away_ms));
        arena.network().cut(0, 1, from, from + milliseconds(away_ms));
        ASSERT_TRUE(arena.run_to_end(seconds(180))) << host.log() << guest.log();
        EXPECT_FALSE(guest.ended().error.has_value()) << host.log() << guest.log();
        EXPECT_EQ(guest.trace->chain, host.trace->chain) << host.log() << guest.log();
        EXPECT_EQ(host.trace->ticks, k_bot_match_ticks);
        EXPECT_EQ(host.trace->records.back().front(), std::byte{3});
    }
}

}  // namespace
}  // namespace tandem::test
