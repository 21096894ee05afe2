// SPDX-License-Identifier: MIT
// Records of the lab's games, made by script or from the frames of a run, and recordings of them,
// made and played with the product's own parts, in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/lab/experiments/agreement.hpp>
#include <tandem/tools/lab/games/compare.hpp>
#include <tandem/tools/lab/loops/loop.hpp>

namespace tandem::tools::lab {

// The frames of a run, as a variable step takes them.
struct LoggedUpdate {
    Flicks start{};
    Flicks step{};
};

struct FrameLog {
    std::vector<LoggedUpdate> updates;
    LoopReport report;
};

FrameLog log_loop(const Loop& loop, const Machine& machine, const RunOptions& options = {});

// Returns the keys of the variable arms' script by time, those of the yard's first player.
std::uint8_t keys_at(Flicks time);

using Records = std::vector<sim::Bytes>;

// Returns both players' script, a record a tick.
Records yard_records(std::uint64_t ticks);
// Returns records in which nobody touches a key.
Records idle_records(std::uint64_t ticks);
// Returns the frames of that log with the keys held when each began.
Records variable_records(const FrameLog& frames);
// Returns the updates of that run, a key held in those that saw an odd number of presses.
Records variable_records(const RunRecord& run);
// Returns the same keys frame by frame, with the lengths of another log's frames; as many as both
// have.
Records with_steps_of(const Records& records, const FrameLog& frames);

// A run of a game through records.
struct GameRun {
    std::vector<std::uint64_t> hashes;  // the state's after each tick
    sim::ChainHash chain;
    std::optional<std::uint64_t> failed_at;  // the tick whose step threw
    std::string failure;
};
GameRun run_records(sim::AnySimulation game, const Records& records, std::uint64_t seed = 1,
                    sim::TickObserver* observer = nullptr,
                    const std::optional<sim::Plant>& plant = std::nullopt);

// Returns a run of a game through records, as a replay file.
replay::Replay record(sim::AnySimulation game, const Records& records, std::uint64_t seed = 1,
                      const std::optional<sim::Plant>& plant = std::nullopt);
// Runs the product's verify on a file. Returns the ticks that it has simulated again, and the first
// that is not as recorded, where it ends.
Comparison verify_file(const replay::Replay& file, sim::AnySimulation game);
// Returns the records that a file holds.
Records records_of(const replay::Replay& replay);

// True if a file of the run's presses and lengths of steps, written and read back with the
// product's recorder and player, gives the recorded state after every update. With a fault planted
// while it is recorded it does not.
bool replays_from_file(const RunRecord& run, const std::optional<sim::Plant>& plant = std::nullopt);

}  // namespace tandem::tools::lab
