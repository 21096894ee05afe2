// SPDX-License-Identifier: MIT
// The verb netsim plays a match of one's own game on a bad network, in virtual time.
#include <memory>
#include <optional>

#include <tandem/replay/files/output.hpp>
#include <tandem/sim/time/ticks.hpp>
#include <tandem/tools/netsim/run_scenario.hpp>
#include <tandem/tools/netsim/scenario.hpp>
#include <tandem/tools/netsim/shrink.hpp>
#include <tandem/tools/netview/trace_writer.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/session/plant.hpp>
#include <tandem/tools/system/clock.hpp>
#include <tandem/tools/system/file.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

constexpr std::uint64_t k_profile_seconds = 60;
constexpr const char* k_profile_default = "wifi";
constexpr std::uint64_t k_profile_bytes_max = std::uint64_t{16} << 20;

Result<netsim::Scenario> choose_scenario(const Arguments& arguments, const sim::GameInfo& game);
Result<void> add_plant(const Arguments& arguments, const sim::GameInfo& game,
                       netsim::Scenario& scenario);
ExitCode exit_code_for(netsim::ScenarioVerdict verdict);
Result<std::unique_ptr<replay::FileOutput>> open_scenario(const Arguments& arguments);
Result<std::unique_ptr<netview::TraceFile>> open_trace(const Arguments& arguments);
net::Time virtual_time(double in_seconds);
Result<void> save_shrunk(const netsim::Scenario& scenario, const RegisteredGame& game,
                         replay::FileOutput& output, Context& context);
std::optional<Error> never_planted(const netsim::Scenario& scenario,
                                   const netsim::ScenarioOutcome& outcome);
Result<int> run_netsim(const Arguments& arguments, Context& context);

}  // namespace

Verb netsim_verb() {
    std::string names;
    for (const std::string& name : netsim::profile_names()) {
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
                     .value = Text{.words = netsim::profile_names()}},
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
                     .value = Whole{.least = 1, .most = netsim::k_scenario_ticks_max}},
                    {.names = {"--sealed"},
                     .sentence = "Seal the lines, as UDP's always are; a file may say so itself"},
                    {.names = {"--plant"},
                     .value_name = "TICK:FIELD",
                     .sentence = "Flip the lowest bit of this field of machine 1 after that tick, "
                                 "to see it found",
                     .value = Text{}},
                    {.names = {"-o", "--output"},
                     .value_name = "FILE",
                     .sentence = "Where to save the smallest scenario that goes wrong, if it does",
                     .value = Path{}},
                    trace_option("Write ticks, packets and stalls of all sides for Perfetto"),
                    {.names = {"--force"}, .sentence = "Replace the file if it exists"}},
        .run = &reported<&run_netsim>,
    };
}

