// SPDX-License-Identifier: MIT
// The one list of the verbs that every program has.
#include <tandem/tools/verbs/list.hpp>

#include <tandem/tools/verbs/each_verb.hpp>

namespace tandem::tools {

std::vector<Verb> all_verbs(std::vector<Verb> own) {
    return in_order_of_help(
        {record_verb(),  play_verb(),   host_verb(),   join_verb(),     diff_verb(),
         explain_verb(), verify_verb(), merge_verb(),  info_verb(),     state_verb(),
         find_verb(),    why_verb(),    blame_verb(),  minimise_verb(), trim_verb(),
         recover_verb(), export_verb(), import_verb(), check_verb(),    fake_desync_verb(),
         netsim_verb()},
        std::move(own), {games_verb(), completion_verb(), man_verb(), version_verb()});
}

}  // namespace tandem::tools
