// SPDX-License-Identifier: MIT
// What cannot be watched is refused. The loop itself needs real programs: the end-to-end tests have
// two.
#include <tandem/tools/verify/rebuild.hpp>

#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

using OnRebuild = InFolder;

TEST_F(OnRebuild, NeedsAProgramThatCanBeStartedAgain) {
    recorded<Counter>("a", {"--ticks", "9"});
    // Inside of a test main's arguments are others.
    const Said said = expect<Counter>(2, {"verify", "--on-rebuild", path("a")});
    EXPECT_TRUE(says(said.err, "this program cannot be started again"));
}

TEST_F(OnRebuild, GoesWithOneFileAndNoOtherWayToVerify) {
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--jobs", "2"}, {"--cache", "x"}, {"--seek-storm", "3"}}) {
        const Said said = expect<Counter>(2, joined({"verify", "--on-rebuild", path("a")}, more));
        EXPECT_TRUE(says(said.err, "leave " + more.front() + " away"));
    }
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{path("a"), path("b")}, {path("")}, {path("a"), "--follow"}}) {
        const Said said = expect<Counter>(2, joined({"verify", "--on-rebuild"}, arguments));
        EXPECT_TRUE(says(said.err, "goes with one finished recording"));
    }
}

}  // namespace
}  // namespace tandem::test
