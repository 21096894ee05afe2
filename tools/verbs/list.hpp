// SPDX-License-Identifier: MIT
// Lists all verbs of a program: one list for those who develop a game, one for its players. A
// program links only the verbs of the list that it calls.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The verbs that every program of a developer has, and the program's own, in the order of help.
std::vector<Verb> all_verbs(std::vector<Verb> own = {});

// The verbs that a program for players has, and the program's own, in the order of help.
std::vector<Verb> players_verbs(std::vector<Verb> own = {});

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

// Puts a list of verbs into the order of help: verbs about the program itself come last, and help
// is the very last.
inline std::vector<Verb> in_order_of_help(std::vector<Verb> verbs, std::vector<Verb> own,
                                          std::vector<Verb> about) {
    for (std::vector<Verb>* const more : {&own, &about}) {
        std::ranges::move(*more, std::back_inserter(verbs));
    }
    verbs.push_back(help_verb(names_of(verbs)));
    return verbs;
}

}  // namespace tandem::tools
