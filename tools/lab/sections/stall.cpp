// SPDX-License-Identifier: MIT
// stall: what each loop does after the machine stood still for a moment.
#include <algorithm>

#include <tandem/tools/lab/experiments/aftermath.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

std::vector<Cell> stall_row(const StalledLoop& stalled, const Machine& machine,
                            const RunOptions& options) {
    const Aftermath aftermath = run_stalled(stalled, machine, options);
    const LoopReport& report = aftermath.report;
    std::optional<Flicks> closed_form;
    if (stalled.updates_max != 0) {
        closed_form =
            catch_up_time(options.stall->length, stalled.loop.tick, machine, stalled.updates_max);
    }
    const auto milliseconds_or_nothing = [](const std::optional<Flicks>& time) {
        return time ? Cell(Amount{in_milliseconds(*time), 0}) : Cell();
    };
    return {std::string(stalled.loop.id),
            std::string(stalled.form),
            machine.name,
            counted(report.updates),
            Amount{in_seconds(report.simulated), 3},
            counted(aftermath.updates_in_100_ms),
            aftermath.caught_up_after.has_value(),
            milliseconds_or_nothing(aftermath.caught_up_after),
            milliseconds_or_nothing(closed_form),
            counted(report.updates_per_frame_max),
            Amount{in_milliseconds(report.step_max), 2},
            report.blend_max ? Cell(Amount{*report.blend_max, 2}) : Cell()};
}

Table empty_stall_table(const RunOptions& options) {
    Table table{.name = "stall",
                .title = "The machine stands still for " +
                         decimal(in_seconds(options.stall->length), 3) +
                         " s after the first picture from " +
                         decimal(in_seconds(options.stall->at), 3) + " s on",
                .columns = {{"loop", "loop"},
                            {"form", "form"},
                            {"machine", "machine"},
                            {"updates", "updates"},
                            {"sim_s", "sim s"},
                            {"updates_100_ms", "in 100 ms"},
                            {"caught_up", "caught up"},
                            {"caught_up_ms", "after ms"},
                            {"closed_form_ms", "formula"},
                            {"updates_per_frame_max", "at once"},
                            {"step_max_ms", "step ms"},
                            {"alpha_max", "alpha"}}};
    table.notes = {
        "in 100 ms: updates in the first 100 ms afterwards. caught up: the game is at most one",
        "tick and the cost of an update and a picture behind the time of day. formula: stall (c U",
        "+ R) / (c tick - c U - R), for loops that run c updates a frame until then. It is longer",
        "than what is measured, since it makes up for all of the stall, while a game counts as",
        "caught up with that tick and that cost still open. at once: most updates in a frame.",
        "step: the longest. alpha: the largest that a picture was drawn with, 1 being a whole",
        "tick."};
    return table;
}

// Adds the notes that only some tables need.
void add_notes_of_loops(Table& table, const std::vector<const Loop*>& chosen) {
    if (has_any_of(chosen, {"L4", "G3"})) {
        table.notes.insert(
            table.notes.end(),
            {"L4 and G3 as published may draw with an alpha far above 1: it is what is owed in",
             "ticks, and their caps of 5 updates leave most of a stall owed at the next picture."});
    }
    if (has_any_of(chosen, {"M2"})) {
        table.notes.insert(
            table.notes.end(),
            {"with >=: M2 as its comment has it; its code has >, so that a tick that is due at a",
             "refresh runs at the next one."});
    }
}

}  // namespace

sim::Result<std::vector<Table>> stall_section(const Request& request) {
    const auto chosen = choose_steady_loops(request.loops);
    TANDEM_TRY(chosen);
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.stall = request.stall.value_or(k_usual_stall);
    options.real = request.real;
    TANDEM_TRY(check_stall(request, options));
    Table table = empty_stall_table(options);
    const std::vector<Machine> machines = machines_asked(request, {known_machines()[1]});
    const std::vector<StalledLoop> all = stalled_loops(*chosen);
    WorkCount count(request, all.size() * machines.size(), options.window);
    for (const StalledLoop& stalled : all) {
        for (const Machine& machine : machines) {
            count.next();
            table.rows.push_back(stall_row(stalled, machine, options));
        }
    }
    add_notes_of_loops(table, *chosen);
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
