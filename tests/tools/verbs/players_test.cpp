// SPDX-License-Identifier: MIT
// The verbs of a program for players: those of a match, each as a developer has it.
#include <gtest/gtest.h>

#include <tandem/tools/verbs/list.hpp>

namespace tandem::tools {
namespace {

TEST(PlayersVerbs, AreThoseOfAMatchAndAreWhatTheyAreForADeveloper) {
    std::vector<std::string> names;
    const std::vector<Verb> all = all_verbs();
    for (const Verb& verb : players_verbs({{.name = "best"}})) {
        names.push_back(verb.name);
        const Verb* const same = find_verb(all, verb.name);
        EXPECT_TRUE(verb.name == "best" ||
                    (same != nullptr && same->options.size() == verb.options.size()))
            << verb.name;
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"record", "play", "host", "join", "diff", "verify", "info",
                                        "best", "completion", "man", "version", "help"}));
}

}  // namespace
}  // namespace tandem::tools
