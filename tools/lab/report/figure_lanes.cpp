// SPDX-License-Identifier: MIT
// Time lines: where the first second of each loop on each machine goes.
#include <tandem/tools/lab/report/figures.hpp>
#include <tandem/tools/lab/report/plot.hpp>
#include <tandem/tools/lab/report/scale.hpp>
#include <tandem/tools/lab/report/trace.hpp>

namespace tandem::tools::lab::report {
namespace {

constexpr double k_window_ms = 1000;

std::string speed_text(const LoopReport& report) { return "×" + decimal(report.ratio(), 3); }

Lane lane_of(const Machine& machine, const Trace& trace) {
    Lane lane;
    lane.name = machine.name;
    lane.remark = speed_text(trace.report);
    for (const Update& update : trace.updates) {
        lane.updates.push_back(
            {in_milliseconds(update.start), in_milliseconds(update.start + machine.update_cost)});
    }
    for (const TracedPicture& picture : trace.pictures) {
        auto& spans = picture.is_new ? lane.pictures : lane.repeats;
        spans.push_back({in_milliseconds(picture.begin), in_milliseconds(picture.frame.end)});
    }
    return lane;
}

std::string counts_text(const Machine& machine, const LoopReport& report) {
    return machine.name + ": " + std::to_string(report.updates) + " updates, " +
           std::to_string(report.frames) + " pictures of which " + std::to_string(report.distinct) +
           " new, speed " + speed_text(report) + ". ";
}

// Returns a text from the list of loops.
std::string loop_text(const Loop& loop) {
    std::string constants(loop.constants);
    constants = constants.empty() ? "" : " (" + constants + ")";
    return "As published" + constants + ": " + std::string(loop.limit) +
           ". Repaired: " + std::string(loop.remedy) + ".";
}

Panel panel_of(const Loop& loop) {
    std::vector<Lane> lanes;
    std::string counts = "In ten seconds, by machine. ";
    for (const Machine& machine : known_machines()) {
        RunOptions options;
        if (loop.is_driven_by_input) {
            options.presses = scripted_presses(options.window);
        }
        const Trace trace = trace_loop(loop, machine, options);
        lanes.push_back(lane_of(machine, trace));
        counts += counts_text(machine, trace.report);
    }
    counts.pop_back();
    const std::string id(loop.id);
    const std::string name = id + " " + std::string(loop.name);
    return {
        name,
        lanes_svg(
            "lanes-" + id,
            {.title = "Time lines of " + name, .description = std::move(counts), .remark = "speed"},
            k_window_ms, lanes),
        loop_text(loop)};
}

}  // namespace

Figure lanes_figure() {
    Figure figure{
        .id = "lanes",
        .title = "The first second of every loop on every machine",
        .panels = {},
        .legend = {{lane_swatch("update"), "update of the game"},
                   {lane_swatch("picture"), "picture that shows something new"},
                   {lane_swatch("repeat"), "the same picture again"}},
        .caption =
            "The loops as published. Each machine has a row of updates and below it a row of "
            "pictures; where both are empty the machine sleeps. Bars narrower than a point run "
            "together. At the right: how fast the game ran over ten seconds, where ×1 is as "
            "meant. M1c stops at half time; G4, G5, M0a and M0b move when the player presses.",
        .claims = {"C33", "C35", "C37", "C43", "C44", "C46", "C48", "C53", "C54", "C59", "C70"},
        .data = std::nullopt};
    for (const Loop& loop : loops()) {
        figure.panels.push_back(panel_of(loop));
    }
    return figure;
}

Table speeds_table(bool is_repaired) {
    Table table{.name = "speeds",
                .title = std::string(is_repaired ? "Repaired" : "As published") +
                         ": seconds of the game in a second of the clock, over ten seconds",
                .columns = {{"loop", "loop"}},
                .notes = {"Green is within 5 % of what is meant, orange too slow, violet too "
                          "fast."}};
    if (is_repaired) {
        table.notes.emplace_back(
            "No repair makes a machine faster: where a tick or a picture costs more than there is "
            "time for, the game slows down evenly.");
    }
    for (const Machine& machine : known_machines()) {
        table.columns.push_back({machine.name, machine.name});
    }
    table.columns.push_back({"name", "name"});
    table.columns.push_back(is_repaired ? Column{"remedy", "what it does instead"}
                                        : Column{"constants", "constants"});
    RunOptions options;
    options.repaired = is_repaired;
    for (const Loop* loop : steady_loops()) {
        std::vector<Cell> row{std::string(loop->id)};
        for (const Machine& machine : known_machines()) {
            row.emplace_back(Amount{run_loop(*loop, machine, options).ratio(), 4});
        }
        row.emplace_back(std::string(loop->name));
        row.emplace_back(std::string(is_repaired ? loop->remedy : loop->constants));
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace tandem::tools::lab::report
