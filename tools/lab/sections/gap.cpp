// SPDX-License-Identifier: MIT
// gap: what each loop makes of half a minute in which it did not run, as in a hidden tab.
#include <tandem/tools/lab/experiments/aftermath.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

constexpr Stall k_gap{std::chrono::seconds(3), std::chrono::seconds(30)};
// Long enough for the slowest to make up for the gap: L1 takes ten seconds.
constexpr Flicks k_afterwards = std::chrono::seconds(17);

Cell ticks_owed(const StalledLoop& stalled, const Machine& machine, const RunOptions& options,
                const LoopReport& report) {
    const bool has_whole_gap = report.stall_end && *report.stall_end <= report.window;
    if (report.tick == Flicks(0) || !has_whole_gap) {
        return {};
    }
    const Flicks end = *report.stall_end;
    return static_cast<std::int64_t>(
        updates_between(stalled, machine, options, end - options.stall->length, end));
}

std::vector<Cell> gap_row(const StalledLoop& stalled, const Machine& machine,
                          const RunOptions& options) {
    const Aftermath aftermath = run_stalled(stalled, machine, options);
    const LoopReport& report = aftermath.report;
    std::vector<Cell> row{std::string(stalled.loop.id), std::string(stalled.form), machine.name,
                          ticks_owed(stalled, machine, options, report)};
    if (aftermath.has_picture) {
        // A loop without an inner count runs one update a frame.
        const auto at_once =
            static_cast<std::int64_t>(stalled.counts_updates() ? report.updates_per_frame_max : 1);
        row.emplace_back(at_once);
        row.emplace_back(Amount{in_milliseconds(at_once * machine.update_cost), 0});
    } else {
        row.resize(row.size() + 2);
    }
    row.emplace_back(aftermath.caught_up_after.has_value());
    if (aftermath.caught_up_after) {
        row.emplace_back(Amount{in_milliseconds(*aftermath.caught_up_after), 0});
        row.push_back(aftermath.speed ? Cell(Amount{*aftermath.speed, 1}) : Cell());
    } else {
        row.resize(row.size() + 2);
    }
    row.emplace_back(Amount{in_seconds(report.window - report.simulated), 1});
    return row;
}

Table empty_gap_table(const Stall& gap) {
    Table table{.name = "gap",
                .title = "A gap of " + decimal(in_seconds(gap.length), 3) +
                         " s after the first picture from " + decimal(in_seconds(gap.at), 3) +
                         " s on",
                .columns = {{"loop", "loop"},
                            {"form", "form"},
                            {"machine", "machine"},
                            {"ticks_owed", "ticks owed"},
                            {"updates_at_once", "at once"},
                            {"updates_at_once_ms", "cost ms"},
                            {"repaid", "repaid"},
                            {"repaid_ms", "after ms"},
                            {"speed", "speed"},
                            {"behind_s", "behind s"}}};
    table.notes = {
        "ticks owed: updates that the loop runs in so much time. at once: most updates in a frame,",
        "and what they cost; - where the window ends before the picture after the gap. repaid: as",
        "in lab stall. speed: of the game while it catches up. behind: the game's time at the end",
        "of the window, behind the time of day. A gap is simulated (keep, or no policy at all),",
        "mostly forgotten (drop), taken for a pause (pause), or told to the loop as one (resume)."};
    return table;
}

}  // namespace

sim::Result<std::vector<Table>> gap_section(const Request& request) {
    const auto chosen = choose_steady_loops(request.loops);
    TANDEM_TRY(chosen);
    RunOptions options;
    options.stall = request.stall.value_or(k_gap);
    options.window =
        request.window.value_or(options.stall->at + options.stall->length + k_afterwards);
    options.real = request.real;
    TANDEM_TRY(check_stall(request, options));
    Table table = empty_gap_table(*options.stall);
    std::vector<StalledLoop> all = stalled_loops(*chosen);
    if (request.loops.empty()) {
        const auto policies = stalled_policies();
        all.insert(all.end(), policies.begin(), policies.end());
    }
    const std::vector<Machine> machines = machines_asked(request, {known_machines()[1]});
    constexpr std::size_t k_runs = 2;  // with the gap and without
    WorkCount count(request, k_runs * all.size() * machines.size(), options.window);
    for (const StalledLoop& stalled : all) {
        for (const Machine& machine : machines) {
            count.next(k_runs);
            table.rows.push_back(gap_row(stalled, machine, options));
        }
    }
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
