// SPDX-License-Identifier: MIT
// How units move: one alone, a formation on its way, and a crowd that has no room.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <tandem/sim/game/display.hpp>
#include <tests/tools/games/game_sessions.hpp>
#include <tests/tools/games/seeded.hpp>

namespace tandem::games {
namespace {

using test::for_each_seed;
using test::give;
using test::Orders;
using test::start_swarm;
using test::step;

TEST(SwarmMotion, AUnitAloneGoesStraightToItsPlaceAtItsSpeed) {
    for_each_seed(50, [](std::uint64_t seed) {
        Swarm swarm = start_swarm(1, 1);
        Random random(seed);
        const auto coordinate = [&] { return random.between(Fixed16(1), swarm.side() - 1); };
        Units& units = swarm.units;
        units.x[0] = coordinate();
        units.y[0] = coordinate();
        units.offset_x[0] = 0;
        units.offset_y[0] = 0;
        swarm.flocks[0].position = {coordinate(), coordinate()};
        swarm.flocks[0].target = swarm.flocks[0].position;
        const float start_x = to_display(units.x[0]);
        const float start_y = to_display(units.y[0]);
        const float way_x = to_display(swarm.flocks[0].target.x) - start_x;
        const float way_y = to_display(swarm.flocks[0].target.y) - start_y;
        const float way = std::hypot(way_x, way_y);
        for (int tick = 0; tick < 300; ++tick) {
            const Fixed16 x = units.x[0];
            const Fixed16 y = units.y[0];
            step(swarm, Orders(1));
            const float speed = std::hypot(to_display(units.x[0] - x), to_display(units.y[0] - y));
            ASSERT_LT(speed, 0.21F);
            const float gone_x = to_display(units.x[0]) - start_x;
            const float gone_y = to_display(units.y[0]) - start_y;
            ASSERT_LT(std::abs(gone_x * way_y - gone_y * way_x), 0.02F * way + 0.01F) << "straight";
            if (tick == 20 && way > 8) {
                ASSERT_GT(speed, 0.18F);
            }
        }
        EXPECT_LT(std::hypot(to_display(units.x[0]) - start_x - way_x,
                             to_display(units.y[0]) - start_y - way_y),
                  0.05F);
    });
}

// Wherever units are sent, three tenths of their diameter.
const float k_overlap_max = to_display(SwarmCrowd::k_diameter) * 3 / 10;

// How far the two that overlap most overlap, in units of length.
float deepest_overlap(const Swarm& swarm) {
    const Units& units = swarm.units;
    float nearest = to_display(SwarmCrowd::k_diameter);
    for (std::size_t a = 0; a < units.size(); ++a) {
        for (std::size_t b = a + 1; b < units.size(); ++b) {
            nearest = std::min(nearest, std::hypot(to_display(units.x[a] - units.x[b]),
                                                   to_display(units.y[a] - units.y[b])));
        }
    }
    return to_display(SwarmCrowd::k_diameter) - nearest;
}

TEST(SwarmMotion, AFlockKeepsItsFormationOnTheWayAndDoesNotOverlap) {
    Swarm swarm = start_swarm(1, 400);
    const CompactVec2 target{swarm.side() * 3 / 4, swarm.side() / 4};
    give(swarm, {OrderKind::move_to, 0, target});
    for (int tick = 0; tick < 300; ++tick) {
        step(swarm, Orders(1));
    }
    EXPECT_EQ(swarm.flocks[0].position, target);
    int inside = 0;
    int away = 0;
    for (std::size_t unit = 0; unit < swarm.units.size(); ++unit) {
        const Fixed16 x = target.x + swarm.units.offset_x[unit];
        const Fixed16 y = target.y + swarm.units.offset_y[unit];
        if (min(x, y) > 2 && max(x, y) < swarm.side() - 2) {
            ++inside;
            away += max(abs(swarm.units.x[unit] - x), abs(swarm.units.y[unit] - y)) > 1 ? 1 : 0;
        }
    }
    EXPECT_GT(inside, 200);
    EXPECT_LT(away, inside / 5) << "units stand in their places, pushed away by neighbours at most";
    EXPECT_LT(deepest_overlap(swarm), k_overlap_max);
}

// Everybody is sent to one point again and again, into places ever nearer to each other: a crowd
// yields a little where it is pressed, and no more.
TEST(SwarmMotion, ACrowdThatIsOrderedOntoOnePointOverlapsByLessThanThreeTenths) {
    Swarm swarm = start_swarm(4, 1600);
    Orders orders(4);
    for (Swarm::Input& input : orders) {
        ASSERT_TRUE(input.orders.push({OrderKind::gather, 0, {20, 20}}));
    }
    for (int tick = 0; tick < 600; ++tick) {
        step(swarm, tick % 100 == 0 ? orders : Orders(4));
    }
    EXPECT_LT(deepest_overlap(swarm), k_overlap_max);
}

TEST(SwarmMotion, UnitsGoWhereTheyAreSent) {
    Swarm swarm = start_swarm(1, 300);
    const CompactVec2 target{swarm.side() - 4, 4};
    give(swarm, {OrderKind::gather, 0, target});
    for (int tick = 0; tick < 900; ++tick) {
        step(swarm, Orders(1));
    }
    for (std::size_t unit = 0; unit < swarm.units.size(); ++unit) {
        EXPECT_LT(abs(swarm.units.x[unit] - target.x), swarm.side() / 2);
        EXPECT_LT(abs(swarm.units.y[unit] - target.y), swarm.side() / 2);
    }
}

}  // namespace
}  // namespace tandem::games
