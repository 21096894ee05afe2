// SPDX-License-Identifier: MIT
// netsim: a match of one's own game on a bad network, in virtual time.
#include <algorithm>

#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/netsim/profiles.hpp>
#include <tandem/tools/netsim/report.hpp>
#include <tandem/tools/netsim/scenario_text.hpp>
#include <tandem/tools/program/plant.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

using sim::Error;
using sim::ErrorCode;
using sim::Result;

constexpr std::uint64_t k_profile_seconds = 60;
constexpr const char* k_profile_default = "wifi";
constexpr std::uint64_t k_profile_bytes_max = std::uint64_t{16} << 20;

// A profile by its name, or a scenario out of a file. What was given beside it wins.
Result<Scenario> choose_scenario(const Arguments& arguments, const sim::GameInfo& game) {
    const std::string profile =
        arguments.has("--profile") ? arguments.text("--profile") : k_profile_default;
    const auto seed = arguments.whole("--seed");
    const auto players = arguments.whole<std::uint32_t>("--players");
    const auto ticks = arguments.whole("--ticks");
    const std::uint64_t wanted = ticks.value_or(sim::ticks_in(k_profile_seconds, game.tick_rate));
    if (auto made = make_profile(profile, seed.value_or(1), players.value_or(2), wanted,
                                 sim::seconds_in(wanted, game.tick_rate))) {
        return *made;
    }
    const auto bytes = read_file(profile, k_profile_bytes_max);
    if (!bytes) {
        return bytes.error();
    }
    auto scenario =
        scenario_from_text({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!scenario) {
        return scenario.error().within(profile);
    }
    scenario->seed = seed.value_or(scenario->seed);
    scenario->players = players.value_or(scenario->players);
    scenario->ticks = ticks.value_or(scenario->ticks);
    return scenario;
}

// A guest is where the fault is, so that the host has to find it.
Result<void> add_plant(const Arguments& arguments, const sim::GameInfo& game, Scenario& scenario) {
    const auto plant = planned_plant(game, arguments.text("--plant"));
    if (!plant) {
        return plant.error();
    }
    if (*plant) {
        scenario.plant = ScenarioPlant{1, (*plant)->tick.number, (*plant)->field};
    }
    return {};
}

ExitCode exit_code_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::one_chain:
            return ExitCode::ok;
        case Verdict::stuck:
        case Verdict::cut_short:
            return ExitCode::network;
        case Verdict::step_failed:
            return ExitCode::internal;
        case Verdict::chains_differ:
        case Verdict::not_told:
        case Verdict::false_alarm:
            break;
    }
    return ExitCode::divergence;
}

int run_netsim(const Arguments& arguments, Context& context) {
    const auto game = context.registry.choose(context.game);
    if (!game) {
        return context.fail(game.error());
    }
    auto scenario = choose_scenario(arguments, *game->info);
    if (!scenario) {
        return context.fail(scenario.error());
    }
    if (auto planted = add_plant(arguments, *game->info, *scenario); !planted) {
        return context.fail(planted.error());
    }
    const auto outcome = run_scenario(*scenario, *game);
    if (!outcome) {
        return context.fail(outcome.error());
    }
    for (const std::string& line : outcome_lines(*scenario, game->info->name, *outcome)) {
        context.console.say(line);
    }
    context.console.report(outcome_facts(*scenario, game->info->name, *outcome));
    return static_cast<int>(exit_code_of(outcome->verdict));
}

}  // namespace

Verb netsim_verb() {
    std::string names;
    for (const std::string& name : profile_names()) {
        names += name + ", ";
    }
    return {
        .name = "netsim",
        .sentence = "Play a match on a simulated network, in virtual time",
        .example = "netsim --profile hotel --players 4",
        .starts_a_game = true,
        .options = {{.names = {"--profile"},
                     .value_name = "NAME|FILE",
                     .sentence = "What the lines are like: " + names + "or a file with a scenario",
                     .default_text = k_profile_default,
                     .value = Text{.words = profile_names()}},
                    {.names = {"--seed"},
                     .value_name = "S",
                     .sentence = "Seed of the match and of the network",
                     .default_text = "1, or the file's",
                     .value = Whole{}},
                    {.names = {"--players"},
                     .value_name = "N",
                     .sentence = "How many machines play, the host included",
                     .default_text = "2, or the file's",
                     .value = Whole{.least = 2, .most = k_slots_max}},
                    {.names = {"--ticks"},
                     .value_name = "N",
                     .sentence = "How long the match is",
                     .default_text = "one minute, or the file's",
                     .value = Whole{.least = 1, .most = k_scenario_ticks_max}},
                    {.names = {"--plant"},
                     .value_name = "TICK:FIELD",
                     .sentence = "Flip the lowest bit of this field of machine 1 after that tick, "
                                 "to see it found",
                     .value = Text{}}},
        .run = &run_netsim,
    };
}

}  // namespace tandem::tools
