// SPDX-License-Identifier: MIT
// The geometry of the duel: closed and connected arenas, bodies that stay out of walls, and points
// and circles that nothing slips through at any speed.
#include <tandem/tools/games/duel_arena.hpp>

#include <gtest/gtest.h>

#include <tests/tools/games/seeded.hpp>

namespace tandem::games {
namespace {

using test::for_each_seed;

constexpr Fixed k_half = 0.25_fx;
constexpr std::array k_kinds{ArenaKind::yard, ArenaKind::pillars, ArenaKind::rooms};

Vec2 random_point(const DuelArena& arena, Random& random) {
    return {random.between(Fixed(0), Fixed(arena.width()) - Fixed::epsilon()),
            random.between(Fixed(0), Fixed(arena.height()) - Fixed::epsilon())};
}

Vec2 random_place(const DuelArena& arena, Random& random, Fixed half) {
    Vec2 place = random_point(arena, random);
    while (!arena.fits(place, half)) {
        place = random_point(arena, random);
    }
    return place;
}

// Every length from a 4096th of a tile to 16,384 tiles is as likely as its double.
Vec2 random_displacement(Random& random) {
    const auto scale = Fixed::from_raw(std::int64_t{1} << random.between(20, 46));
    const Vec2 way = direction(random.angle()) * scale;
    switch (random.below(8)) {
        case 0:
            return {way.x, 0};
        case 1:
            return {0, way.y};
        default:
            return way;
    }
}

TEST(DuelArena, IsClosedSymmetricAndConnectedForEverySeed) {
    for_each_seed(60, [](std::uint64_t seed) {
        for (const ArenaKind kind : k_kinds) {
            const DuelArena arena(kind, Random(seed));
            std::int64_t open = 0;
            for (std::int64_t row = 0; row < arena.height(); ++row) {
                for (std::int64_t column = 0; column < arena.width(); ++column) {
                    const bool is_edge = row == 0 || column == 0 || row == arena.height() - 1 ||
                                         column == arena.width() - 1;
                    ASSERT_TRUE(!is_edge || arena.is_wall(column, row));
                    ASSERT_EQ(arena.is_wall(column, row),
                              arena.is_wall(arena.width() - 1 - column, arena.height() - 1 - row));
                    open += arena.is_wall(column, row) ? 0 : 1;
                }
            }
            EXPECT_GT(open, arena.width() * arena.height() / 3);
            ASSERT_GE(arena.spawns().size(), 8U);
            for (const Vec2 spawn : arena.spawns()) {
                EXPECT_TRUE(arena.fits(spawn, 0.5_fx));
            }
        }
    });
}

TEST(DuelArena, WaypointsLeadFromEverywhereToEverywhere) {
    for_each_seed(30, [](std::uint64_t seed) {
        Random random(seed);
        for (const ArenaKind kind : k_kinds) {
            const DuelArena arena(kind, Random(seed));
            Vec2 at = random_place(arena, random, k_half);
            const Vec2 to = random_place(arena, random, k_half);
            std::int64_t steps = 0;
            while (at != to) {
                const Vec2 next = arena.next_waypoint(at, to);
                ASSERT_TRUE(arena.fits(next, k_half));
                ASSERT_LE(steps++, arena.width() * arena.height());
                at = next;
            }
        }
    });
}

TEST(DuelArena, ABodyNeverEntersAWallHoweverFarItMoves) {
    for_each_seed(40, [](std::uint64_t seed) {
        Random random(seed);
        const DuelArena arena(k_kinds[seed % 3], Random(seed));
        for (int i = 0; i < 500; ++i) {
            const Vec2 start = random_place(arena, random, k_half);
            const Vec2 displacement = random_displacement(random);
            const BodyMove move = arena.move_body(start, displacement, k_half);
            ASSERT_TRUE(arena.fits(move.position, k_half));
            const Vec2 moved = move.position - start;
            ASSERT_TRUE(move.blocked_x || moved.x == displacement.x);
            ASSERT_TRUE(move.blocked_y || moved.y == displacement.y);
            ASSERT_LE(abs(moved.x), abs(displacement.x));
            ASSERT_LE(abs(moved.y), abs(displacement.y));
        }
    });
}

TEST(DuelArena, ABlockedBodyStandsFlushAndSlidesOnAlongTheWall) {
    const DuelArena arena(ArenaKind::yard, Random(1));
    const BodyMove move = arena.move_body({2.5_fx, 1.5_fx}, {0.125_fx, -9}, k_half);
    EXPECT_TRUE(move.blocked_y);
    EXPECT_FALSE(move.blocked_x);
    EXPECT_EQ(move.position, (Vec2{2.625_fx, 1.25_fx}));
}

// Whether a wall touches the small square around a point.
bool is_at_wall(const DuelArena& arena, Vec2 point) { return !arena.fits(point, 0.0001_fx); }

// Against the plainest method there is: look at every 64th of a tile on the way.
TEST(DuelArena, ASweptPointStopsAtTheFirstWallAtAnySpeed) {
    for_each_seed(40, [](std::uint64_t seed) {
        Random random(seed);
        const DuelArena arena(k_kinds[seed % 3], Random(seed));
        for (int i = 0; i < 300; ++i) {
            const Vec2 start = random_place(arena, random, 0.001_fx);
            const Vec2 displacement = random_displacement(random);
            const auto hit = arena.sweep_point(start, displacement);
            const Vec2 heading = normalised(displacement);
            const Fixed way = hit ? length(displacement) * *hit : length(displacement);
            for (Fixed done = 0; done < way; done += 0.015625_fx) {
                const Vec2 at = start + heading * done;
                ASSERT_FALSE(arena.is_wall(at.x.floor(), at.y.floor())) << "slipped into a wall";
                ASSERT_LE(done, 60) << "left the arena";
            }
            const Vec2 end = start + displacement;
            if (hit) {
                ASSERT_TRUE(is_at_wall(arena, start + displacement * *hit))
                    << "stopped in the open";
            } else {
                ASSERT_FALSE(arena.is_wall(end.x.floor(), end.y.floor()));
            }
        }
    });
}

TEST(DuelArena, ASweptPointDoesNotSlipThroughTheCornerOfTwoWalls) {
    int corners = 0;
    for_each_seed(40, [&](std::uint64_t seed) {
        const DuelArena arena(ArenaKind::rooms, Random(seed));
        for (std::int64_t row = 0; row + 1 < arena.height(); ++row) {
            for (std::int64_t column = 0; column + 1 < arena.width(); ++column) {
                if (arena.is_wall(column, row) || arena.is_wall(column + 1, row + 1) ||
                    !arena.is_wall(column + 1, row) || !arena.is_wall(column, row + 1)) {
                    continue;
                }
                ++corners;
                const Vec2 start = Vec2{column, row} + Vec2{0.5_fx, 0.5_fx};
                ASSERT_EQ(arena.sweep_point(start, {1, 1}), 0.5_fx);
                ASSERT_EQ(arena.sweep_point(start + Vec2{1, 1}, {-1, -1}), 0.5_fx);
            }
        }
    });
    EXPECT_GT(corners, 3);
}

TEST(SweepCircle, MeetsTheCircleExactlyWhereTheWayTouchesItAtAnySpeed) {
    for_each_seed(40, [](std::uint64_t seed) {
        Random random(seed);
        int hits = 0;
        for (int i = 0; i < 500; ++i) {
            const Fixed radius = random.between(0.05_fx, 2_fx);
            const Vec2 start{random.between(Fixed(-20), Fixed(20)),
                             random.between(Fixed(-20), Fixed(20))};
            // Half of the ways lead past the circle closely.
            Vec2 displacement = random_displacement(random);
            if (random.chance(1, 2)) {
                const Vec2 by{random.between(Fixed(-2), Fixed(2)),
                              random.between(Fixed(-2), Fixed(2))};
                displacement = (by - start) * random.between(1_fx, 400_fx);
            }
            const auto hit = sweep_circle(start, displacement, radius);
            const Vec2 heading = normalised(displacement);
            const Fixed way = length(displacement);
            const Fixed nearest_at = clamp(-dot(start, heading), 0, way);
            const Fixed nearest = length(start + heading * nearest_at);
            if (nearest < radius - 0.0001_fx) {
                ASSERT_TRUE(hit) << "passed through";
            } else if (nearest > radius + 0.0001_fx) {
                ASSERT_FALSE(hit) << "hit what it did not touch";
            }
            if (hit) {
                ++hits;
                const Fixed at = length(start + heading * (way * *hit));
                ASSERT_LE(at, radius + 0.0001_fx);
                ASSERT_TRUE(*hit == 0 || at >= radius - 0.0001_fx) << "was inside already";
            }
        }
        EXPECT_GT(hits, 50);
    });
}

TEST(SweepCircle, APointInsideMeetsItAtOnceAndOneThatMovesAwayNever) {
    EXPECT_EQ(sweep_circle({0.1_fx, 0}, {0, 0}, 0.25_fx), Fixed(0));
    EXPECT_EQ(sweep_circle({1, 0}, {0, 0}, 0.25_fx), std::nullopt);
    EXPECT_EQ(sweep_circle({1, 0}, {1000, 0}, 0.25_fx), std::nullopt);
    EXPECT_EQ(sweep_circle({1, 0}, {-1, 0}, 0.25_fx), 0.75_fx);
}

}  // namespace
}  // namespace tandem::games
