// SPDX-License-Identifier: MIT
// Assertions say what failed and where, stay on in every build, and end the process.
#include <tandem/sim/assert.hpp>

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

namespace tandem::sim {
namespace {

TEST(AssertDeathTest, AFailedAssertionPrintsItselfAndItsPlace) {
    EXPECT_DEATH(TANDEM_ASSERT(1 + 1 == 3), "assertion failed: 1 \\+ 1 == 3 .*assert_test.cpp:");
}

TEST(AssertDeathTest, AHandlerThatReturnsDoesNotLetTheCallerGoOn) {
    const AssertHandler original = set_assert_handler([](const char*, const char*, int) {});
    EXPECT_DEATH(TANDEM_ASSERT(false), "");
    set_assert_handler([](const char* expression, const char*, int line) {
        std::_Exit(std::string(expression) == "false" && line > 0 ? 42 : 1);
    });
    EXPECT_EXIT(TANDEM_ASSERT(false), testing::ExitedWithCode(42), "");
    set_assert_handler(original);
}

TEST(AssertTest, ReplacingTheHandlerReturnsThePreviousOne) {
    const AssertHandler ours = [](const char*, const char*, int) {};
    const AssertHandler original = set_assert_handler(ours);
    EXPECT_EQ(set_assert_handler(original), ours);
}

TEST(AssertTest, WhatHoldsHasNoEffectAndIsEvaluatedOnce) {
    int evaluations = 0;
    TANDEM_ASSERT(++evaluations == 1);
    EXPECT_EQ(evaluations, 1);
}

}  // namespace
}  // namespace tandem::sim
