// SPDX-License-Identifier: MIT
// join: takes part in a match that another machine hosts.
#include <tandem/tools/program/match.hpp>

namespace tandem::tools {

int cmd_join(const JoinCommand& command, Context& context) {
    const auto address = parse_address(command.address);
    if (!address) {
        return context.fail(address.error());
    }
    MatchPlan plan;
    plan.session = command.session;
    plan.delay = command.delay;
    plan.key_file = command.key_file;
    plan.unpaced = command.unpaced;
    plan.host_name = address->host_name;
    plan.port = address->port;
    return run_match(plan, context);
}

}  // namespace tandem::tools
