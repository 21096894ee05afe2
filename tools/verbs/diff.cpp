// SPDX-License-Identifier: MIT
// The verb diff tells where two recordings first part, and in which fields.
#include <optional>

#include <tandem/tools/autopsy/outputs.hpp>
#include <tandem/tools/exit_code.hpp>
#include <tandem/tools/program/cli/shared_options.hpp>
#include <tandem/tools/program/evidence/compared_sides.hpp>
#include <tandem/tools/program/evidence/diff_facts.hpp>
#include <tandem/tools/program/session/file_game.hpp>
#include <tandem/tools/system/signals.hpp>
#include <tandem/tools/text/shell_text.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;
using replay::Replay;

replay::SimulationFactory factory_for(const Replay& a, const Replay& b, const Context& context);

struct Compared {
    DiffReport report;
    std::optional<sim::Error> flaw;  // flaw of either file
    bool has_game = false;           // this program has the game of both
    // True if one file holds inputs that cannot be, and ends before them.
    bool is_false = false;
};

Result<Compared> compare(const ComparedNames& names, const Context& context,
                         replay::OpenDepth depth);
Result<Compared> compare(const ComparedNames& names, const Context& context);
Result<void> write_beside(autopsy::Outputs& outputs, const DiffReport& report,
                          const ComparedNames& names, const Context& context);
void print_next(const Arguments& arguments, const Compared& compared, Context& context);
Result<int> run_diff(const Arguments& arguments, Context& context);

}  // namespace

Verb diff_verb() {
    return {
        .name = "diff",
        .sentence = "Find the first difference between two recordings",
        .example = "diff host.tandem guest.tandem",
        .options =
            joined({{{.names = {"A"},
                      .sentence = "First file, or a bundle",
                      .value = Path{Path::Kind::either},
                      .is_required = true},
                     {.names = {"B"},
                      .sentence = "Second file, or a bundle; a bundle alone holds both sides",
                      .value = Path{Path::Kind::either}}},
                    autopsy::output_options()}),
        .run = &reported<&run_diff>,
    };
}

