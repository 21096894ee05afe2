// SPDX-License-Identifier: MIT
// host: opens a match and plays slot 0 of it.
#include <tandem/tools/program/match.hpp>

namespace tandem::tools {

int cmd_host(const HostCommand& command, Context& context) {
    MatchPlan plan;
    plan.is_host = true;
    plan.session = command.session;
    plan.delay = command.delay;
    plan.key_file = command.key_file;
    plan.unpaced = command.unpaced;
    plan.port = command.port;
    return run_match(plan, context);
}

}  // namespace tandem::tools
