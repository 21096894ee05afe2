// SPDX-License-Identifier: MIT
// explain: why two recordings of one session differ, or why one is not reproduced here.
#include <algorithm>
#include <memory>
#include <thread>

#include <tandem/replay/explain/explain.hpp>
#include <tandem/tools/check/child.hpp>
#include <tandem/tools/program/asked_program.hpp>
#include <tandem/tools/program/explain_facts.hpp>
#include <tandem/tools/program/file_game.hpp>
#include <tandem/tools/program/trial.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/system/program_identity.hpp>
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

// The other build of the game that the file's is, or why it cannot be asked.
Result<std::unique_ptr<replay::GameProgram>> start_other(const std::vector<std::string>& command,
                                                         const std::string& file, Context& context,
                                                         const replay::Progress& progress) {
    const auto opened = open_replay(file, context);
    if (!opened) {
        return opened.error();
    }
    const auto game = game_of(*opened, file, context);
    if (!game) {
        return game.error();
    }
    // So long as this process waits, it is alive for whoever watches it.
    return start_asked_program(command, *game->info, {[&progress] { return !progress(0); }});
}

int explain_here(const ComparedNames& names, const std::vector<std::string>& against,
                 Context& context, const replay::Progress& progress) {
    replay::ExplainOptions options{build_text(), std::max(std::thread::hardware_concurrency(), 1U),
                                   own_game_build()};
    std::unique_ptr<replay::GameProgram> other;
    if (!against.empty()) {
        auto started = start_other(against, names.a, context, progress);
        if (!started) {
            return context.fail(started.error().within("--against " + against.front()));
        }
        other = std::move(*started);
        options.other = other.get();
    }
    const auto found = explain_files(names, context, options, progress);
    if (!found) {
        return context.fail(found.error());
    }
    for (const std::string& line : explain_lines(*found, names)) {
        context.console.say(line);
    }
    context.console.report(explain_facts(*found, names));
    return static_cast<int>(found->has_divergence() ? ExitCode::divergence : ExitCode::ok);
}

int run_explain(const Arguments& arguments, Context& context) {
    const ComparedNames names{arguments.text("A"), arguments.text("B")};
    const std::string doing = "explaining " + names.a + (names.b.empty() ? "" : " and " + names.b);
    std::vector<std::string> against;
    if (const std::string program = arguments.text("--against"); !program.empty()) {
        against = check::other_program(program);
        if (auto startable = check::check_command(against); !startable) {
            return context.fail(startable.error().within("--against " + program));
        }
    }
    return run_in_trial(context, doing, [&](Context& there, const replay::Progress& progress) {
        return explain_here(names, against, there, progress);
    });
}

}  // namespace

Verb explain_verb() {
    return {
        .name = "explain",
        .sentence = "Say why two recordings of a session differ, with the proof",
        .example = "explain host.tandem guest.tandem",
        .options = {{.names = {"A"},
                     .sentence = "A recording; alone: why it is not reproduced here",
                     .value = Path{},
                     .is_required = true},
                    {.names = {"B"}, .sentence = "The other side's recording", .value = Path{}},
                    {.names = {"--against"},
                     .value_name = "PROGRAM",
                     .sentence = "Ask another build of the game too, and say where the two part",
                     .value = Path{}}},
        .run = &run_explain,
    };
}

}  // namespace tandem::tools
