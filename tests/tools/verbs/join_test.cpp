// SPDX-License-Identifier: MIT
// join, inside of the test: addresses that lead nowhere.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Join, RefusesAnAddressThatIsNone) {
    const Said said = program<Counter>({"join", "there:port"});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "HOST:PORT"));
}

TEST(Join, SaysThatANameIsUnknown) {
    // A name that can never exist (RFC 6761).
    const Said said = program<Counter>({"join", "nobody.invalid"});
    EXPECT_EQ(said.code, 4);
    EXPECT_TRUE(says(said.err, "nobody.invalid"));
}

}  // namespace
}  // namespace tandem::test
