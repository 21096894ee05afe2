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

TEST(Environment, NoColorCountsWhereItIsSetAndNotEmpty) {
    const auto environment = [](std::optional<std::string> value) {
        return
            [value](const std::string& name) { return name == "NO_COLOR" ? value : std::nullopt; };
    };
    EXPECT_FALSE(wants_no_color(environment(std::nullopt)));
    EXPECT_FALSE(wants_no_color(environment("")));
    EXPECT_TRUE(wants_no_color(environment("1")));
    EXPECT_TRUE(wants_no_color(environment("0")));
}

}  // namespace
}  // namespace tandem::tools
