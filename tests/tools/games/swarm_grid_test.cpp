// SPDX-License-Identifier: MIT
// The grid's search against the plain one, which compares everybody with everybody.
#include <tandem/tools/games/swarm_grid.hpp>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>
#include <tests/tools/games/seeded.hpp>

namespace tandem::games {
namespace {

using test::for_each_seed;
using Pairs = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;

struct Points {
    std::vector<Fixed16> x;
    std::vector<Fixed16> y;
};

Points points_in(Random& random, std::size_t count, Fixed16 low, Fixed16 high) {
    Points points;
    for (std::size_t i = 0; i < count; ++i) {
        points.x.push_back(random.between(low, high - Fixed16::epsilon()));
        points.y.push_back(random.between(low, high - Fixed16::epsilon()));
    }
    return points;
}

// Distances in the grid's own steps of 2^-14.
Pairs plain_search(const Points& points) {
    Pairs pairs;
    const auto coarse = [](Fixed16 coordinate) { return std::int64_t{coordinate.raw() >> 2}; };
    for (std::uint32_t a = 0; a < points.x.size(); ++a) {
        for (std::uint32_t b = a + 1; b < points.x.size(); ++b) {
            const std::int64_t dx = coarse(points.x[a]) - coarse(points.x[b]);
            const std::int64_t dy = coarse(points.y[a]) - coarse(points.y[b]);
            if (dx * dx + dy * dy < std::int64_t{1} << 28) {
                pairs.insert({a, b});
            }
        }
    }
    return pairs;
}

Pairs search(SwarmGrid& grid, const Points& points) {
    grid.fill(points.x, points.y);
    std::vector<std::uint32_t> unit_at(points.x.size());
    for (std::uint32_t unit = 0; unit < unit_at.size(); ++unit) {
        unit_at[grid.places()[unit]] = unit;
    }
    Pairs pairs;
    for (auto some = grid.next_pairs(); !some.empty(); some = grid.next_pairs()) {
        for (const NearPair pair : some) {
            EXPECT_LT(pair.first, pair.second);
            pairs.insert(std::minmax(unit_at[pair.first], unit_at[pair.second]));
        }
    }
    return pairs;
}

TEST(SwarmGrid, FindsEveryPairThatThePlainSearchFindsOnceAndNoOther) {
    for_each_seed(40, [](std::uint64_t seed) {
        constexpr std::int32_t k_grid_side = 24;
        Random random(seed);
        const auto count = random.between(std::uint32_t{1}, std::uint32_t{900});
        // Spread over the world, in dense spots of it, and in both.
        Points points = points_in(random, count, 0, k_grid_side);
        if (seed % 2 == 0) {
            const Points dense = points_in(random, count / 3, 11, 14);
            std::copy(dense.x.begin(), dense.x.end(), points.x.begin());
            std::copy(dense.y.begin(), dense.y.end(), points.y.begin());
        }
        SwarmGrid grid(k_grid_side, count);
        const Pairs expected = plain_search(points);
        for (int time = 0; time < 2; ++time) {  // the second one finds the first one's leftovers
            if (expected != search(grid, points)) {
                // Only where a cell holds more than are seen may pairs be missing.
                std::vector<std::uint32_t> cells(k_grid_side * k_grid_side);
                for (std::size_t unit = 0; unit < count; ++unit) {
                    ++cells[static_cast<std::size_t>(points.y[unit].floor() * k_grid_side +
                                                     points.x[unit].floor())];
                }
                ASSERT_GT(*std::max_element(cells.begin(), cells.end()),
                          SwarmGrid::k_seen_per_cell);
            }
        }
    });
}

TEST(SwarmGrid, SeesDistancesToTheLastStep) {
    SwarmGrid grid(8, 2);
    const Fixed16 step = Fixed16::epsilon() * 4;  // a step of the grid
    for (const auto& [dx, dy, near] : {std::tuple{Fixed16(1), Fixed16(0), false},
                                       {1 - step, Fixed16(0), true},
                                       {Fixed16(0), Fixed16(1), false},
                                       {Fixed16(0), 1 - step, true},
                                       {0.75_fx16, 0.75_fx16, false},
                                       {0.7_fx16, 0.7_fx16, true},
                                       {Fixed16(0), Fixed16(0), true}}) {
        for (const Fixed16 x : {Fixed16(3), 3.5_fx16, Fixed16(4) - step}) {
            const Points points{{x, x + dx}, {x, x + dy}};
            EXPECT_EQ(search(grid, points).size(), near ? 1U : 0U);
            const Points mirrored{{x + dx, x}, {x, x + dy}};
            EXPECT_EQ(search(grid, mirrored).size(), near ? 1U : 0U);
        }
    }
}

TEST(SwarmGrid, LooksAcrossTheCornersOfTheWorldWithoutLeavingIt) {
    SwarmGrid grid(2, 4);
    const Fixed16 edge = 2 - Fixed16::epsilon();
    EXPECT_EQ(search(grid, {{0, edge, 0, edge}, {0, 0, edge, edge}}).size(), 0U);
    EXPECT_EQ(search(grid, {{0.7_fx16, 1.3_fx16, 0.7_fx16, 1.3_fx16},
                            {0.7_fx16, 0.7_fx16, 1.3_fx16, 1.3_fx16}})
                  .size(),
              6U);
}

TEST(SwarmGrid, ACellSeesNoMoreUnitsThanItHasRoomFor) {
    constexpr std::uint32_t k_count = 30'000;
    SwarmGrid grid(16, k_count);
    const Pairs pairs =
        search(grid, {std::vector<Fixed16>(k_count, 5), std::vector<Fixed16>(k_count, 5)});
    EXPECT_EQ(pairs.size(), SwarmGrid::k_seen_per_cell * (SwarmGrid::k_seen_per_cell - 1) / 2);
    EXPECT_EQ(pairs.rbegin()->second, SwarmGrid::k_seen_per_cell - 1) << "the first by number";
}

TEST(SwarmGrid, FindsTheFirstNeighbourThatIsAccepted) {
    SwarmGrid grid(8, 3);
    const Points points{{3.5_fx16, 3.6_fx16, 6}, {3.5_fx16, 3.6_fx16, 6}};
    grid.fill(points.x, points.y);
    const auto any = [](std::uint32_t) { return true; };
    const auto none = [](std::uint32_t) { return false; };
    EXPECT_EQ(grid.find_near(grid.places()[0], any), grid.places()[1]);
    EXPECT_EQ(grid.find_near(grid.places()[0], none), grid.places()[0]);
    EXPECT_EQ(grid.find_near(grid.places()[2], any), grid.places()[2]) << "nobody is near";
}

}  // namespace
}  // namespace tandem::games
