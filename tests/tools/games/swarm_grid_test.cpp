// SPDX-License-Identifier: MIT
// The grid against the plain search.
#include <tandem/tools/games/swarm_grid.hpp>

#include <gtest/gtest.h>

#include <tandem/sim/random.hpp>
#include <tests/tools/games/seeded.hpp>

namespace tandem::games {
namespace {

using test::for_each_seed;

TEST(SwarmGrid, FindsEveryNeighbourThatThePlainSearchFindsAndNoOther) {
    for_each_seed(20, [](std::uint64_t seed) {
        constexpr std::int32_t k_side = 12;
        Random random(seed);
        std::vector<GridEntry> entries;
        for (std::uint32_t unit = 0; unit < 200; ++unit) {
            const auto coordinate = [&] {
                return random.between(Fixed16(0), Fixed16(k_side) - Fixed16::epsilon());
            };
            entries.push_back({{coordinate(), coordinate()}, unit, 0});
        }
        SwarmGrid grid(k_side, 200);
        for (int fill = 0; fill < 2; ++fill) {  // the second one finds the first one's leftovers
            grid.clear();
            for (const GridEntry& entry : entries) {
                grid.count(entry.position);
            }
            grid.begin_filling();
            for (const GridEntry& entry : entries) {
                grid.add(entry);
            }
        }
        for (std::int32_t row = -1; row <= k_side; ++row) {
            for (std::int32_t column = 0; column < k_side; ++column) {
                std::vector<std::uint32_t> expected;
                for (std::int32_t cell = column - 1; cell <= column + 1; ++cell) {
                    for (const GridEntry& entry : entries) {
                        if (entry.position.x.floor() == cell && entry.position.y.floor() == row) {
                            expected.push_back(entry.unit);
                        }
                    }
                }
                std::vector<std::uint32_t> found;
                for (const GridEntry& entry : grid.row_of_three(column, row)) {
                    found.push_back(entry.unit);
                }
                ASSERT_EQ(found, expected) << "column " << column << " row " << row;
            }
        }
    });
}

}  // namespace
}  // namespace tandem::games
