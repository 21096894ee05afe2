// SPDX-License-Identifier: MIT
// bash's script says what may stand where; end_to_end lets bash try it.
#include <tandem/tools/program/completion.hpp>

#include <gtest/gtest.h>

#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

TEST(BashCompletion, SaysWhatMayStandWhere) {
    const std::string script = bash_completion(program_of_two_games(), {best_verb()});
    EXPECT_TRUE(has(script, "        best | top)\n            verb=best\n"));
    EXPECT_TRUE(has(script, "options+=' -n --number --by --of --from --at --in --all'\n"));
    EXPECT_TRUE(has(script, "takes+=' -n --number --by --of --from --at --in'\n"));
    EXPECT_TRUE(has(script, "best' --by') _tandem_words 'age size' ;;\n"));
    EXPECT_TRUE(has(script, "best' --of') _tandem_list 'red blue' ;;\n"));
    EXPECT_TRUE(has(script, "best' --from') _tandem_words_or_files 'bot script:' ;;\n"));
    EXPECT_TRUE(has(script, "best' --in') _tandem_files -d ;;\n"));
    EXPECT_TRUE(has(script, "best' 0') _tandem_files -f ;;\n"));
    EXPECT_TRUE(has(script, "*' --game') _tandem_words 'duel swarm' ;;\n"));
    EXPECT_FALSE(has(script, "secret"));
    EXPECT_TRUE(script.ends_with("\ncomplete -F _tandem -- 'tandem'"));
    EXPECT_FALSE(has(script, "SELF"));
}

}  // namespace
}  // namespace tandem::tools
