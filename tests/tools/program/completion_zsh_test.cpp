// SPDX-License-Identifier: MIT
// zsh's script says what may stand where; end_to_end lets zsh try it.
#include <tandem/tools/program/completion.hpp>

#include <gtest/gtest.h>

#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

TEST(ZshCompletion, SaysWhatMayStandWhere) {
    const std::string script = zsh_completion(program_of_two_games(), {best_verb()});
    EXPECT_TRUE(script.starts_with("#compdef tandem\n"));
    EXPECT_TRUE(has(script, "'best:Print who was best\\: it'\\''s a list'\n"));
    EXPECT_TRUE(has(script, "        best|top)\n"));
    EXPECT_TRUE(has(script, "'(-n --number)-n+[So many]:N: '"));
    EXPECT_TRUE(has(script, "'(-n --number)--number=[So many]:N: '"));
    EXPECT_TRUE(has(script, "'--by=[What is counted]:FIELD:(age size)'"));
    EXPECT_TRUE(has(script, "'*--of=[Only these]:NAME\\[,NAME\\]:_values -s , word red blue'"));
    EXPECT_TRUE(has(script, "'--from=[By whom]:SOURCE: _tandem_words_or_files bot script\\:'"));
    EXPECT_TRUE(has(script, "'--in=[Folder to write to]:DIR:_files -/'"));
    EXPECT_TRUE(has(script, "'--all[Everybody]'"));
    EXPECT_TRUE(has(script, "'1:FILE:_files'"));
    EXPECT_TRUE(has(script, "'--game=[Game to start; a file names its own]:NAME:(duel swarm)'"));
    EXPECT_FALSE(has(script, "secret"));
}

}  // namespace
}  // namespace tandem::tools
