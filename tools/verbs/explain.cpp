// SPDX-License-Identifier: MIT
// The verb explain tells why two recordings of one session differ, or why one is not reproduced
// here.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/autopsy/outputs.hpp>
#include <tandem/tools/autopsy/side_states.hpp>
#include <tandem/tools/process/command.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/evidence/compared_sides.hpp>
#include <tandem/tools/program/evidence/explain_facts.hpp>
#include <tandem/tools/program/match/proven_cause.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/program/session/played_again.hpp>
#include <tandem/tools/program/trial/asked_program.hpp>
#include <tandem/tools/program/trial/trial.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/program_identity.hpp>
#include <tandem/tools/text/shell_text.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

using replay::Explanation;
using replay::Replay;

// The files in question, opened once for all code that reads them.
struct Opened {
    Replay first;
    std::optional<Replay> second;
    RegisteredGame game;

    const Replay* second_or_none() const { return second ? &*second : nullptr; }
    std::optional<sim::Error> flaw() const {
        return first.flaw() || !second ? first.flaw() : second->flaw();
    }
};

Result<Opened> open_all(const ComparedSides& sides, const Context& context);
Result<Explanation> explain_opened(const Opened& opened, const ComparedNames& names,
                                   const replay::ExplainOptions& options,
                                   const replay::Progress& progress);
Result<void> write_beside(autopsy::Outputs& outputs, const autopsy::PageInput& input,
                          const replay::Progress& progress);
ExplainRemarks remarks_of(const Explanation& found, const autopsy::PageInput& input,
                          const replay::Progress& progress);
std::string explaining_text(const Opened& opened, const ComparedNames& names,
                            const Context& context);
CheckAdvice check_advice(const Opened& opened, const ComparedNames& names, const Context& context);

struct ExplainPlan {
    std::vector<std::string> against;  // another build's command; empty: none
    std::chrono::seconds patience{};
    bool edits_before_steps = true;
};

Result<int> explain_here(const ComparedSides& sides, autopsy::Outputs& outputs,
                         const ExplainPlan& plan, Context& context,
                         const replay::Progress& progress);
Result<int> run_explain(const Arguments& arguments, Context& context);

}  // namespace

Verb explain_verb() {
    return {
        .name = "explain",
        .sentence = "Say why two recordings of a session differ, with the proof",
        .example = "explain host.tandem guest.tandem",
        .options =
            joined({{{.names = {"A"},
                      .sentence = "A recording, or a bundle; alone: why it is not reproduced here",
                      .value = Path{Path::Kind::either},
                      .is_required = true},
                     {.names = {"B"},
                      .sentence = "The other side's recording or bundle",
                      .value = Path{Path::Kind::either}},
                     {.names = {"--against"},
                      .value_name = "PROGRAM",
                      .sentence = "Ask another build of the game too, and say where the two part",
                      .value = Path{}},
                     patience_option(),
                     memory_option()},
                    autopsy::output_options()}),
        .run = &reported<&run_explain>,
        .cause_of = &proven_cause,
    };
}

