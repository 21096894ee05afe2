// SPDX-License-Identifier: MIT
// Each script names what it must; end_to_end lets the shells run them.
#include <tandem/tools/program/cli/completion.hpp>

#include <gtest/gtest.h>

#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

TEST(CompletionScript, NamesAFunctionThatAnyShellTakes) {
    for (const Shell shell : {Shell::bash, Shell::zsh, Shell::fish}) {
        const std::string script = completion_script(shell, "my-game 2.0");
        EXPECT_TRUE(has(script, "_my_game_2_0")) << script;
        EXPECT_TRUE(has(script, " 'my-game 2.0'")) << script;
        EXPECT_FALSE(has(script, "@FUNCTION@") || has(script, "@QUOTED@") ||
                     has(script, "@PROGRAM@"))
            << script;
    }
}

}  // namespace
}  // namespace tandem::tools
