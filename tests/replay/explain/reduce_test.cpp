// SPDX-License-Identifier: MIT
// Nothing of what is left can be left out.
#include <tandem/replay/explain/reduce.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tandem/sim/math/random.hpp>

namespace tandem::test {
namespace {

TEST(Reduce, FindsTheFewThatAreNeeded) {
    constexpr std::uint32_t k_reduce_seed = 5;
    Random random(k_reduce_seed);
    for (int round = 0; round < 50; ++round) {
        SCOPED_TRACE("seed " + std::to_string(k_reduce_seed) + ", round " + std::to_string(round));
        const std::uint32_t count = 1 + random.below(500U);
        std::vector<std::uint32_t> needed;
        for (std::uint32_t i = 0; i < random.below(5U); ++i) {
            needed.push_back(random.below(count));
        }
        std::sort(needed.begin(), needed.end());
        needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
        std::vector<std::uint32_t> all(count);
        std::iota(all.begin(), all.end(), 0U);
        const auto kept = replay::reduce(all, [&](const std::vector<std::uint32_t>& some) {
            return std::includes(some.begin(), some.end(), needed.begin(), needed.end());
        });
        EXPECT_EQ(kept, needed);
    }
}

TEST(Reduce, AsksOfLargePartsFirstAndKeepsTheOrder) {
    std::vector<std::string> asked;
    const auto kept = replay::reduce(std::vector<char>{'a', 'b', 'c'}, [&](const auto& some) {
        asked.emplace_back(some.begin(), some.end());
        return asked.back().find('a') != std::string::npos &&
               asked.back().find('c') != std::string::npos;
    });
    EXPECT_EQ(kept, (std::vector<char>{'a', 'c'}));
    EXPECT_EQ(asked, (std::vector<std::string>{"c", "ab", "bc", "ac", "a"}));
}

}  // namespace
}  // namespace tandem::test
