// SPDX-License-Identifier: MIT
// fish's script says what may stand where; end_to_end lets fish try it.
#include <tandem/tools/program/completion.hpp>

#include <gtest/gtest.h>

#include <tests/tools/program/best_verb.hpp>

namespace tandem::tools {
namespace {

TEST(FishCompletion, SaysWhatMayStandWhere) {
    const std::string script = fish_completion(program_of_two_games(), {best_verb()});
    const std::string of_best = "complete -c 'tandem' -n '__tandem_is best top'";
    EXPECT_TRUE(has(script, "\ncomplete -c 'tandem' -f\n"));
    EXPECT_TRUE(has(script, "-n 'not __tandem_verb >/dev/null' -a top -d "));
    EXPECT_TRUE(has(script, of_best + " -s n -l number -x -d 'So many'\n"));
    EXPECT_TRUE(has(script, of_best + " -l by -x -a 'age size' -d "));
    EXPECT_TRUE(has(script, of_best + " -l of -x -a '(__tandem_list red blue)' -d "));
    EXPECT_TRUE(
        has(script, of_best + " -l from -x -a '(__tandem_words_or_files bot script:)' -d "));
    EXPECT_TRUE(has(script, of_best + " -l in -x -a '(__fish_complete_directories)' -d "));
    EXPECT_TRUE(has(script, of_best + " -l all -d 'Everybody'\n"));
    EXPECT_TRUE(has(script, of_best + " -F -d 'Where to look'"));
    EXPECT_TRUE(has(script, "complete -c 'tandem' -l game -x -a 'duel swarm' -d "));
    EXPECT_FALSE(has(script, "secret"));
}

}  // namespace
}  // namespace tandem::tools
