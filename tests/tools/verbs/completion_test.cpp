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
    EXPECT_TRUE(says(program<Counter>({"completion", "fish"}).out, "\ncomplete -c 'here' -f -a "));
    EXPECT_TRUE(says(program<Counter>({"--json", "completion", "zsh"}).out,
                     "\"verb\":\"completion\",\"shell\":\"zsh\",\"text\":\"#compdef here"));
    expect<Counter>(2, {"completion", "tcsh"});
}

TEST(CompletionVerb, AnswersAShellThatAsksHowAWordGoesOn) {
    const auto answer = [](std::vector<std::string> words) {
        words.insert(words.begin(), {"completion", "bash", "--"});
        return program<Counter>(words).out;
    };
    EXPECT_FALSE(says(program<Counter>({"completion", "--help"}).out, "WORD"));
    EXPECT_EQ(answer({"rec"}), "words\n\nrecord\nrecover\n");
    EXPECT_EQ(answer({"record", "--js"}), "words\n\n--json\n");
    EXPECT_EQ(answer({"play", ""}), "file\n\n");
    EXPECT_EQ(answer({"record", "-o", "-", "--qu"}), "words\n\n--quiet\n");
}

}  // namespace
}  // namespace tandem::test
