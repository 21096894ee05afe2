// SPDX-License-Identifier: MIT
// Units among each other: pushes are exact opposites, and a crowd comes apart.
#include <tandem/tools/games/swarm_crowd.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include <tandem/sim/game/display.hpp>
#include <tandem/sim/math/random.hpp>
#include <tests/tools/games/seeded.hpp>

namespace tandem::games {
namespace {

using test::for_each_seed;

constexpr std::int32_t k_side = 32;
constexpr std::uint32_t k_flocks_per_team = 1U << SwarmCrowd::k_team_shift;

struct Crowd {
    explicit Crowd(std::uint32_t units) : collisions(k_side, units), x(units), y(units) {
        flocks.resize(units);
    }
    void collide() {
        collisions.collide(x, y, flocks);
        for (std::size_t unit = 0; unit < x.size(); ++unit) {
            x[unit] = collisions.x()[collisions.places()[unit]];
            y[unit] = collisions.y()[collisions.places()[unit]];
        }
    }
    Neighbours neighbours_of(std::size_t unit) const {
        return collisions.neighbours()[collisions.places()[unit]];
    }

    SwarmCrowd collisions;
    std::vector<Fixed16> x;
    std::vector<Fixed16> y;
    std::vector<std::uint8_t> flocks;
};

float overlap(const Crowd& crowd) {
    float nearest = to_display(SwarmCrowd::k_diameter);
    for (std::size_t a = 0; a < crowd.x.size(); ++a) {
        for (std::size_t b = a + 1; b < crowd.x.size(); ++b) {
            nearest = std::min(nearest, std::hypot(to_display(crowd.x[a] - crowd.x[b]),
                                                   to_display(crowd.y[a] - crowd.y[b])));
        }
    }
    return to_display(SwarmCrowd::k_diameter) - nearest;
}

std::int64_t sum(const std::vector<Fixed16>& column) {
    return std::accumulate(column.begin(), column.end(), std::int64_t{0},
                           [](std::int64_t all, Fixed16 value) { return all + value.raw(); });
}

// A blob in the middle of the world, two units for every place that there is.
Crowd pressed_crowd(std::uint64_t seed, std::uint32_t units) {
    Random random(seed);
    Crowd crowd(units);
    for (std::uint32_t unit = 0; unit < units; ++unit) {
        crowd.x[unit] = random.between(Fixed16(12), Fixed16(20));
        crowd.y[unit] = random.between(Fixed16(12), Fixed16(20));
        crowd.flocks[unit] = static_cast<std::uint8_t>(random.below(16));
    }
    return crowd;
}

TEST(SwarmCrowd, MovesNobodysCentreOfMass) {
    for_each_seed(20, [](std::uint64_t seed) {
        Crowd crowd = pressed_crowd(seed, 200);
        const std::int64_t x = sum(crowd.x);
        const std::int64_t y = sum(crowd.y);
        ASSERT_GT(overlap(crowd), 0.3F);
        crowd.collide();
        EXPECT_EQ(sum(crowd.x), x) << "to the last bit: pushes are opposites";
        EXPECT_EQ(sum(crowd.y), y);
    });
}

TEST(SwarmCrowd, ComesApartUntilNobodyOverlaps) {
    for_each_seed(10, [](std::uint64_t seed) {
        Crowd crowd = pressed_crowd(seed, 100);
        for (int tick = 0; tick < 200; ++tick) {
            crowd.collide();
        }
        EXPECT_LT(overlap(crowd), 0.005F);
    });
}

TEST(SwarmCrowd, TwoThatOverlapTouchAfterwardsAndAreNotPushedFarther) {
    for_each_seed(200, [](std::uint64_t seed) {
        Random random(seed);
        Crowd crowd(2);
        crowd.x = {16, 16 + random.between(-0.49_fx16, 0.49_fx16)};
        crowd.y = {16, 16 + random.between(-0.49_fx16, 0.49_fx16)};
        const float before = overlap(crowd);
        crowd.collide();
        const auto distance =
            std::hypot(to_display(crowd.x[1] - crowd.x[0]), to_display(crowd.y[1] - crowd.y[0]));
        EXPECT_LE(distance, to_display(SwarmCrowd::k_diameter) + 0.0001F);
        if (before < 0.6F) {  // nearer ones take a second tick
            EXPECT_LT(overlap(crowd), 0.02F);
        }
        crowd.collide();
        crowd.collide();
        EXPECT_LT(overlap(crowd), 0.002F);
    });
}

TEST(SwarmCrowd, TwoOnOnePointPartAlongTheRow) {
    Crowd crowd(2);
    crowd.x = {9, 9};
    crowd.y = {9, 9};
    crowd.collide();
    EXPECT_EQ(crowd.y, (std::vector<Fixed16>{9, 9}));
    EXPECT_LT(crowd.x[0], 9) << "the first by number goes left";
    EXPECT_GT(crowd.x[1], 9);
    EXPECT_LT(overlap(crowd), 0.001F);
}

TEST(SwarmCrowd, LeavesThoseAloneWhoOnlyTouch) {
    Crowd crowd(2);
    crowd.x = {9, 9 + SwarmCrowd::k_diameter};
    crowd.y = {9, 9};
    const std::vector<Fixed16> before = crowd.x;
    crowd.collide();
    EXPECT_EQ(crowd.x, before);
    EXPECT_EQ(crowd.neighbours_of(0).friends(), 1) << "but they are neighbours";
}

TEST(SwarmCrowd, CountsFriendsAndOpponentsAsThePlainSearchDoes) {
    for_each_seed(20, [](std::uint64_t seed) {
        Crowd crowd = pressed_crowd(seed, 300);
        const std::vector<Fixed16> x = crowd.x;
        const std::vector<Fixed16> y = crowd.y;
        crowd.collide();
        for (std::size_t unit = 0; unit < x.size(); ++unit) {
            int friends = 0;
            int opponents = 0;
            for (std::size_t other = 0; other < x.size(); ++other) {
                const std::int64_t dx = (x[unit].raw() >> 2) - (x[other].raw() >> 2);
                const std::int64_t dy = (y[unit].raw() >> 2) - (y[other].raw() >> 2);
                if (other != unit && dx * dx + dy * dy < std::int64_t{1} << 28) {
                    const bool is_friend = crowd.flocks[unit] / k_flocks_per_team ==
                                           crowd.flocks[other] / k_flocks_per_team;
                    (is_friend ? friends : opponents) += 1;
                }
            }
            ASSERT_EQ(crowd.neighbours_of(unit).friends(), friends);
            ASSERT_EQ(crowd.neighbours_of(unit).opponents(), opponents);
            const auto number = static_cast<std::uint32_t>(unit);
            const std::uint8_t captor = crowd.collisions.flock_of_first_opponent(number);
            EXPECT_EQ(captor / k_flocks_per_team != crowd.flocks[unit] / k_flocks_per_team,
                      opponents > 0);
        }
    });
}

}  // namespace
}  // namespace tandem::games
