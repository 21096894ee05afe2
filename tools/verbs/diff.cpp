// SPDX-License-Identifier: MIT
// diff: where two recordings first part, and in which fields.
#include <algorithm>

#include <tandem/replay/diff.hpp>
#include <tandem/tools/program/differences.hpp>
#include <tandem/tools/program/file_game.hpp>
#include <tandem/tools/verb.hpp>
#include <tandem/tools/view/progress.hpp>

namespace tandem::tools {
namespace {

using replay::DiffReport;
using replay::DiffVerdict;
using replay::Replay;
using sim::Result;

struct DiffCommand {
    std::string a;
    std::string b;
};

// Both files' game where it is at hand; fields can then be named although no file holds the state.
replay::SimulationFactory factory_for(const Replay& a, const Replay& b, const Context& context) {
    const RegisteredGame* game = context.registry.find(a.header().game);
    if (game == nullptr || !replay::check_simulation(a.header(), *game->info) ||
        !replay::check_simulation(b.header(), *game->info)) {
        return nullptr;
    }
    return [make = game->make] { return make(); };
}

std::string first_difference(const DiffReport& report) {
    if (!report.tick) {
        return "";
    }
    std::string text = "tick " + std::to_string(report.tick->number);
    if (report.tick_from && report.tick_from != report.tick) {
        text = "a tick from " + std::to_string(report.tick_from->number) + " to " +
               std::to_string(report.tick->number);
    }
    if (report.player) {
        text += ", input of player " + std::to_string(report.player->index);
    }
    return text;
}

// Where a file ends at which the other begins, there is still a state to compare.
bool has_common_tick(const DiffReport& report) {
    return std::max(report.a_first_tick, report.b_first_tick) <=
           std::min(report.a_first_tick + report.a_ticks, report.b_first_tick + report.b_ticks);
}

// What one file has and the other has not.
std::string prefix_sentence(const DiffReport& report, const std::string& a, const std::string& b) {
    const std::uint64_t a_end = report.a_first_tick + report.a_ticks;
    const std::uint64_t b_end = report.b_first_tick + report.b_ticks;
    const std::uint64_t first = std::max(report.a_first_tick, report.b_first_tick);
    const std::string same =
        count_text(std::min(a_end, b_end) - first, "tick") +
        (std::min(a_end, b_end) - first == 1 ? " that is the same" : " that are the same");
    std::string text = a_end == b_end  ? a + " and " + b + " end with "
                       : a_end < b_end ? b + " goes on where " + a + " ends, after "
                                       : a + " goes on where " + b + " ends, after ";
    text += same;
    if (report.a_first_tick != report.b_first_tick) {
        text += "; " + (report.a_first_tick > report.b_first_tick ? a : b) +
                " begins only at tick " + std::to_string(first);
    }
    return text;
}

std::string sentence(const DiffReport& report, const DiffCommand& command) {
    const std::string a = escaped(command.a);
    const std::string b = escaped(command.b);
    switch (report.verdict) {
        case DiffVerdict::identical:
            return "the same session, " + count_text(report.a_ticks, "tick");
        case DiffVerdict::prefix:
            return prefix_sentence(report, a, b);
        case DiffVerdict::header:
            return has_common_tick(report) ? "these are not recordings of the same session"
                                           : "these recordings have no tick in common";
        case DiffVerdict::inputs:
            return "different inputs from " + first_difference(report) + " on";
        case DiffVerdict::state:
            if (report.is_reset) {
                return report.a_first_tick == report.b_first_tick
                           ? "the states differ already before the first tick"
                           : "they differ already before " + first_difference(report) + ", where " +
                                 (report.a_first_tick > report.b_first_tick ? a : b) + " begins";
            }
            return "equal inputs, but different states from " + first_difference(report) + " on";
    }
    return "";
}

void say_report(const DiffReport& report, const DiffCommand& command, Console& console) {
    console.say(replay::verdict_text(report.verdict) + ": " + sentence(report, command));
    for (const std::string& line : report.header_lines) {
        console.say("  " + escaped(line));
    }
    if (!report.fields.empty() && report.tick) {
        console.say("  (" + escaped(command.a) + " | " + escaped(command.b) + ")");
        // States may come from a later keyframe than the first difference.
        say_fields(report.fields,
                   report.verdict == DiffVerdict::state ? moment_text(report.fields_ticks_done)
                                                        : first_difference(report),
                   console);
    }
    if (report.verdict == DiffVerdict::inputs && report.state_tick) {
        // Only the first such tick was looked for: later ones may agree again.
        console.say("the states first differ after tick " +
                    std::to_string(report.state_tick->number));
        say_fields(report.state_fields, moment_text(report.state_tick->number + 1), console);
    }
    for (const std::string& note : report.notes) {
        console.say("note: " + escaped(note));
    }
}

JsonArray texts_json(const std::vector<std::string>& texts) {
    JsonArray array;
    for (const std::string& text : texts) {
        array.emplace_back(text);
    }
    return array;
}

JsonObject report_facts(const DiffReport& report, const std::optional<sim::Error>& flaw,
                        const DiffCommand& command) {
    JsonObject facts{
        {"verdict", replay::verdict_text(report.verdict)},
        {"tick", report.tick ? JsonValue(report.tick->number) : JsonValue()},
        {"fields", fields_json(report.fields)},
        {"a", command.a},
        {"b", command.b},
        {"a_ticks", report.a_ticks},
        {"b_ticks", report.b_ticks},
        {"a_first_tick", report.a_first_tick},
        {"b_first_tick", report.b_first_tick},
        {"player", report.player ? JsonValue(report.player->index) : JsonValue()},
        {"is_reset", report.is_reset},
        {"is_confirmed", report.is_confirmed},
        {"fields_ticks_done", report.fields_ticks_done},
        {"state_tick", report.state_tick ? JsonValue(report.state_tick->number) : JsonValue()},
        {"state_fields", fields_json(report.state_fields)},
        {"header", texts_json(report.header_lines)},
        {"notes", texts_json(report.notes)},
        {"flaw", flaw ? JsonValue(flaw->text()) : JsonValue()},
        {"tick_from", report.tick_from ? JsonValue(report.tick_from->number) : JsonValue()}};
    return facts;
}

struct Compared {
    DiffReport report;
    std::optional<sim::Error> flaw;  // of either file
};

// Reading two long recordings and simulating a part of them again.
Result<Compared> compare(const DiffCommand& command, const Context& context,
                         replay::OpenDepth depth) {
    auto a = open_replay(command.a, context, depth);
    if (!a) {
        return a.error();
    }
    auto b = open_replay(command.b, context, depth);
    if (!b) {
        return b.error();
    }
    auto report = replay::diff(*a, *b, factory_for(*a, *b, context));
    if (!report) {
        return report.error();
    }
    return Compared{std::move(*report), a->flaw() ? a->flaw() : b->flaw()};
}

// A few places of both files show where they part. That they do not part, or why a file cannot be
// read, is only said after all of both was read.
Result<Compared> compare(const DiffCommand& command, const Context& context) {
    Console& console = context.console;
    const ElapsedLine elapsed(console.err(), console.may_redraw(), "comparing");
    auto quick = compare(command, context, replay::OpenDepth::index);
    const bool is_enough = quick && (quick->report.verdict == DiffVerdict::inputs ||
                                     quick->report.verdict == DiffVerdict::state);
    if (is_enough) {
        return quick;
    }
    auto whole = compare(command, context, replay::OpenDepth::blocks);
    const bool is_undecodable = !whole && whole.error().code == sim::ErrorCode::bad_data;
    return is_undecodable ? compare(command, context, replay::OpenDepth::records)
                          : std::move(whole);
}

int run_diff(const Arguments& arguments, Context& context) {
    const DiffCommand command{arguments.text("A"), arguments.text("B")};
    const auto compared = compare(command, context);
    if (!compared) {
        return context.fail(compared.error());
    }
    const auto& [report, flaw] = *compared;
    say_report(report, command, context.console);
    const JsonObject facts = report_facts(report, flaw, command);
    if (report.verdict == DiffVerdict::identical && flaw) {
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

Verb diff_verb() {
    return {
        .name = "diff",
        .sentence = "Find the first difference between two recordings",
        .example = "diff host.tandem guest.tandem",
        .options =
            {{.names = {"A"}, .sentence = "First file", .value = Path{}, .is_required = true},
             {.names = {"B"}, .sentence = "Second file", .value = Path{}, .is_required = true}},
        .run = &run_diff,
    };
}

}  // namespace tandem::tools
