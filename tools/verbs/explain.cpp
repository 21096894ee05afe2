// SPDX-License-Identifier: MIT
// explain: why two recordings of one session differ, or why one is not reproduced here.
#include <algorithm>
#include <optional>
#include <thread>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/tools/autopsy/outputs.hpp>
#include <tandem/tools/program/explain_facts.hpp>
#include <tandem/tools/program/file_game.hpp>
#include <tandem/tools/program/shared_options.hpp>
#include <tandem/tools/program/trial.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {
namespace {

using replay::Explanation;
using replay::Replay;
using sim::Result;

Result<Explanation> explain_files(const ComparedNames& names, const Context& context,
                                  const replay::ExplainOptions& options,
                                  const replay::Progress& progress) {
    const auto first = open_replay(names.a, context);
    if (!first) {
        return first.error();
    }
    const auto game = game_of(*first, names.a, context);
    if (!game) {
        return game.error();
    }
    const sim::AnySimulation spare = game->make();
    if (names.b.empty()) {
        auto found = replay::explain(*first, spare, options, progress);
        return found ? std::move(found) : found.error().within(names.a);
    }
    const auto second = open_replay(names.b, context);
    if (!second) {
        return second.error();
    }
    auto found = replay::explain(*first, *second, spare, options, progress);
    return found ? std::move(found) : found.error().within(names.a + " and " + names.b);
}

// What is asked for beside the answer.
Result<void> write_beside(autopsy::Outputs& outputs, const Explanation& found,
                          const ComparedNames& names, const Context& context,
                          const replay::Progress& progress) {
    if (!outputs.are_wanted()) {
        return {};
    }
    const auto first = open_replay(names.a, context);
    if (!first) {
        return first.error();
    }
    std::optional<Replay> second;
    if (!names.b.empty()) {
        auto opened = open_replay(names.b, context);
        if (!opened) {
            return opened.error();
        }
        second = std::move(opened).value();
    }
    const auto game = game_of(*first, names.a, context);
    if (!game) {
        return game.error();
    }
    const sim::AnySimulation spare = game->make();
    const TickRate rate = first->header().setup.tick_rate;
    const autopsy::Verdict verdict = autopsy::verdict_of(found, names, rate);
    return outputs.write({*first, second ? &*second : nullptr, names, verdict, &spare}, progress);
}

int explain_here(const Arguments& arguments, const ComparedNames& names, Context& context,
                 const replay::Progress& progress) {
    auto outputs = autopsy::Outputs::open(arguments, {names.a, names.b});
    if (!outputs) {
        return context.fail(outputs.error());
    }
    const replay::ExplainOptions options{build_text(),
                                         std::max(std::thread::hardware_concurrency(), 1U)};
    const auto found = explain_files(names, context, options, progress);
    if (!found) {
        return context.fail(found.error());
    }
    for (const std::string& line : explain_lines(*found, names)) {
        context.console.say(line);
    }
    JsonObject facts = explain_facts(*found, names);
    if (auto written = write_beside(*outputs, *found, names, context, progress); !written) {
        return context.fail(written.error(), facts);
    }
    outputs->tell(context.console, facts);
    context.console.report(facts);
    return static_cast<int>(found->has_divergence() ? ExitCode::divergence : ExitCode::ok);
}

int run_explain(const Arguments& arguments, Context& context) {
    const ComparedNames names{arguments.text("A"), arguments.text("B")};
    const std::string doing = "explaining " + names.a + (names.b.empty() ? "" : " and " + names.b);
    return run_in_trial(context, doing, [&](Context& there, const replay::Progress& progress) {
        return explain_here(arguments, names, there, progress);
    });
}

}  // namespace

Verb explain_verb() {
    return {
        .name = "explain",
        .sentence = "Say why two recordings of a session differ, with the proof",
        .example = "explain host.tandem guest.tandem",
        .options =
            joined({{{.names = {"A"},
                      .sentence = "A recording; alone: why it is not reproduced here",
                      .value = Path{},
                      .is_required = true},
                     {.names = {"B"}, .sentence = "The other side's recording", .value = Path{}}},
                    autopsy::output_options()}),
        .run = &run_explain,
    };
}

}  // namespace tandem::tools
