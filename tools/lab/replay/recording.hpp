// SPDX-License-Identifier: MIT
// Makes and plays recordings of the lab's games with the product's own parts, in memory.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/replay/recording/recorder.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/lab/replay/records.hpp>

namespace tandem::tools::lab {

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
