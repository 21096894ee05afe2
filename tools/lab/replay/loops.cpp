// SPDX-License-Identifier: MIT
// Every loop on every machine: what of it plays again, and whether two machines agree.
#include <tandem/tools/lab/replay/tables.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include <tandem/replay/verify.hpp>
#include <tandem/sim/assert.hpp>
#include <tandem/sim/erase.hpp>
#include <tandem/tools/lab/games/bodies.hpp>
#include <tandem/tools/lab/games/variable_world.hpp>

namespace tandem::tools::lab {
namespace {

// What get_distance adds up over the loop's own steps, less what it should be, which is the sum of
// the steps: a whole number of flicks, so that the error is exact to its last digits.
double distance_error(const FrameLog& log) {
    constexpr auto k_per_unit = static_cast<double>(Flicks::period::den);
    Car<double> car;
    std::int64_t flicks = 0;
    for (const LoggedUpdate& update : log.updates) {
        car.step(step_of<double>(update.step));
        flicks += update.step.count();
    }
    const auto exact = static_cast<double>(flicks);
    const double nearest = exact / k_per_unit;
    const double rest = std::fma(-k_per_unit, nearest, exact) / k_per_unit;
    return (car.units() - nearest) - rest;
}

std::string error_text(double error) {
    std::array<char, 32> text{};
    const int size = std::snprintf(text.data(), text.size(), "%+.3e", error);
    TANDEM_ASSERT(size > 0 && static_cast<std::size_t>(size) < text.size());
    return error == 0 ? "0" : std::string(text.data(), static_cast<std::size_t>(size));
}

// Updates that real time has asked for by the end of that picture and that have not run; negative
// where more have.
double owed(const FrameLog& log, const LoggedPicture& picture) {
    return static_cast<double>(picture.end.count()) / static_cast<double>(log.tick.count()) -
           static_cast<double>(picture.updates);
}

// Whether the game is where real time is: at the last picture it owes no more than what a frame of
// the first half brought, and a tick.
bool is_on_time(const FrameLog& log) {
    if (log.tick.count() == 0 || log.pictures.empty()) {
        return false;  // without a tick there is no state that another machine would have as well
    }
    const Flicks half = log.pictures.back().end / 2;
    std::uint64_t in_a_frame = 0;
    for (const LoggedPicture& picture : log.pictures) {
        if (picture.end <= half) {
            in_a_frame = std::max(in_a_frame, picture.own_updates);
        }
    }
    return std::abs(owed(log, log.pictures.back())) <= static_cast<double>(in_a_frame) + 1;
}

}  // namespace

LoopReplay replay_loop(const Loop& loop) {
    LoopReplay result;
    result.loop = loop.id;
    const Records keys = variable_records(log_loop(loop, *parse_machine("normal")));
    const replay::Replay file = record(sim::erase<VariableWorld>(), keys);
    const auto verified = replay::verify(file, sim::erase<VariableWorld>());
    result.inputs_and_steps = verified && verified->verdict == replay::VerifyVerdict::same;
    const auto original = run_records(sim::erase<VariableWorld>(), keys).hashes;
    std::vector<std::vector<std::uint64_t>> states;
    result.inputs = true;
    for (const Machine& machine : known_machines()) {
        const FrameLog log = log_loop(loop, machine);
        result.distance_errors.push_back(distance_error(log));
        states.push_back(run_records(sim::erase<VariableWorld>(), with_steps_of(keys, log)).hashes);
        result.inputs = result.inputs && compare(original, states.back()).differing == 0;
        if (is_on_time(log)) {
            result.on_time.push_back(machine.name);
        }
    }
    result.agrees_at_tick = true;
    for (const auto& one : states) {
        for (const auto& other : states) {
            result.agrees_at_tick = result.agrees_at_tick && compare(one, other).differing == 0;
        }
    }
    return result;
}

Table loops_table() {
    Table table{.name = "loops",
                .title =
                    "Every loop: the error of a sum of 0.001 a millisecond on each machine, "
                    "and what of a run comes again",
                .columns = {{"loop", "loop"}},
                .rows = {},
                .notes = {}};
    for (const Machine& machine : known_machines()) {
        table.columns.push_back({"distance_error_" + machine.name, machine.name});
    }
    for (const Column& column :
         {Column{"replay_inputs", "inputs"}, Column{"replay_inputs_and_steps", "inputs, steps"},
          Column{"agree_at_tick", "agree at tick"}, Column{"on_time", "agree at time on"}}) {
        table.columns.push_back(column);
    }
    for (const Loop* loop : steady_loops()) {
        const LoopReplay replayed = replay_loop(*loop);
        std::vector<Cell> row{replayed.loop};
        for (const double error : replayed.distance_errors) {
            row.emplace_back(error_text(error));
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
        "only where a machine ran fewer of them. inputs: keys by update, recorded on normal, "
        "played",
        "on all. inputs, steps: a file with both verifies. agree at time: no more is owed at the "
        "end",
        "than a frame of the first half ran, and a tick; M1 only as its screen of 60 Hz allows."};
    return table;
}

}  // namespace tandem::tools::lab
