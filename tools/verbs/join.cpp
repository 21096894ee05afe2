// SPDX-License-Identifier: MIT
// The verb join takes part in a match that another machine hosts.
#include <array>

#include <tandem/tools/program/match/run_match.hpp>

namespace tandem::tools {
namespace {

// The error for --port: `host` has a port of its own, but `join` gets it with the address.
sim::Error port_beside(const std::string& host_name, const std::string& port,
                       const std::string& program) {
    return {sim::ErrorCode::usage, "--port " + port,
            "join takes the port with the address: " + program + " join " + host_name + ":" + port};
}

// Refuses options that a recording decides for who comes back with it.
Result<void> check_resumed(const Arguments& arguments) {
    for (const char* option : std::array{"--seed", "--players", "--option"}) {
        if (arguments.has("--resume") && arguments.has(option)) {
            return Error{ErrorCode::usage, option,
                         "the recording that --resume names has decided this; leave it away"};
        }
    }
    return {};
}

Result<int> run_join(const Arguments& arguments, Context& context) {
    const auto address = parse_address(arguments.text("HOST[:PORT]"));
    TANDEM_TRY(address);
    if (arguments.has("--port")) {
        return context.fail(
            port_beside(address->host_name, arguments.text("--port"), context.program.name));
    }
    TANDEM_TRY(check_resumed(arguments));
    MatchPlan plan = match_plan(arguments);
    plan.resume = arguments.text("--resume");
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
    const Option port{.names = {"--port"},
                      .value_name = "P",
                      .sentence = "Refused, with a word on where it belongs",
                      .value = Text{},
                      .is_hidden = true};
    const Option resume{
        .names = {"--resume"},
        .value_name = "FILE",
        .sentence =
            "Come back to the match of this recording, which is only read; a new file goes "
            "on beside it",
        .value = Path{}};
    return {
        .name = "join",
        .sentence = "Take part in a match that somebody hosts",
        .example = "join 127.0.0.1:" + std::to_string(net::k_default_port) +
                   " --inputs bot -o guest.tandem",
        .options = joined(
            {{address, port, resume},
             match_options(players_option("Refuse a host of another number of players", ""))}),
        .run = &reported<&run_join>,
    };
}

}  // namespace tandem::tools
