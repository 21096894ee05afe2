// SPDX-License-Identifier: MIT
// Loops over seeds: a failure names the seed and the command that repeats it alone.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace tandem::test {

// Calls check(seed) for `count` seeds, or only for TANDEM_SEED where that is set; ends after the
// first seed that fails.
template <class Check>
void for_each_seed(std::uint64_t count, Check check) {
    const char* only = std::getenv("TANDEM_SEED");
    const std::uint64_t first = only != nullptr ? std::strtoull(only, nullptr, 10) : 1;
    const std::uint64_t last = only != nullptr ? first : count;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        SCOPED_TRACE("again with: TANDEM_SEED=" + std::to_string(seed) +
                     " tandem_games_tests --gtest_filter=" + info->test_suite_name() + "." +
                     info->name());
        check(seed);
        if (testing::Test::HasFailure()) {
            return;
        }
    }
}

}  // namespace tandem::test
