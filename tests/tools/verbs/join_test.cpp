// SPDX-License-Identifier: MIT
// join, inside of the test: addresses that lead nowhere.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Join, RefusesAnAddressThatIsNone) {
    const Said said = expect<Counter>(2, {"join", "there:port"});
    EXPECT_TRUE(says(said.err, "HOST:PORT"));
}

TEST(Join, SaysHowAPortIsGiven) {
    const Said said = expect<Counter>(2, {"join", "10.0.0.1", "--port", "47001"});
    EXPECT_TRUE(says(said.err, "--port 47001: join takes the port with the address: "));
    EXPECT_TRUE(says(said.err, " join 10.0.0.1:47001\n")) << said.err;
    EXPECT_TRUE(says(program<Counter>({"join", "there:5", "--port=6"}).err, " join there:6\n"));
    EXPECT_TRUE(says(program<Counter>({"join", "[::1]", "--port", "6"}).err,
                     "join [::1]: expected HOST or HOST:PORT"));
}

TEST(Join, SaysThatANameIsUnknown) {
    // A name that can never exist (RFC 6761).
    const Said said = expect<Counter>(4, {"join", "nobody.invalid"});
    EXPECT_TRUE(says(said.err, "nobody.invalid"));
}

}  // namespace
}  // namespace tandem::test
