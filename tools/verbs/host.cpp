// SPDX-License-Identifier: MIT
// The verb host opens a match and plays slot 0 of it.
#include <array>

#include <tandem/sim/game/inputs.hpp>
#include <tandem/tools/program/match/run_match.hpp>

namespace tandem::tools {
namespace {

// Refuses options that the recording of a match decides for a host that goes on with it.
Result<void> check_going_on(const Arguments& arguments) {
    const bool resumes = arguments.has("--resume");
    const bool goes_on = resumes || arguments.has("--from");
    for (const char* option : std::array{"--seed", "--players", "--option", "--open"}) {
        if (goes_on && arguments.has(option)) {
            return Error{ErrorCode::usage, option,
                         "the recording of the match has decided this; leave it away"};
        }
    }
    if (resumes && arguments.has("--from")) {
        return Error{ErrorCode::usage, "--from " + arguments.text("--from"),
                     "--resume goes on at the end of its match; leave one of both away"};
    }
    if (arguments.flag("--anybody") && !arguments.has("--from")) {
        return Error{ErrorCode::usage, "--anybody",
                     "it is for a recording that --from names; name one, or leave it away"};
    }
    return {};
}

Result<int> run_host(const Arguments& arguments, Context& context) {
    TANDEM_TRY(check_going_on(arguments));
    MatchPlan plan = match_plan(arguments);
    plan.is_host = true;
    plan.port = arguments.whole<std::uint16_t>("--port").value_or(net::k_default_port);
    plan.resume = arguments.text("--resume");
    if (arguments.has("--from")) {
        plan.from = split_branch(arguments.text("--from"));
    }
    plan.anybody = arguments.flag("--anybody");
    plan.bots_fill = arguments.flag("--bots-fill");
    plan.open_slots = arguments.whole<std::uint32_t>("--open").value_or(0);
    return run_match(plan, context);
}

}  // namespace

Verb host_verb() {
    const Option port{.names = {"--port"},
                      .value_name = "P",
                      .sentence = "UDP port to listen on; 0 takes a free one and says which",
                      .default_text = std::to_string(net::k_default_port),
                      .value = Whole{.most = std::numeric_limits<std::uint16_t>::max()}};
    const Option resume{
        .names = {"--resume"},
        .value_name = "FILE",
        .sentence =
            "Go on with the match of this recording of its host, which is only read, behind "
            "the last tick that a player still has",
        .value = Path{}};
    const Option from{
        .names = {"--from"},
        .value_name = "FILE@T",
        .sentence = "Go on with it from the state after T ticks; -T counts from its end",
        .value = Text{}};
    const Option anybody{
        .names = {"--anybody"},
        .sentence = "With --from: as a match of its own, which anybody may join, without a secret"};
    const Option open{.names = {"--open"},
                      .value_name = "N",
                      .sentence = "Begin without the last N players, who may join later",
                      .default_text = "0",
                      .value = Whole{.most = k_slots_max - 2}};
    const Option bots{
        .names = {"--bots-fill"},
        .sentence = "Let bots play the slots that nobody has, or whose player is away"};
    return {
        .name = "host",
        .sentence = "Start a match and wait for the other players",
        .example = "host --inputs bot --ticks 2000 -o host.tandem",
        .starts_a_game = true,
        .options = joined(
            {{port, open, bots, resume, from, anybody},
             match_options(players_option("How many players take part, the host included", "2"))}),
        .run = &reported<&run_host>,
    };
}

}  // namespace tandem::tools
