// SPDX-License-Identifier: MIT
// The rules of the duel as properties over bots and generated tics, and that fights really happen.
#include <tandem/tools/games/duel.hpp>

#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include <tandem/sim/game/erase.hpp>
#include <tests/support/session.hpp>
#include <tests/tools/games/damaged_states.hpp>
#include <tests/tools/games/game_sessions.hpp>
#include <tests/tools/games/seeded.hpp>

namespace tandem::games {
namespace {

using test::bot_tics;
using test::for_each_seed;
using test::start_duel;
using test::step;
using test::Tics;

struct Total {
    std::uint32_t kills = 0;
    std::uint32_t deaths = 0;
    std::int64_t score = 0;
};

Total total_of(const Duel& duel) {
    Total total;
    for (const Fighter& fighter : duel.fighters) {
        total.kills += fighter.kills;
        total.deaths += fighter.deaths;
        total.score += fighter.score;
    }
    return total;
}

// What must hold after every tick, whatever the inputs.
void check_rules(const Duel& duel) {
    for (const Fighter& fighter : duel.fighters) {
        ASSERT_GE(fighter.health, 0);
        ASSERT_LE(fighter.health, Duel::k_health_max);
        ASSERT_EQ(fighter.is_alive(), fighter.health > 0);
        if (fighter.is_alive()) {
            ASSERT_TRUE(duel.arena.fits(fighter.position, Duel::k_fighter_radius));
            ASSERT_TRUE(within(fighter.velocity, {}, 1)) << "no speed adds up without bound";
        }
    }
    for (const Projectile& projectile : duel.projectiles) {
        ASSERT_FALSE(
            duel.arena.is_wall(projectile.position.x.floor(), projectile.position.y.floor()));
        ASSERT_GT(projectile.life_ticks, 0);
    }
    // Every death is somebody's kill or the victim's own doing, which costs it a point.
    const Total total = total_of(duel);
    const std::uint32_t own = total.deaths - total.kills;
    ASSERT_EQ(total.score, std::int64_t{total.kills} - own);
    duel.restored();
}

TEST(Duel, BotsFightAndTheRulesHoldInEveryTick) {
    for (const std::uint32_t slots : {2U, 3U, 8U}) {
        for (const ArenaKind kind : {ArenaKind::yard, ArenaKind::pillars, ArenaKind::rooms}) {
            Duel duel = start_duel(slots, slots, {0, kind});
            for (int tick = 0; tick < 35 * 60; ++tick) {
                step(duel, bot_tics(duel));
                ASSERT_NO_FATAL_FAILURE(check_rules(duel)) << "tick " << tick;
            }
            EXPECT_GE(total_of(duel).kills, 2 * slots);
            for (const Fighter& fighter : duel.fighters) {
                EXPECT_GE(fighter.deaths, 1U);
                EXPECT_GE(fighter.hits, 10U);
            }
        }
    }
}

TEST(Duel, AStateThatWouldLeadOutOfTheArenaIsRefused) {
    const Duel sound = start_duel(2);
    ASSERT_NO_THROW(sound.restored());
    const auto refuses = [&](const auto& change) {
        Duel changed = sound;
        change(changed);
        EXPECT_THROW(changed.restored(), std::runtime_error);
    };
    // Has no absolute value.
    refuses([](Duel& duel) { duel.fighters[1].velocity.x = Fixed::lowest(); });
    refuses([](Duel& duel) { duel.fighters[1].velocity.y = Fixed::highest(); });
    // Closer to the arena's edge than its body is wide.
    refuses([](Duel& duel) { duel.fighters[0].position.y = Fixed::epsilon(); });
    refuses([](Duel& duel) {
        duel.projectiles.resize(1);
        duel.projectiles[0].position = {};
        duel.projectiles[0].life_ticks = 1;
    });
}

TEST(Duel, TheRulesHoldForAnyInputAndAnyPresence) {
    std::uint32_t deaths = 0;
    for_each_seed(25, [&](std::uint64_t seed) {
        Random random(seed);
        const std::uint32_t slots = random.between(1U, 8U);
        Duel duel = start_duel(slots, seed, {}, random.next64());
        std::uint64_t presence = random.next64();
        for (int tick = 0; tick < 1500; ++tick) {
            Tics tics = bot_tics(duel);
            for (Duel::Input& tic : tics) {
                if (random.chance(1, 2)) {
                    const std::uint32_t bytes = random.next32();
                    tic = {static_cast<std::int8_t>(bytes), static_cast<std::int8_t>(bytes >> 8),
                           static_cast<std::uint8_t>(bytes >> 16),
                           static_cast<std::uint8_t>(bytes >> 24)};
                }
            }
            presence = random.chance(1, 100) ? random.next64() : presence;
            step(duel, tics, presence);
            ASSERT_NO_FATAL_FAILURE(check_rules(duel)) << "tick " << tick;
        }
        deaths += total_of(duel).deaths;
    });
    EXPECT_GT(deaths, 20U);
}

// As fast as projectiles may ever become: what stands in the open line is hit, what stands behind a
// wall is not.
TEST(Duel, AProjectileTunnelsThroughNoWallAndNoFighterAtAnySpeed) {
    int hits = 0;
    int walls = 0;
    for_each_seed(400, [&](std::uint64_t seed) {
        Random random(seed);
        Duel duel = start_duel(2, seed, {0, ArenaKind::pillars});
        for (Fighter& fighter : duel.fighters) {
            fighter.position = duel.arena.spawns()[random.below(duel.arena.spawns().size())];
            fighter.protected_ticks = 0;
        }
        const Vec2 from = duel.fighters[0].position;
        const Vec2 way = duel.fighters[1].position - from;
        if (within(way, {}, 2)) {
            return;
        }
        const Vec2 velocity = way * random.between(1_fx, 500_fx);
        duel.projectiles.push_back({from, velocity, 100, 0, Weapon::blaster});
        const bool is_open = duel.arena.sees(from, duel.fighters[1].position);
        step(duel, Tics(2));
        EXPECT_EQ(duel.fighters[1].health < Duel::k_health_max, is_open);
        EXPECT_TRUE(duel.projectiles.empty());
        (is_open ? hits : walls) += 1;
    });
    EXPECT_GT(hits, 20);
    EXPECT_GT(walls, 20);
}

// The fighter crosses the projectile's line within the tick: at its end neither is near the other.
TEST(Duel, AProjectileMeetsAFighterThatCrossesItsWayInMidTick) {
    Duel duel = start_duel(2, 1, {0, ArenaKind::yard});
    duel.fighters[1].position = {4.5_fx, 1.5_fx};
    duel.fighters[1].velocity = {0, 1};
    duel.fighters[1].protected_ticks = 0;
    duel.fighters[0].position = {12.5_fx, 8.5_fx};
    duel.projectiles.push_back({{2.5_fx, 2_fx}, {4, 0}, 100, 0, Weapon::blaster});
    step(duel, Tics(2));
    EXPECT_GT(duel.fighters[1].position.y, 2.4_fx);
    EXPECT_LT(duel.fighters[1].health, Duel::k_health_max);
}

TEST(Duel, SavingAndRestoringAtEveryTickChangesNothing) {
    const tandem::Setup setup = test::make_setup(sim::GameModel<Duel>::game_info(), 4, 5);
    test::expect_restoring_changes_nothing(sim::erase<Duel>, setup, 700, 0b1011);
}

TEST(Duel, TheFragLimitEndsTheMatchAndWithoutOneItNeverEnds) {
    for (const std::uint32_t limit : {0U, 3U}) {
        Duel duel = start_duel(4, 1, {limit, ArenaKind::yard});
        std::int32_t best = 0;
        for (int tick = 0; tick < 4000 && !duel.finished(); ++tick) {
            step(duel, bot_tics(duel));
        }
        for (const Fighter& fighter : duel.fighters) {
            best = std::max(best, fighter.score);
        }
        EXPECT_EQ(duel.finished(), limit != 0);
        EXPECT_TRUE(limit == 0 ? best > 5 : best == 3) << best;
    }
}

TEST(Duel, AFragLimitOfThousandsIsAMatchOfRounds) {
    EXPECT_EQ(DuelLimit(3005).rounds, 3);
    EXPECT_EQ(DuelLimit(3005).frags, 5);
    EXPECT_EQ(DuelLimit(3005).score, 3000U);
    EXPECT_EQ(DuelLimit(999'999).rounds, 999);
    for (const std::uint32_t plain : {0U, 1U, 999U, 1'000U, 3'000U, 1'000'001U, ~0U}) {
        EXPECT_FALSE(DuelLimit(plain).has_rounds()) << plain;
        EXPECT_EQ(DuelLimit(plain).score, plain);
    }
}

// Puts a fighter an inch from its death in front of the other one, who shoots.
void kill(Duel& duel, std::size_t killer, std::size_t victim) {
    Fighter& target = duel.fighters[victim];
    Fighter& shooter = duel.fighters[killer];
    ASSERT_TRUE(target.is_alive() && shooter.is_alive());
    target.health = 1;
    target.protected_ticks = 0;
    shooter.position = duel.arena.centre() + Vec2{-1, 0};
    target.position = duel.arena.centre() + Vec2{1, 0};
    shooter.heading = {};
    shooter.cooldown_ticks = 0;
    Tics tics(duel.fighters.size());
    tics[killer].buttons = Duel::Buttons::attack;
    const std::uint32_t deaths = target.deaths;
    for (int tick = 0; tick < 20 && duel.fighters[victim].deaths == deaths; ++tick) {
        step(duel, tics);
    }
    ASSERT_EQ(duel.fighters[victim].deaths, deaths + 1);
}

void wait_for_both(Duel& duel) {
    for (int tick = 0; tick < 200 && !(duel.fighters[0].is_alive() && duel.fighters[1].is_alive());
         ++tick) {
        step(duel, Tics(2));
    }
}

TEST(Duel, WhoHasTheFragsWinsTheRoundAndEverybodyBeginsTheNextOneAnew) {
    Duel duel = start_duel(2, 1, {2002, ArenaKind::yard});
    ASSERT_NO_FATAL_FAILURE(kill(duel, 0, 1));
    EXPECT_FALSE(duel.is_between_rounds());
    wait_for_both(duel);
    ASSERT_NO_FATAL_FAILURE(kill(duel, 1, 0));
    wait_for_both(duel);
    ASSERT_NO_FATAL_FAILURE(kill(duel, 0, 1));
    EXPECT_TRUE(duel.is_between_rounds());
    EXPECT_EQ(duel.fighters[0].score, 1000);
    EXPECT_EQ(duel.fighters[1].score, 0) << "a round begins without frags";
    EXPECT_TRUE(duel.projectiles.empty());
    EXPECT_EQ(duel.fighters[0].deaths, 1U) << "the pause is nobody's death";
    // Nobody comes back sooner for asking, and all come back in the same tick, whole.
    Tics asking(2);
    asking[0].buttons = Duel::Buttons::use;
    int pause = 0;
    for (; duel.is_between_rounds(); ++pause) {
        step(duel, asking);
        ASSERT_LT(pause, 1000);
    }
    EXPECT_EQ(pause, Duel::k_give_up_ticks - 1) << "the tick that ended the round counts";
    for (const Fighter& fighter : duel.fighters) {
        EXPECT_TRUE(fighter.is_alive());
        EXPECT_EQ(fighter.health, Duel::k_health_max);
    }
    EXPECT_FALSE(duel.finished());
}

TEST(Duel, RoundsDecideTheMatch) {
    Duel duel = start_duel(2, 1, {2001, ArenaKind::yard});
    ASSERT_NO_FATAL_FAILURE(kill(duel, 0, 1));
    wait_for_both(duel);
    ASSERT_NO_FATAL_FAILURE(kill(duel, 1, 0));
    wait_for_both(duel);
    EXPECT_FALSE(duel.finished());
    ASSERT_NO_FATAL_FAILURE(kill(duel, 1, 0));
    EXPECT_TRUE(duel.finished());
    EXPECT_EQ(duel.fighters[1].score, 2000);
    EXPECT_TRUE(duel.fighters[1].is_alive()) << "how it ended stays in sight";
}

TEST(Duel, ARoundThatTwoWinInOneTickIsNobodys) {
    Duel duel = start_duel(2, 1, {2001, ArenaKind::yard});
    // Each in the middle of the other's blast.
    for (std::uint8_t slot = 0; slot < 2; ++slot) {
        Fighter& fighter = duel.fighters[slot];
        fighter.health = 1;
        fighter.protected_ticks = 0;
        fighter.position = duel.arena.centre() + Vec2{slot == 0 ? -2 : 2, 0};
    }
    for (std::uint8_t slot = 0; slot < 2; ++slot) {
        const Vec2 target = duel.fighters[1 - slot].position;
        const Vec2 way{slot == 0 ? 0.3_fx : -0.3_fx, 0};
        duel.projectiles.push_back({target - way, way, 9, slot, Weapon::blaster});
    }
    step(duel, Tics(2));
    EXPECT_EQ(duel.fighters[0].kills + duel.fighters[1].kills, 2U);
    EXPECT_TRUE(duel.is_between_rounds());
    EXPECT_EQ(duel.fighters[0].score, 0);
    EXPECT_EQ(duel.fighters[1].score, 0);
}

TEST(Duel, BotsPlayAMatchOfRoundsToItsEndWhoeverComesAndGoes) {
    for_each_seed(6, [&](std::uint64_t seed) {
        Random random(seed);
        const std::uint32_t slots = random.between(2U, 5U);
        Duel duel = start_duel(slots, seed, {2003, ArenaKind::pillars});
        std::uint64_t presence = ~std::uint64_t{0};
        int tick = 0;
        for (; tick < 35 * 600 && !duel.finished(); ++tick) {
            if (random.chance(1, 400)) {
                presence = random.next64() | 3U;
            }
            step(duel, bot_tics(duel), presence);
            duel.restored();
            for (const Fighter& fighter : duel.fighters) {
                ASSERT_GE(fighter.score, 0);
                ASSERT_LE(DuelLimit::frags_in_round(fighter.score), 2);
            }
        }
        EXPECT_TRUE(duel.finished());
    });
}

TEST(Duel, WhoIsAbsentNeitherMovesNorIsHurtAndKeepsItsScore) {
    Duel duel = start_duel(3);
    for (int tick = 0; tick < 35 * 30; ++tick) {
        step(duel, bot_tics(duel));
    }
    const Fighter before = duel.fighters[1];
    for (int tick = 0; tick < 35 * 20; ++tick) {
        Tics tics = bot_tics(duel);
        tics[1] = {};
        step(duel, tics, 0b101);
        ASSERT_EQ(duel.fighters[1].status, FighterStatus::absent);
        ASSERT_EQ(duel.fighters[1].position, before.position);
        ASSERT_EQ(duel.fighters[1].deaths, before.deaths);
    }
    step(duel, bot_tics(duel));
    EXPECT_TRUE(duel.fighters[1].is_alive());
    EXPECT_EQ(duel.fighters[1].health, Duel::k_health_max);
    EXPECT_EQ(duel.fighters[1].score, before.score);
}

TEST(Duel, WhoIsAbsentFromTheStartEntersWhenItComes) {
    Duel duel = start_duel(2, 1, {}, 0b01);
    EXPECT_EQ(duel.fighters[1].status, FighterStatus::absent);
    step(duel, Tics(2), 0b01);
    EXPECT_EQ(duel.fighters[1].status, FighterStatus::absent);
    step(duel, Tics(2), 0b11);
    EXPECT_TRUE(duel.fighters[1].is_alive());
}

TEST(Duel, TheTurnByteIsTheHighByteOfASignedAngle) {
    Duel duel = start_duel(1);
    const Angle before = duel.fighters[0].heading;
    step(duel, {{0, 0, 64, 0}});
    EXPECT_EQ(duel.fighters[0].heading, before + Angle::from_degrees(90));
    step(duel, {{0, 0, 0xC0, 0}});
    EXPECT_EQ(duel.fighters[0].heading, before);
}

TEST(Duel, ForwardRunsAlongTheHeadingAndSideToItsRight) {
    Duel duel = start_duel(1, 1, {0, ArenaKind::yard});
    duel.fighters[0].position = {8, 5.5_fx};
    duel.fighters[0].heading = {};
    Duel ahead = duel;
    step(ahead, {{50, 0, 0, 0}});
    EXPECT_GT(ahead.fighters[0].position.x, 8);
    EXPECT_EQ(ahead.fighters[0].position.y, 5.5_fx);
    Duel right = duel;
    step(right, {{0, 50, 0, 0}});
    EXPECT_EQ(right.fighters[0].position.x, 8);
    EXPECT_LT(right.fighters[0].position.y, 5.5_fx);
    Duel cheater = duel;
    step(cheater, {{127, 0, 0, 0}});
    EXPECT_EQ(cheater.fighters[0].position, ahead.fighters[0].position);
}

TEST(Duel, TheWeaponBitsChooseOneOfFourWeaponsWhichShootDifferently) {
    std::array<std::size_t, k_weapon_specs.size()> projectiles{};
    for (unsigned bits = 0; bits < 8; ++bits) {
        Duel duel = start_duel(1);
        step(duel, {{0, 0, 0,
                     static_cast<std::uint8_t>(Duel::Buttons::change_weapon |
                                               Duel::Buttons::attack | bits << 3)}});
        EXPECT_EQ(duel.fighters[0].weapon, k_weapon_of_bits[bits]);
        EXPECT_EQ(duel.fighters[0].shots, 1U);
        projectiles[static_cast<std::size_t>(duel.fighters[0].weapon)] = duel.projectiles.size();
    }
    EXPECT_EQ(projectiles, (std::array<std::size_t, 4>{1, 7, 1, 1}));
}

TEST(Duel, ASpecialTicNeitherShootsNorChangesTheWeapon) {
    Duel duel = start_duel(1);
    step(duel, {{0, 0, 0, 0xFF}});
    EXPECT_EQ(duel.fighters[0].weapon, Weapon::blaster);
    EXPECT_EQ(duel.fighters[0].shots, 0U);
}

TEST(Duel, AStateWhoseNumbersDoNotFitTogetherIsRefused) {
    auto simulation = sim::erase<Duel>();
    ASSERT_TRUE(simulation.reset(test::make_setup(simulation.info(), 2)));
    const sim::StateHash before = simulation.state_hash();
    Duel foreign = start_duel(3);
    EXPECT_FALSE(simulation.restore(sim::canonical_bytes(foreign)));
    foreign = start_duel(2);
    foreign.projectiles.push_back({{}, {}, 1, 7, Weapon::blaster});
    const auto refused = simulation.restore(sim::canonical_bytes(foreign));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("owner"), std::string::npos);
    foreign = start_duel(2);
    foreign.fighters[1].position.x = Fixed::highest();
    EXPECT_FALSE(simulation.restore(sim::canonical_bytes(foreign)));
    foreign = start_duel(2);
    foreign.fighters[1].score = std::numeric_limits<std::int32_t>::max();
    EXPECT_FALSE(simulation.restore(sim::canonical_bytes(foreign)));
    EXPECT_EQ(simulation.state_hash(), before);
}

TEST(Duel, AnyStateThatIsNotRefusedCanBePlayedOn) {
    for_each_seed(3, [](std::uint64_t seed) {
        auto simulation = sim::erase<Duel>();
        const tandem::Setup setup = test::make_setup(simulation.info(), 4, seed);
        EXPECT_GT(test::play_damaged_states(std::move(simulation), setup), 100U);
    });
}

}  // namespace
}  // namespace tandem::games
