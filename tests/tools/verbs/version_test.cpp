// SPDX-License-Identifier: MIT
// Which build this is.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Version, IsToldHoweverItIsAskedFor) {
    EXPECT_TRUE(says(program<Counter>({"--version"}).out, "tandem "));
    const std::string json = program<Counter>({"--version", "--json"}).out;
    EXPECT_TRUE(json.starts_with(R"({"schema":1,"verb":"version","version":")")) << json;
    EXPECT_TRUE(says(json, R"("build":)"));
    EXPECT_EQ(program<Counter>({"version"}).out, program<Counter>({"--version"}).out);
}

}  // namespace
}  // namespace tandem::test
