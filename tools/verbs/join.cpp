// SPDX-License-Identifier: MIT
// join: takes part in a match that another machine hosts.
#include <tandem/tools/program/run_match.hpp>

namespace tandem::tools {
namespace {

int run_join(const Arguments& arguments, Context& context) {
    const auto address = parse_address(arguments.text("HOST[:PORT]"));
    if (!address) {
        return context.fail(address.error());
    }
    MatchPlan plan = match_plan(arguments);
    plan.host_name = address->host_name;
    plan.port = address->port;
    return run_match(plan, context);
}

}  // namespace

Verb join_verb() {
    const Option address{.names = {"HOST[:PORT]"},
                         .sentence = "Where the host is",
                         .value = Text{},
                         .is_required = true};
    return {
        .name = "join",
        .sentence = "Take part in a match that somebody hosts",
        .example = "join 127.0.0.1:" + std::to_string(net::k_default_port) +
                   " --inputs bot -o guest.tandem",
        .options = joined(
            {{address},
             match_options(players_option("Refuse a host of another number of players", ""))}),
        .run = &run_join,
    };
}

}  // namespace tandem::tools