namespace {

// Takes a profile by its name, or a scenario out of a file. Options given beside it win.
Result<netsim::Scenario> choose_scenario(const Arguments& arguments, const sim::GameInfo& game) {
    const std::string profile =
        arguments.has("--profile") ? arguments.text("--profile") : k_profile_default;
    const auto seed = arguments.whole("--seed");
    const auto players = arguments.whole<std::uint32_t>("--players");
    const auto ticks = arguments.whole("--ticks");
    const bool is_sealed = arguments.flag("--sealed");
    const std::uint64_t wanted = ticks.value_or(sim::ticks_in(k_profile_seconds, game.tick_rate));
    if (auto made = netsim::make_profile(profile, seed.value_or(1), players.value_or(2), wanted,
                                         sim::seconds_in(wanted, game.tick_rate))) {
        made->is_sealed = is_sealed;
        return *made;
    }
    const auto bytes = read_named_file(profile, k_profile_bytes_max);
    if (!bytes) {
        Error error = bytes.error();
        error.message += "; profiles are";
        for (const std::string& name : netsim::profile_names()) {
            error.message += " " + name;
        }
        return error;
    }
    auto scenario = netsim::scenario_from_text(sim::as_text(*bytes)).within(profile);
    TANDEM_TRY(scenario);
    scenario->seed = seed.value_or(scenario->seed);
    scenario->players = players.value_or(scenario->players);
    scenario->ticks = ticks.value_or(scenario->ticks);
    scenario->is_sealed = scenario->is_sealed || is_sealed;
    return scenario;
}

// Plants the fault at a guest, so that the host has to find it.
Result<void> add_plant(const Arguments& arguments, const sim::GameInfo& game,
                       netsim::Scenario& scenario) {
    const auto plant = planned_plant(game, arguments.text("--plant"));
    TANDEM_TRY(plant);
    if (*plant) {
        scenario.plant = netsim::ScenarioPlant{1, (*plant)->tick.number, (*plant)->field};
    }
    return {};
}

ExitCode exit_code_for(netsim::ScenarioVerdict verdict) {
    switch (verdict) {
        case netsim::ScenarioVerdict::one_chain:
            return ExitCode::ok;
        case netsim::ScenarioVerdict::stuck:
        case netsim::ScenarioVerdict::cut_short:
            return ExitCode::network;
        case netsim::ScenarioVerdict::step_failed:
            return ExitCode::internal;
        case netsim::ScenarioVerdict::chains_differ:
        case netsim::ScenarioVerdict::not_told:
        case netsim::ScenarioVerdict::false_alarm:
        case netsim::ScenarioVerdict::stranger_let_in:
        case netsim::ScenarioVerdict::ticks_lost:
        case netsim::ScenarioVerdict::copy_taken:
        case netsim::ScenarioVerdict::ahead_of_time:
        case netsim::ScenarioVerdict::too_long_delay:
        case netsim::ScenarioVerdict::not_recovered:
            break;
    }
    return ExitCode::divergence;
}

// Opens the file for a scenario that goes wrong. If none does, the file is removed.
Result<std::unique_ptr<replay::FileOutput>> open_scenario(const Arguments& arguments) {
    const std::string path = arguments.text("--output");
    if (is_same_file(arguments.text("--profile"), path)) {
        return Error{ErrorCode::usage, "--output " + path,
                     "this file is the profile; choose another name"};
    }
    return open_whole_output(path, arguments.flag("--force"));
}

// Opens the trace. Null if none is asked for.
Result<std::unique_ptr<netview::TraceFile>> open_trace(const Arguments& arguments) {
    const std::string path = arguments.text("--trace");
    if (path.empty()) {
        return std::unique_ptr<netview::TraceFile>();
    }
    if (is_same_file(arguments.text("--profile"), path)) {
        return Error{ErrorCode::usage, "--trace " + path,
                     "this file is the profile; choose another name"};
    }
    auto file = netview::TraceFile::create(path, arguments.flag("--force"));
    if (file) {
        (*file)->keep();
    }
    return file;
}

net::Time virtual_time(double in_seconds) {
    return std::chrono::duration_cast<net::Time>(std::chrono::duration<double>(in_seconds));
}

// Shrinks the scenario that went wrong and saves it.
Result<void> save_shrunk(const netsim::Scenario& scenario, const RegisteredGame& game,
                         replay::FileOutput& output, Context& context) {
    context.console.print_note("looking for the smallest scenario that goes wrong in this way");
    const auto shrunk = netsim::shrink_scenario(scenario, game);
    TANDEM_TRY(shrunk);
    const std::string text = netsim::scenario_text(shrunk->scenario);
    for (const auto& written : {output.append(sim::as_bytes(text)), output.flush()}) {
        TANDEM_TRY(written);
    }
    context.console.print_note("after " + count_text(shrunk->runs, "run") + " it has " +
                               count_text(shrunk->scenario.ticks, "tick") + " and " +
                               count_text(shrunk->scenario.faults.size(), "fault") + ": " +
                               escaped(output.path()));
    return output.close();
}

// The error that a fault was asked for and never planted, so that the run proves nothing.
std::optional<Error> never_planted(const netsim::Scenario& scenario,
                                   const netsim::ScenarioOutcome& outcome) {
    if (!scenario.plant || !outcome.differences.empty()) {
        return std::nullopt;
    }
    return Error{
        ErrorCode::usage,
        "--plant " + std::to_string(scenario.plant->tick) + ":" + escaped(scenario.plant->field),
        "nothing was planted: the match was over after " +
            count_text(outcome.ticks_recorded, "tick")};
}

Result<int> run_netsim(const Arguments& arguments, Context& context) {
    const auto game = context.registry.choose(context.game);
    TANDEM_TRY(game);
    auto scenario = choose_scenario(arguments, *game->info);
    TANDEM_TRY(scenario);
    TANDEM_TRY(add_plant(arguments, *game->info, *scenario));
    std::unique_ptr<replay::FileOutput> output;
    if (arguments.has("--output")) {
        auto opened = open_scenario(arguments);
        TANDEM_TRY(opened);
        output = *std::move(opened);
    }
    auto trace = open_trace(arguments);
    TANDEM_TRY(trace);
    Progress progress(context.console.err(), context.console.may_redraw(), "playing", "tick",
                      scenario->ticks);
    netsim::ScenarioOptions run;
    run.on_progress = [&](std::uint64_t ticks) {
        progress.update(ticks, steady_now());
        if (*trace != nullptr) {
            (*trace)->tend(steady_now());
        }
    };
    run.trace = *trace == nullptr ? nullptr : &(*trace)->writer();
    const auto outcome = netsim::run_scenario(*scenario, *game, run);
    progress.finish();
    TANDEM_TRY(outcome);
    const auto traced = *trace == nullptr ? Result<void>()
                                          : (*trace)->close(virtual_time(outcome->virtual_seconds));
    for (const std::string& line : netsim::outcome_lines(*scenario, game->info->name, *outcome)) {
        context.console.print(line);
    }
    const bool is_saved = output && outcome->verdict != netsim::ScenarioVerdict::one_chain;
    JsonObject facts = netsim::outcome_facts(*scenario, game->info->name, *outcome);
    facts.emplace_back("file", is_saved ? JsonValue(output->path()) : JsonValue());
    facts.emplace_back("trace_file",
                       *trace != nullptr && traced ? JsonValue((*trace)->path()) : JsonValue());
    if (const auto missed = never_planted(*scenario, *outcome)) {
        return context.fail(*missed, facts);
    }
    if (is_saved) {
        if (auto saved = save_shrunk(*scenario, *game, *output, context); !saved) {
            return context.fail(saved.error(), facts);
        }
    } else if (output) {
        context.console.print_note("nothing went wrong, so that no file was written");
    }
    if (!traced && outcome->verdict == netsim::ScenarioVerdict::one_chain) {
        return context.fail(traced.error(), facts);
    }
    if (!traced) {
        context.console.complain(traced.error());
    }
    context.console.report(facts);
    return static_cast<int>(exit_code_for(outcome->verdict));
}

}  // namespace
}  // namespace tandem::tools
