// SPDX-License-Identifier: MIT
// The process's own variables.
#include <tandem/tools/system/environment.hpp>

#include <cstdlib>

#include <gtest/gtest.h>

namespace tandem::tools {
namespace {

TEST(Environment, TellsEmptyFromAbsent) {
    ::setenv("TANDEM_TEST_EMPTY", "", 1);
    ::unsetenv("TANDEM_TEST_ABSENT");
    const Environment environment = own_environment();
    EXPECT_EQ(environment("TANDEM_TEST_EMPTY"), "");
    EXPECT_EQ(environment("TANDEM_TEST_ABSENT"), std::nullopt);
    ::unsetenv("TANDEM_TEST_EMPTY");
}

}  // namespace
}  // namespace tandem::tools
