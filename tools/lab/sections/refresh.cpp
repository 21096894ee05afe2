// SPDX-License-Identifier: MIT
// refresh: game speed on screens of different refresh rates, tied to them and not.
#include <tandem/tools/lab/loops/loop.hpp>
#include <tandem/tools/lab/sections/sections.hpp>

namespace tandem::tools::lab {
namespace {

// Those of common screens.
constexpr std::uint32_t k_rates[]{30, 60, 75, 100, 120, 144};

std::vector<Cell> row_of(const Loop& loop, const Machine& machine, const RunOptions& options) {
    const LoopReport report = run_loop(loop, machine, options);
    return {std::string(loop.id),
            std::string(options.repaired ? "repaired" : "published"),
            machine.name,
            counted(machine.refresh_hz),
            counted(report.updates),
            counted(report.frames),
            Amount{report.ratio(), 4},
            Amount{in_milliseconds(report.worst_gap), 2}};
}

}  // namespace

sim::Result<std::vector<Table>> refresh_section(const Request& request) {
    const auto chosen =
        request.loops.empty() ? choose_loops({"M1", "M2"}) : choose_loops(request.loops);
    TANDEM_TRY(chosen);
    Table table{.name = "refresh",
                .title = "One game on screens of different refresh rates",
                .columns = {{"loop", "loop"},
                            {"form", "form"},
                            {"machine", "machine"},
                            {"refresh_hz", "refresh Hz"},
                            {"updates", "updates"},
                            {"frames", "frames"},
                            {"ratio", "ratio"},
                            {"worst_gap_ms", "worst gap ms"}}};
    table.notes = {"ratio: game time to time."};
    if (has_any_of(*chosen, {"M1", "M2"})) {
        table.notes.insert(
            table.notes.end(),
            {"M1 was tuned to 60 Hz: its speed is the refresh rate divided by 60. M2 runs as many",
             "updates as have become due."});
    }
    std::vector<std::uint32_t> rates(std::begin(k_rates), std::end(k_rates));
    if (request.refresh_hz) {
        rates = {*request.refresh_hz};
    }
    RunOptions options;
    options.window = request.window.value_or(options.window);
    options.real = request.real;
    const std::vector<Machine> machines = machines_asked(request, {known_machines()[0]});
    WorkCount count(request, chosen->size() * 2 * machines.size() * rates.size(), options.window);
    for (const Loop* loop : *chosen) {
        for (const bool repaired : {false, true}) {
            options.repaired = repaired;
            for (Machine machine : machines) {
                for (const std::uint32_t hz : rates) {
                    count.next();
                    machine.refresh_hz = hz;
                    table.rows.push_back(row_of(*loop, machine, options));
                }
            }
        }
    }
    return std::vector<Table>{std::move(table)};
}

}  // namespace tandem::tools::lab
