// SPDX-License-Identifier: MIT
// The verb prints the manual page of the program as it was called.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(ManVerb, PrintsTheManualPage) {
    const Said said = expect<Counter>(0, {"man"});
    EXPECT_TRUE(says(said.out, "\n.TH HERE 1 "));
    EXPECT_TRUE(says(said.out, "\n.SS verify\n"));
    EXPECT_TRUE(
        says(program<Counter>({"man", "--json"}).out, "\"verb\":\"man\",\"text\":\".\\\\\\\""));
}

}  // namespace
}  // namespace tandem::test
