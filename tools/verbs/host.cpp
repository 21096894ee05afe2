// SPDX-License-Identifier: MIT
// The verb host opens a match and plays slot 0 of it.
#include <tandem/tools/program/match/run_match.hpp>

namespace tandem::tools {
namespace {

int run_host(const Arguments& arguments, Context& context) {
    MatchPlan plan = match_plan(arguments);
    plan.is_host = true;
    plan.port = arguments.whole<std::uint16_t>("--port").value_or(net::k_default_port);
    return run_match(plan, context);
}

}  // namespace

Verb host_verb() {
    const Option port{.names = {"--port"},
                      .value_name = "P",
                      .sentence = "UDP port to listen on; 0 takes a free one and says which",
                      .default_text = std::to_string(net::k_default_port),
                      .value = Whole{.most = std::numeric_limits<std::uint16_t>::max()}};
    return {
        .name = "host",
        .sentence = "Start a match and wait for the other players",
        .example = "host --inputs bot --ticks 2000 -o host.tandem",
        .starts_a_game = true,
        .options = joined(
            {{port},
             match_options(players_option("How many players take part, the host included", "2"))}),
        .run = &run_host,
    };
}

}  // namespace tandem::tools
