// SPDX-License-Identifier: MIT
// The verb prints the script of the shell that was named, for the program as it was called.
#include <tests/support/counter.hpp>
#include <tests/tools/here.hpp>

namespace tandem::test {
namespace {

TEST(CompletionVerb, PrintsTheScriptOfAShell) {
    EXPECT_TRUE(
        says(program<Counter>({"completion", "bash"}).out, "\ncomplete -F _here -- 'here'\n"));
    EXPECT_TRUE(program<Counter>({"completion", "zsh"}).out.starts_with("#compdef here\n"));
    EXPECT_TRUE(says(program<Counter>({"completion", "fish"}).out, "\ncomplete -c 'here' -f\n"));
    EXPECT_TRUE(says(program<Counter>({"--json", "completion", "zsh"}).out,
                     "\"verb\":\"completion\",\"shell\":\"zsh\",\"text\":\"#compdef here"));
    EXPECT_EQ(program<Counter>({"completion", "tcsh"}).code, 2);
}

}  // namespace
}  // namespace tandem::test
