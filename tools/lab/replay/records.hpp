// SPDX-License-Identifier: MIT
// Makes the records from which the lab's games are played tick by tick, and runs them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/history/timeline.hpp>
#include <tandem/tools/lab/experiments/agreement.hpp>
#include <tandem/tools/lab/games/compare.hpp>
#include <tandem/tools/lab/replay/frame_log.hpp>

namespace tandem::tools::lab {

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

}  // namespace tandem::tools::lab
