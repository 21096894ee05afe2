// SPDX-License-Identifier: MIT
// loops: every loop on every machine.
#include <optional>

#include <tandem/tools/lab/agreement.hpp>
#include <tandem/tools/lab/loop.hpp>
#include <tandem/tools/lab/sections.hpp>

namespace tandem::tools::lab {
namespace {

// The player presses every 10.07 ms: in whole hundredths of a millisecond that shares no factor
// with any tick, so that presses come at every phase of it.
constexpr Flicks k_press_interval{1'007 * 7'056};

std::vector<Flicks> presses_within(Flicks window) {
    std::vector<Flicks> presses;
    for (Flicks at = k_press_interval; at < window; at += k_press_interval) {
        presses.push_back(at);
    }
    return presses;
}

RunOptions options_of(const Request& request) {
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.stall = request.stall;
    options.real = request.real;
    options.repaired = request.repaired;
    options.presses = presses_within(options.window);
    return options;
}

// The first of the table's machines that is another one.
Machine other_machine(const Machine& machine) {
    Machine other = known_machines()[0];
    if (other.frame_cost() == machine.frame_cost()) {
        other = known_machines()[1];
    }
    other.refresh_hz = machine.refresh_hz;
    return other;
}

Cell mean_latency(const LoopReport& report) {
    if (report.presses == 0) {
        return {};
    }
    return Number{in_milliseconds(report.latency_sum) / static_cast<double>(report.presses), 1};
}

std::vector<Cell> counts_of(const Loop& loop, const Machine& machine, const LoopReport& report) {
    return {std::string(loop.id),
            machine.name,
            static_cast<std::int64_t>(report.updates),
            Number{in_seconds(report.simulated), 4},
            Number{report.ratio(), 4},
            static_cast<std::int64_t>(report.frames),
            static_cast<std::int64_t>(report.distinct),
            Number{report.busy_percent(), 1},
            Number{in_milliseconds(report.worst_gap), 2},
            static_cast<std::int64_t>(report.updates_per_frame_max),
            report.blend_max ? Cell(Number{*report.blend_max, 2}) : Cell(),
            mean_latency(report),
            report.presses == 0 ? Cell() : Cell(Number{in_milliseconds(report.latency_max), 1})};
}

// Nothing is compared of runs on the real clock, which differ by themselves.
std::vector<Cell> row_of(const Loop& loop, const Machine& machine, const RunOptions& options) {
    RunRecord here;
    const LoopReport report = run_loop(loop, machine, options, &here);
    std::vector<Cell> row = counts_of(loop, machine, report);
    if (options.real) {
        row.resize(row.size() + 5);
        return row;
    }
    RunRecord there;
    const LoopReport report_there = run_loop(loop, other_machine(machine), options, &there);
    const Agreement agreement = compare_runs(here, report, there, report_there);
    row.insert(row.end(), {ExactDouble{agreement.distance_error}, agreement.replays_from_inputs,
                           agreement.replays_from_inputs_and_steps, agreement.agrees_at_tick,
                           agreement.agrees_at_time});
    return row;
}

Table empty_table(const RunOptions& options) {
    Table table{.name = "loops",
                .title = std::string(options.repaired ? "Repaired" : "Published") + " loops, " +
                         cell_text(Number{in_seconds(options.window), 0}) + " s" +
                         (options.real ? ", measured on this machine's clock" : ""),
                .columns = {{"loop", "loop"},
                            {"machine", "machine"},
                            {"updates", "updates"},
                            {"sim_s", "sim s"},
                            {"ratio", "ratio"},
                            {"frames", "frames"},
                            {"distinct", "distinct"},
                            {"busy_percent", "busy %"},
                            {"worst_gap_ms", "worst gap ms"},
                            {"updates_per_frame_max", "updates/frame"},
                            {"alpha_max", "alpha max", 1},
                            {"latency_mean_ms", "latency ms", 1},
                            {"latency_max_ms", "max", 1},
                            {"distance_error", "distance error", 1},
                            {"replay_inputs", "replay(inputs)", 1},
                            {"replay_inputs_dt", "replay(inputs+dt)", 1},
                            {"agree_at_tick", "agree@tick", 1},
                            {"agree_at_time", "agree@time", 1}},
                .rows = {}};
    table.row_names = 2;
    table.notes = {
        "A machine is UPDATE:RENDER in ms: fast 1:1, normal 1:9, slow 4:96, floor 4:396, choked "
        "50:50.",
        "ratio: game time to time. updates/frame: 0 where a loop has no inner count.",
        "latency: from a press to the update that sees it. distance error: doubles that add 0.001",
        "a millisecond. replay and agree: against the machine fast (fast itself against normal)."};
    return table;
}

}  // namespace

sim::Result<std::vector<Table>> loops_section(const Request& request) {
    const auto chosen = choose_loops(request.loops);
    if (!chosen) {
        return chosen.error();
    }
    const RunOptions options = options_of(request);
    Table table = empty_table(options);
    const auto& machines = request.machines.empty() ? known_machines() : request.machines;
    for (const Loop* loop : *chosen) {
        for (Machine machine : machines) {
            machine.refresh_hz = request.refresh_hz.value_or(machine.refresh_hz);
            table.rows.push_back(row_of(*loop, machine, options));
        }
    }
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
