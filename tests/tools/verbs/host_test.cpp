// SPDX-License-Identifier: MIT
// host, inside of the test: it needs a game. Its matches are tested end to end.
#include <tests/support/broken_games.hpp>
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(Host, NeedsAGameWhereThereAreSeveral) { expect<Counter, Leaky>(2, {"host"}); }

}  // namespace
}  // namespace tandem::test
