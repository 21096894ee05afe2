// SPDX-License-Identifier: MIT
// It runs a game on screens of 30 and of 144 Hz: an update per refresh against ticks of their own.
// C07.
#include <tandem/tools/lab/replay/tables.hpp>

#include <array>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>

namespace tandem::tools::lab {
namespace {

constexpr std::array<std::uint32_t, 2> k_screens_hz{30, 144};

}  // namespace

RefreshRun run_refresh_pair(std::string_view loop) {
    RefreshRun run;
    std::vector<std::vector<std::uint64_t>> states;
    Records keys;
    for (const std::uint32_t hz : k_screens_hz) {
        Machine machine = *parse_machine("fast");
        machine.refresh_hz = hz;
        const FrameLog log = log_loop(*find_loop(loop), machine);
        run.ratios.push_back(log.report.ratio());
        // Keys belong to an update, as those of a match do.
        const Records own = variable_records(log);
        keys = keys.empty() ? own : keys;
        states.push_back(run_records(sim::erase<VariableWorld>(), with_steps_of(keys, log)).hashes);
    }
    run.ticks = compare(states[0], states[1]);
    return run;
}

Table refresh_rates_table() {
    Table table{.name = "refresh",
                .title = "The same game on a screen of 30 Hz and on one of 144 Hz",
                .columns = {{"loop", "loop"},
                            {"ratio_30", "speed at 30 Hz"},
                            {"ratio_144", "speed at 144 Hz"},
                            {"compared", "ticks compared"},
                            {"differing", "differing"}}};
    for (const std::string_view loop : {"M1", "M2"}) {
        const RefreshRun run = run_refresh_pair(loop);
        table.rows.push_back({std::string(loop) + " " + std::string(find_loop(loop)->name),
                              Amount{run.ratios[0], 4}, Amount{run.ratios[1], 4},
                              counted(run.ticks.compared), counted(run.ticks.differing)});
    }
    table.notes = {"An update per refresh has the wrong speed, not the wrong states."};
    return table;
}

}  // namespace tandem::tools::lab
