// SPDX-License-Identifier: MIT
// The one list of the verbs that every program has.
#include <tandem/tools/verbs/list.hpp>

#include <iterator>
#include <utility>

namespace tandem::tools {

// Each of these is the only function of its file that others see.
Verb record_verb();
Verb play_verb();
Verb host_verb();
Verb join_verb();
Verb diff_verb();
Verb explain_verb();
Verb fake_desync_verb();
Verb minimise_verb();
Verb blame_verb();
Verb verify_verb();
Verb merge_verb();
Verb info_verb();
Verb state_verb();
Verb find_verb();
Verb why_verb();
Verb trim_verb();
Verb recover_verb();
Verb export_verb();
Verb import_verb();
Verb check_verb();
Verb netsim_verb();
Verb games_verb();
Verb completion_verb();
Verb man_verb();
Verb version_verb();
Verb help_verb(std::vector<std::string> verbs);

std::vector<Verb> all_verbs(std::vector<Verb> own) {
    std::vector<Verb> verbs{record_verb(), play_verb(),     host_verb(),   join_verb(),
                            diff_verb(),   explain_verb(),  verify_verb(), merge_verb(),
                            info_verb(),   state_verb(),    find_verb(),   why_verb(),
                            blame_verb(),  minimise_verb(), trim_verb(),   recover_verb(),
                            export_verb(), import_verb(),   check_verb(),  fake_desync_verb(),
                            netsim_verb()};
    verbs.insert(verbs.end(), std::make_move_iterator(own.begin()),
                 std::make_move_iterator(own.end()));
    // Verbs about the program itself come last.
    verbs.push_back(games_verb());
    verbs.push_back(completion_verb());
    verbs.push_back(man_verb());
    verbs.push_back(version_verb());
    verbs.push_back(help_verb(names_of(verbs)));
    return verbs;
}

}  // namespace tandem::tools