namespace {

// The game of both files, if the program has it; fields can then be named although no file holds
// the state.
replay::SimulationFactory factory_for(const Replay& a, const Replay& b, const Context& context) {
    const RegisteredGame* game = context.registry.find(a.header().game);
    if (game == nullptr || !replay::check_simulation(a.header(), *game->info) ||
        !replay::check_simulation(b.header(), *game->info)) {
        return nullptr;
    }
    return [make = game->make] { return make(); };
}

// Compares by reading two long recordings and simulating a part of them again.
Result<Compared> compare(const ComparedNames& names, const Context& context,
                         replay::OpenDepth depth) {
    auto a = open_replay(names.a, context, depth);
    TANDEM_TRY(a);
    auto b = open_replay(names.b, context, depth);
    TANDEM_TRY(b);
    const auto factory = factory_for(*a, *b, context);
    auto report = replay::diff(*a, *b, factory);
    TANDEM_TRY(report);
    return Compared{.report = std::move(*report),
                    .flaw = a->flaw() ? a->flaw() : b->flaw(),
                    .has_game = factory != nullptr};
}

// Compares. A few places of both files show where they part. But only reading all of both shows
// that they do not part, or why a file cannot be read.
Result<Compared> compare(const ComparedNames& names, const Context& context) {
    Console& console = context.console;
    const ElapsedLine elapsed(console.err(), console.may_redraw(), "comparing");
    auto quick = compare(names, context, replay::OpenDepth::index);
    const bool is_enough = quick && (quick->report.verdict == DiffVerdict::inputs ||
                                     quick->report.verdict == DiffVerdict::state);
    if (is_enough) {
        return quick;
    }
    auto whole = compare(names, context, replay::OpenDepth::blocks);
    const bool is_undecodable = !whole && whole.error().code == sim::ErrorCode::bad_data;
    if (!is_undecodable) {
        return whole;
    }
    auto decoded = compare(names, context, replay::OpenDepth::records);
    if (decoded) {
        decoded->is_false = decoded->flaw.has_value();
    }
    return decoded;
}

// Writes the files that are wanted beside the answer. Both recordings are read once more, since the
// answer may have needed only a few places of them.
Result<void> write_beside(autopsy::Outputs& outputs, const DiffReport& report,
                          const ComparedNames& names, const Context& context) {
    if (!outputs.are_wanted()) {
        return {};
    }
    const auto a = open_replay(names.a, context);
    TANDEM_TRY(a);
    const auto b = open_replay(names.b, context);
    TANDEM_TRY(b);
    const Console& console = context.console;
    const ElapsedLine elapsed(context.console.err(), console.may_redraw(), "drawing");
    const TickRate rate = a->header().setup.tick_rate;
    const auto factory = factory_for(*a, *b, context);
    const auto spare = factory ? std::optional(factory()) : std::nullopt;
    return outputs.write(
        {*a, &*b, names, autopsy::verdict_of(report, names, rate), spare ? &*spare : nullptr});
}

// Says how to go on from the place where they part to the reason, if this program has explain and
// it can take both. It has
// nothing to add about two sessions that are not one match.
void print_next(const Arguments& arguments, const Compared& compared, Context& context) {
    const DiffVerdict verdict = compared.report.verdict;
    const bool is_explained = verdict == DiffVerdict::inputs || verdict == DiffVerdict::state;
    if (!is_explained || !compared.has_game || find_verb(context.verbs, "explain") == nullptr) {
        return;
    }
    const std::string b = arguments.text("B");
    context.console.print("next: " + context.program.name + " explain " +
                          shell_word(arguments.text("A")) + (b.empty() ? "" : " " + shell_word(b)));
}

Result<int> run_diff(const Arguments& arguments, Context& context) {
    const auto sides = open_sides(arguments.text("A"), arguments.text("B"));
    TANDEM_TRY(sides);
    const ComparedNames& names = sides->names;
    if (names.b.empty()) {
        return context.fail(
            {ErrorCode::usage, "",
             sides->lacks_theirs()
                 ? "B is required, since the bundle has nothing of the other side: " +
                       sides->bundles[0].manifest.theirs_missing
                 : "B is required: a second recording; only a bundle holds both sides"});
    }
    auto outputs = autopsy::Outputs::open(arguments, sides->files_read());
    TANDEM_TRY(outputs);
    // Writing files beside takes time, and an interrupt must leave nothing of them.
    std::optional<SignalGuard> signals;
    if (outputs->are_wanted()) {
        signals.emplace();
    }
    const auto compared = compare(names, context);
    TANDEM_TRY(compared);
    const DiffReport& report = compared->report;
    const std::optional<sim::Error>& flaw = compared->flaw;
    for (const std::string& line : diff_lines(report, names)) {
        context.console.print(line);
    }
    JsonObject facts = diff_facts(report, flaw, names);
    if (auto written = write_beside(*outputs, report, names, context); !written) {
        return pending_signal() != 0 ? exit_code_of_signal(pending_signal())
                                     : context.fail(written.error(), facts);
    }
    outputs->report(context.console, facts);
    print_next(arguments, *compared, context);
    // If a file holds inputs that cannot be, nothing differs up to there, which is no divergence.
    const bool is_same = report.verdict == DiffVerdict::identical ||
                         (compared->is_false && report.verdict == DiffVerdict::prefix);
    if (is_same && flaw) {
        return context.fail(*flaw, facts);
    }
    if (flaw) {
        context.console.complain(*flaw);
    }
    context.console.report(facts);
    return static_cast<int>(report.verdict == DiffVerdict::identical ? ExitCode::ok
                                                                     : ExitCode::divergence);
}

}  // namespace
}  // namespace tandem::tools
