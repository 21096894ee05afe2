// SPDX-License-Identifier: MIT
// The one list of the verbs that a program for players has. It stands apart from the list of all
// verbs, so that a program for players links no other verb.
#include <iterator>
#include <utility>

#include <tandem/tools/verbs/list.hpp>

namespace tandem::tools {

// Each of these is the only function of its file that others see.
Verb record_verb();
Verb play_verb();
Verb host_verb();
Verb join_verb();
Verb diff_verb();
Verb verify_verb();
Verb info_verb();
Verb completion_verb();
Verb man_verb();
Verb version_verb();
Verb help_verb(std::vector<std::string> verbs);

std::vector<Verb> players_verbs(std::vector<Verb> own) {
    std::vector<Verb> verbs{record_verb(), play_verb(),   host_verb(), join_verb(),
                            diff_verb(),   verify_verb(), info_verb()};
    verbs.insert(verbs.end(), std::make_move_iterator(own.begin()),
                 std::make_move_iterator(own.end()));
    // Verbs about the program itself come last.
    verbs.push_back(completion_verb());
    verbs.push_back(man_verb());
    verbs.push_back(version_verb());
    verbs.push_back(help_verb(names_of(verbs)));
    return verbs;
}

}  // namespace tandem::tools
