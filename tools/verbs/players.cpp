// SPDX-License-Identifier: MIT
// The one list of the verbs that a program for players has. It stands apart from the list of all
// verbs, so that a program for players links no other verb.
#include <tandem/tools/verbs/list.hpp>

#include <tandem/tools/verbs/each_verb.hpp>

namespace tandem::tools {

std::vector<Verb> players_verbs(std::vector<Verb> own) {
    return in_order_of_help({record_verb(), play_verb(), host_verb(), join_verb(), diff_verb(),
                             verify_verb(), info_verb()},
                            std::move(own), {completion_verb(), man_verb(), version_verb()});
}

}  // namespace tandem::tools
