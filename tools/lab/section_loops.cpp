// SPDX-License-Identifier: MIT
// loops: every loop on every machine.
#include <tandem/tools/lab/loop.hpp>
#include <tandem/tools/lab/sections.hpp>

namespace tandem::tools::lab {
namespace {

std::vector<Cell> row_of(const Loop& loop, const Machine& machine, const LoopReport& report) {
    return {std::string(loop.id),
            machine.name,
            static_cast<std::int64_t>(report.updates),
            Number{in_seconds(report.simulated), 4},
            Number{report.ratio(), 4},
            static_cast<std::int64_t>(report.frames),
            static_cast<std::int64_t>(report.distinct),
            Number{report.busy_percent(), 1},
            Number{in_milliseconds(report.worst_gap), 2},
            static_cast<std::int64_t>(report.updates_per_frame_max)};
}

}  // namespace

sim::Result<std::vector<Table>> loops_section(const Request& request) {
    const auto chosen = choose_loops(request.loops);
    if (!chosen) {
        return chosen.error();
    }
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.stall = request.stall;
    options.real = request.real;
    options.repaired = request.repaired;
    Table table{.name = "loops",
                .title = "Loops",
                .columns = {{"loop", "loop"},
                            {"machine", "machine"},
                            {"updates", "updates"},
                            {"sim_s", "sim s"},
                            {"ratio", "ratio"},
                            {"frames", "frames"},
                            {"distinct", "distinct"},
                            {"busy_percent", "busy %"},
                            {"worst_gap_ms", "worst gap ms"},
                            {"updates_per_frame_max", "updates/frame"}},
                .rows = {},
                .notes = {}};
    const auto& machines = request.machines.empty() ? known_machines() : request.machines;
    for (const Loop* loop : *chosen) {
        for (Machine machine : machines) {
            machine.refresh_hz = request.refresh_hz.value_or(machine.refresh_hz);
            table.rows.push_back(row_of(*loop, machine, run_loop(*loop, machine, options)));
        }
    }
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
