// SPDX-License-Identifier: MIT
// The tables of `lab replay`, a file each, and the single experiments behind their rows.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <tandem/sim/game/any_simulation.hpp>
#include <tandem/tools/lab/replay/recording.hpp>
#include <tandem/tools/lab/table.hpp>

namespace tandem::tools::lab {

// ---- Facts that must be stored (stored.cpp) ----

// A variable step recorded on `recorded`, its keys frame by frame played in the frames of `played`.
struct VariableReplay {
    Comparison comparison;
    std::optional<std::uint64_t> first_other_step;  // the first frame of another length
};
VariableReplay replay_keys_only(const Machine& recorded, const Machine& played);
// Verifies, by the product, the file of that machine's frames, their lengths included. A fault in
// the file is found.
Comparison replay_keys_and_steps(const Machine& recorded,
                                 const std::optional<sim::Plant>& plant = std::nullopt);
// Plays the yard's file tick by tick by a fixed-step loop on that machine.
Comparison replay_ticks(const Machine& played);
// Plays the same file and program from another start, with random numbers from a clock that nobody
// recorded; or from the seed in the file's header.
Comparison replay_wall_clock();
Comparison replay_seed();
// Reads a variable step's states back from the file as film.
Comparison replay_film();
Table stored_table();
Table bytes_table();  // bytes.cpp

// The bytes of the yard's files for each tick, without head.
struct FileBytes {
    double inputs = 0;          // both players', with 16 bits of the running hash
    double inputs_alone = 0;    // without those and without blocks: presence and keys
    double inputs_in_runs = 0;  // the same, runs of equal ticks as one with 16 bits for their
                                // number
    double idle = 0;            // those of players who do nothing
    double film = 0;            // with every state, not packed
    double film_packed = 0;     // depends on the version of the compressor
    double state = 0;           // the canonical bytes of a state
};
FileBytes yard_file_bytes();

// ---- Every loop (loops.cpp) ----

// A loop on all machines, by the Agreement of each with normal.
struct LoopReplay {
    std::string loop;
    std::vector<double> distance_errors;  // in sums of 0.001 units a millisecond, by machine
    bool inputs = false;                  // presses by update, recorded on normal, on every machine
    bool inputs_and_steps = false;        // replays_from_file
    bool agrees_at_tick = false;          // equal state at equal update on every machine
    std::vector<std::string> on_time;     // machines that owe nothing at the end
};
LoopReplay replay_loop(const Loop& loop);
Table loops_table();

// ---- Noise (noise.cpp) ----

// The source of the unevenness of a machine's frames: drawn from the number of the run, or this
// machine's own.
enum class Unevenness : unsigned char { drawn, real };

// So many runs of one second on one uneven machine, and the place of a car of 1.92 units a second:
// at that second, or after as many ticks as ran within it in every run.
struct UnevenRuns {
    std::set<std::uint64_t> hashes;  // the ends'; with a fixed tick those of all states until there
    std::vector<double> distances;
    // With a fixed tick, that many ticks, and all that a run has in common with the first.
    std::uint64_t ticks = 0;
    std::uint64_t compared = 0;
    std::uint64_t differing = 0;
};
UnevenRuns run_variable_uneven(std::uint64_t runs, Unevenness unevenness = Unevenness::drawn);
// Runs the yard, a tick for each update of the loop; or a game that takes the yard's inputs.
UnevenRuns run_fixed_uneven(std::uint64_t runs, Unevenness unevenness = Unevenness::drawn);
UnevenRuns run_fixed_uneven(std::uint64_t runs, Unevenness unevenness,
                            const sim::AnySimulation& game);

struct NoisyMatch {
    std::string noise;
    std::uint64_t compared = 0;  // ticks of both sides against a run without any network
    std::uint64_t differing = 0;
    std::size_t distinct = 0;  // histories among those three
    double worst_gap_ms = 0;
};
std::vector<NoisyMatch> run_noisy_matches();

// The number of ticks, or frames, in which an assertion was seen to fail in so many plays.
struct AssertionPlays {
    std::uint64_t failed = 0;
    std::set<std::uint64_t> at;
};
AssertionPlays play_assertion(std::uint64_t plays);
AssertionPlays play_variable_assertion(std::uint64_t plays);
Table noise_table();
Table assertion_table();

// ---- Refresh rates (refresh.cpp) ----

struct RefreshRun {
    std::vector<double> ratios;  // at 30 and at 144 Hz
    Comparison ticks;            // the comparison of states at equal ticks
};
RefreshRun run_refresh_pair(std::string_view loop);
Table refresh_rates_table();

// ---- Planted faults (controls.cpp) ----

Table controls_table();

}  // namespace tandem::tools::lab
