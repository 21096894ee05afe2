// SPDX-License-Identifier: MIT
// Every loop on every machine: what of it plays again, and whether two machines agree; and one loop
// at two rates of pictures.
#include <array>

#include <tandem/sim/game/erase.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>
#include <tandem/tools/lab/replay/tables.hpp>

namespace tandem::tools::lab {

LoopReplay replay_loop(const Loop& loop) {
    RunOptions options;
    options.presses = scripted_presses(options.window);
    RunRecord original;
    const LoopReport report = run_loop(loop, *parse_machine("normal"), options, &original);
    LoopReplay result;
    result.loop = loop.id;
    result.inputs_and_steps = replays_from_file(original);
    result.inputs = true;
    result.agrees_at_tick = true;
    for (const Machine& machine : known_machines()) {
        RunRecord played;
        const LoopReport report_played = run_loop(loop, machine, options, &played);
        const MachineAgreement agreement = compare_runs(original, report, played, report_played);
        result.distance_errors.push_back(distance_error(played));
        result.inputs = result.inputs && agreement.replays_from_inputs;
        result.agrees_at_tick = result.agrees_at_tick && agreement.agrees_at_tick;
        if (is_on_time(report_played)) {
            result.on_time.push_back(machine.name);
        }
    }
    if (!result.agrees_at_tick) {
        result.on_time.clear();  // no state that another machine would have as well
    }
    return result;
}

Table loops_table() {
    Table table{.name = "loops",
                .title =
                    "Every loop that runs by itself: the error of a sum of 0.001 a millisecond on "
                    "each machine, "
                    "and what of a run comes again",
                .columns = {{"loop", "loop"}}};
    for (const Machine& machine : known_machines()) {
        table.columns.push_back({"distance_error_" + machine.name, machine.name});
    }
    for (const Column& column :
         {Column{"replay_inputs", "inputs"}, Column{"replay_inputs_and_steps", "inputs, steps"},
          Column{"agree_at_tick", "agree at tick"}, Column{"on_time", "keeps time on"}}) {
        table.columns.push_back(column);
    }
    for (const Loop* loop : steady_loops()) {
        const LoopReplay replayed = replay_loop(*loop);
        std::vector<Cell> row{replayed.loop};
        for (const double error : replayed.distance_errors) {
            row.emplace_back(SmallDifference{error});
        }
        std::string on_time;
        for (const std::string& machine : replayed.on_time) {
            on_time += (on_time.empty() ? "" : " ") + machine;
        }
        row.emplace_back(replayed.inputs);
        row.emplace_back(replayed.inputs_and_steps);
        row.emplace_back(replayed.agrees_at_tick);
        row.push_back(on_time.empty() ? Cell("none") : Cell(on_time));
        table.rows.push_back(std::move(row));
    }
    table.notes = {
        "Errors are against the exact sum of the loop's own steps; with a fixed step they differ",
        "only where a machine ran fewer of them. inputs: presses by update, recorded on normal, "
        "played",
        "on all. inputs, steps: a file with both verifies. keeps time: no more is owed at the "
        "end",
        "than the longest frame of the first half and a tick; M1, G7b, M4 and M5 only as their "
        "screen of",
        "60 Hz allows. none: at no tick is a state the one of another machine, so that there is",
        "nothing to be on time with."};
    return table;
}

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