namespace {

Result<Opened> open_all(const ComparedSides& sides, const Context& context) {
    auto first = open_replay(sides.names.a, context);
    TANDEM_TRY(first);
    const auto game = game_of(*first, sides.names.a, context);
    TANDEM_TRY(game);
    Opened opened{std::move(first).value(), std::nullopt, *game};
    if (!sides.names.b.empty()) {
        auto second = open_replay(sides.names.b, context);
        TANDEM_TRY(second);
        opened.second = std::move(second).value();
    }
    TANDEM_TRY(check_sides(sides, opened.first, opened.second_or_none()));
    return opened;
}

Result<Explanation> explain_opened(const Opened& opened, const ComparedNames& names,
                                   const replay::ExplainOptions& options,
                                   const replay::Progress& progress) {
    const sim::AnySimulation spare = opened.game.make();
    auto found = opened.second
                     ? replay::explain(opened.first, *opened.second, spare, options, progress)
                     : replay::explain(opened.first, spare, options, progress);
    return found ? std::move(found)
                 : found.error().within(names.b.empty() ? names.a : names.a + " and " + names.b);
}

// Writes the files that are wanted beside the answer.
Result<void> write_beside(autopsy::Outputs& outputs, const autopsy::PageInput& input,
                          const replay::Progress& progress) {
    return outputs.are_wanted() ? outputs.write(input, progress) : Result<void>();
}

// The remarks. Fields can be told in every class: if those of the bad tick are not known, those of
// the first later states that are known.
ExplainRemarks remarks_of(const Explanation& found, const autopsy::PageInput& input,
                          const replay::Progress& progress) {
    ExplainRemarks remarks;
    if (!found.fields.empty()) {
        return remarks;
    }
    std::string ignored;
    const auto states = autopsy::find_side_states(input, *input.spare, ignored, progress);
    if (states) {
        // If there is one file, the second side is simulated here, which is told first.
        const std::size_t first = input.second == nullptr ? 1 : 0;
        remarks.later_fields = sim::compare_values(
            input.first.header().state_schema, states->states[first], states->states[1 - first]);
        remarks.later_ticks_done = states->ticks_done;
    }
    return remarks;
}

// The call of this program in words, without options.
std::string explaining_text(const Opened& opened, const ComparedNames& names,
                            const Context& context) {
    return context.program.name + " explain " + shell_word(names.a) +
           (opened.second ? " " + shell_word(names.b) : "");
}

CheckAdvice check_advice(const Opened& opened, const ComparedNames& names, const Context& context) {
    const sim::GameInfo& game = *opened.game.info;
    return {context.program.starting(game.name) + " check",
            playing_options(opened.first, names.a, game), ticks_played_again(opened.first),
            opened.first.ticks() != 0, opened.second.has_value()};
}

Result<int> explain_here(const ComparedSides& sides, autopsy::Outputs& outputs,
                         const ExplainPlan& plan, Context& context,
                         const replay::Progress& progress) {
    const ComparedNames& names = sides.names;
    const auto opened = open_all(sides, context);
    TANDEM_TRY(opened);
    replay::ExplainOptions options{build_text(), search_threads(), own_game_build()};
    options.edits_before_steps = plan.edits_before_steps;
    // As long as this process waits, it is alive for the process that watches it.
    const AskHooks hooks{.is_interrupted = [&progress] { return !progress(0); },
                         .greeting_patience = plan.patience,
                         .answer_patience = plan.patience};
    options.start_anew = own_program_starter(context.own_program, *opened->game.info, hooks);
    std::unique_ptr<replay::GameProgram> other;
    if (!plan.against.empty()) {
        auto started = start_asked_program(plan.against, *opened->game.info, hooks)
                           .within("--against " + plan.against.front());
        TANDEM_TRY(started);
        other = std::move(*started);
        options.other = other.get();
    }
    auto found = explain_opened(*opened, names, options, progress);
    TANDEM_TRY(found);
    TANDEM_TRY(check_parting(sides, *found));
    add_bundle_evidence(sides, opened->first, opened->second_or_none(), *found);
    const sim::AnySimulation spare = opened->game.make();
    const autopsy::PageInput input{
        opened->first, opened->second_or_none(), names,
        autopsy::verdict_of(*found, names, opened->first.header().setup.tick_rate), &spare};
    for (const std::string& line :
         explain_lines(*found, names, remarks_of(*found, input, progress))) {
        context.console.print(line);
    }
    JsonObject facts = explain_facts(*found, names);
    facts.emplace_back("bundles", bundles_json(sides));
    if (auto written = write_beside(outputs, input, progress); !written) {
        return context.fail(written.error(), facts);
    }
    outputs.report(context.console, facts);
    if (const std::string next = explain_next(*found, explaining_text(*opened, names, context),
                                              check_advice(*opened, names, context));
        !next.empty()) {
        context.console.print(next);
    }
    const auto flaw = opened->flaw();
    if (!found->has_divergence() && flaw) {
        return context.fail(*flaw, facts);
    }
    if (flaw) {
        context.console.complain(*flaw);
    }
    context.console.report(facts);
    return static_cast<int>(found->has_divergence() ? ExitCode::divergence : ExitCode::ok);
}

Result<int> run_explain(const Arguments& arguments, Context& context) {
    const std::string a = arguments.text("A");
    const std::string b = arguments.text("B");
    const auto sides = open_sides(a, b);
    TANDEM_TRY(sides);
    ExplainPlan plan;
    if (const std::string program = arguments.text("--against"); !program.empty()) {
        plan.against = other_program(program);
        TANDEM_TRY(check_command(plan.against).within("--against " + program));
    }
    // The outputs are opened here and written there: however that process ends, nothing unfinished
    // is left of them.
    auto outputs = autopsy::Outputs::open(arguments, sides->files_read());
    TANDEM_TRY(outputs);
    const TrialLimits limits = trial_limits(arguments);
    plan.patience = limits.patience;
    const auto leave_out_edits = [&]() -> std::string {
        plan.edits_before_steps = false;
        return "it is explained without stepping from changed states, which the game may not "
               "survive";
    };
    return run_in_trial(
        context, "explaining " + a + (b.empty() ? "" : " and " + b),
        [&](Context& there, const replay::Progress& progress) {
            return explain_here(*sides, *outputs, plan, there, progress);
        },
        limits, leave_out_edits);
}

}  // namespace
}  // namespace tandem::tools
