// SPDX-License-Identifier: MIT
// events: loops that wait for the player beside loops that do not (C72, C73).
#include <array>

#include <tandem/tools/lab/games/yard.hpp>
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

struct EventLoop {
    std::string_view loop;
    bool repaired;
    std::string_view what;
};
constexpr std::array<EventLoop, 6> k_rows{
    {{"G4", false, "waits for a command"},
     {"G4", true, "turn-based, animated at 60 Hz"},
     {"G5", false, "waits for an event, draws when idle, 2 Hz"},
     {"G5", true, "looks for events, ticks at 60 Hz"},
     {"M0a", false, "draws once after an event"},
     {"G2", false, "catches up, 16 ms"}}};

std::vector<Cell> row_of(const EventLoop& row, const Machine& machine, RunOptions options,
                         bool is_played) {
    options.repaired = row.repaired;
    if (is_played) {
        options.presses = scripted_presses(options.window);
    }
    YardPlayer game;
    const LoopReport report = run_loop(*find_loop(row.loop), machine, options, &game);
    return {std::string(row.loop),
            std::string(row.repaired ? "repaired" : "published"),
            machine.name,
            counted(options.presses.size()),
            counted(report.updates),
            counted(report.frames),
            counted(game.changes_seen()),
            Amount{report.busy_percent(), 1},
            Amount{in_milliseconds(report.worst_gap), 2},
            std::string(row.what)};
}

Table empty_events_table(Flicks window) {
    return {.name = "events",
            .title = "Waiting for the player or not, " + decimal(in_seconds(window), 0) +
                     " s with and without input",
            .columns = {{"loop", "loop"},
                        {"form", "form"},
                        {"machine", "machine"},
                        {"presses", "presses"},
                        {"updates", "updates"},
                        {"frames", "frames"},
                        {"state_changes", "state changes"},
                        {"busy_percent", "busy %"},
                        {"worst_gap_ms", "worst gap ms"},
                        {"what", "what it does"}},
            .notes = {"state changes: pictures that show another state than the one before."}};
}

}  // namespace

sim::Result<std::vector<Table>> events_section(const Request& request) {
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.real = request.real;
    Table table = empty_events_table(options.window);
    const std::vector<Machine> machines = machines_asked(request, {known_machines()[1]});
    WorkCount count(request, machines.size() * 2 * k_rows.size(), options.window);
    for (const Machine& machine : machines) {
        for (const bool is_played : {true, false}) {
            for (const EventLoop& row : k_rows) {
                count.next();
                table.rows.push_back(row_of(row, machine, options, is_played));
            }
        }
    }
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
