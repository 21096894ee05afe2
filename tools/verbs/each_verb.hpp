// SPDX-License-Identifier: MIT
// Declares each verb for the lists of verbs, and puts a list into the order of help.
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

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
