// SPDX-License-Identifier: MIT
// Bots and keys of the duel; that bots fight is held where the rules are.
#include <tandem/tools/games/duel.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include <tests/tools/games/game_sessions.hpp>

namespace tandem::games {
namespace {

using test::bot_tics;
using test::start_duel;
using test::step;

TEST(Duel, ABotAloneWalksAbout) {
    Duel duel = start_duel(1);
    std::set<std::pair<std::int64_t, std::int64_t>> tiles;
    for (int tick = 0; tick < 35 * 60; ++tick) {
        step(duel, bot_tics(duel));
        const Vec2 at = duel.fighters[0].position;
        tiles.insert({at.x.floor(), at.y.floor()});
    }
    EXPECT_GT(tiles.size(), 30U);
}

// How many ticks somebody lasts, over several seeds, who stands still before a bot.
int ticks_of_the_idle(std::uint32_t frag_limit) {
    constexpr int k_ticks_max = 35 * 90;
    int ticks = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        Duel duel = start_duel(2, seed, {frag_limit, ArenaKind::yard});
        int tick = 0;
        for (; tick < k_ticks_max && duel.fighters[0].deaths == 0; ++tick) {
            test::Tics tics = bot_tics(duel);
            tics[0] = {};
            step(duel, tics);
        }
        EXPECT_LT(tick, k_ticks_max) << "it hits all the same";
        ticks += tick;
    }
    return ticks;
}

TEST(Duel, ABotIsGentleInAMatchOfRoundsAndStillHits) {
    EXPECT_GT(2 * ticks_of_the_idle(Duel::keys_options().frag_limit), 3 * ticks_of_the_idle(0));
}

TEST(Duel, AGentleBotTurnsNoFasterThanKeysDo) {
    const auto fastest = [](std::uint32_t frag_limit) {
        Duel duel = start_duel(2, 1, {frag_limit, ArenaKind::yard});
        int most = 0;
        for (int tick = 0; tick < 35 * 30; ++tick) {
            const test::Tics tics = bot_tics(duel);
            most = std::max(most, std::abs(static_cast<std::int8_t>(tics[0].turn)));
            step(duel, tics);
        }
        return most;
    };
    EXPECT_EQ(fastest(3005), 4);
    EXPECT_GT(fastest(0), 4);
}

TEST(Duel, KeysGiveWhatTheirPlayerMeans) {
    const Duel duel = start_duel(1);
    Keys keys;
    keys.press('w');
    keys.press('d');
    keys.press(Key::left);
    keys.press(Key::space);
    keys.press('4');
    const Duel::Input input = duel.input_from_keys(keys);
    EXPECT_GT(input.forward, 0);
    EXPECT_GT(input.side, 0);
    EXPECT_GT(static_cast<std::int8_t>(input.turn), 0);
    EXPECT_EQ(input.buttons, 1 | 4 | 4 << 3);
    EXPECT_EQ(duel.input_from_keys({}).buttons, 0);
}

// Degrees that a fighter turns whose left key is down for so many ticks.
double turned_by(const Duel& duel, int ticks) {
    int parts = 0;
    Keys left;
    left.press(Key::left);
    for (int tick = 0; tick < ticks; ++tick) {
        parts += static_cast<std::int8_t>(duel.input_from_keys(left).turn);
    }
    static_cast<void>(duel.input_from_keys({}));
    return parts * 360.0 / 256;
}

TEST(Duel, ATapTurnsALittleAndAKeyThatIsHeldTurnsFast) {
    const Duel duel = start_duel(1);
    EXPECT_LT(turned_by(duel, 1), 2);
    EXPECT_LT(turned_by(duel, 4), 6);
    EXPECT_LT(turned_by(duel, 4), 6) << "the second tap is like the first";
    // Half a turn within a second.
    EXPECT_GE(turned_by(duel, 35), 170);
}

TEST(Duel, OnePersonsTurnIsNoOtherOnesTurn) {
    const Duel duel = start_duel(2);
    Keys ann;
    ann.press(Key::left);
    for (int tick = 0; tick < 10; ++tick) {
        static_cast<void>(duel.input_from_keys(ann));
    }
    Keys bob;
    bob.set_player(Slot{1});
    bob.press(Key::right);
    EXPECT_EQ(static_cast<std::int8_t>(duel.input_from_keys(bob).turn), -1);
    EXPECT_EQ(static_cast<std::int8_t>(duel.input_from_keys(ann).turn), 4);
}

}  // namespace
}  // namespace tandem::games
