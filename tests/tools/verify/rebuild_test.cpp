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
    ASSERT_EQ(program<Counter>({"record", "--ticks", "9", "-o", path("a")}).code, 0);
    // Inside of a test main's arguments are others.
    const Said said = program<Counter>({"verify", "--on-rebuild", path("a")});
    EXPECT_EQ(said.code, 2);
    EXPECT_TRUE(says(said.err, "this program cannot be started again"));
}

TEST_F(OnRebuild, GoesWithOneFileAndNoOtherWayToVerify) {
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{"--jobs", "2"}, {"--cache", "x"}, {"--seek-storm", "3"}}) {
        std::vector<std::string> arguments{"verify", "--on-rebuild", path("a")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Said said = program<Counter>(arguments);
        EXPECT_EQ(said.code, 2);
        EXPECT_TRUE(says(said.err, "leave " + more.front() + " away"));
    }
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{path("a"), path("b")}, {path("")}, {path("a"), "--follow"}}) {
        std::vector<std::string> all{"verify", "--on-rebuild"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const Said said = program<Counter>(all);
        EXPECT_EQ(said.code, 2);
        EXPECT_TRUE(says(said.err, "goes with one finished recording"));
    }
}

}  // namespace
}  // namespace tandem::test
