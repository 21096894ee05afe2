// SPDX-License-Identifier: MIT
// Which build this is.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Version, IsToldHoweverItIsAskedFor) {
    EXPECT_TRUE(says(program<Counter>({"--version"}).out, "tandem "));
    EXPECT_TRUE(says(program<Counter>({"--version", "--json"}).out, "\"verb\":\"version\""));
    EXPECT_EQ(program<Counter>({"version"}).out, program<Counter>({"--version"}).out);
}

}  // namespace
}  // namespace tandem::test
