// SPDX-License-Identifier: MIT
// Runs a part of a recording again, from its start or from a keyframe, and says how far that gives
// what the file recorded. Faults that the file's marks name are not planted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// What became of the tick in which the session failed (failed_tick).
enum class FailedTickRun : std::uint8_t {
    not_tried,  // the file has none, or the run did not come there as recorded
    passes,
    fails,
};

struct NearRun {
    std::uint64_t from_ticks_done = 0;  // where it began
    std::uint64_t ticks_done = 0;       // where it ended: as planned, or where it parted or failed
    // The chain after so many ticks is the first that is not the recorded one.
    std::optional<std::uint64_t> parted_at;
    std::string failure;      // the game's own, if a step failed
    bool is_stopped = false;  // `progress` ended it: nothing is known behind ticks_done
    FailedTickRun failed_tick = FailedTickRun::not_tried;
    std::string failed_tick_text;  // fails: what the game says
    sim::Bytes state;              // at its end
    sim::RunningHashes hashes;     // there

    // Whether all of it came out as recorded.
    bool agrees() const { return !parted_at && failure.empty() && !is_stopped; }
};

// What is done on the way.
struct NearRunPlan {
    RunFrom from = RunFrom::keyframe;
    std::uint64_t end_ticks_done = 0;  // from the file's first tick to its last (asserted)
    // The state after so many ticks is saved and restored into a new simulation.
    std::optional<std::uint64_t> restored_at{};
    bool stops_where_it_parts = true;
    bool tries_the_failed_tick = false;  // behind the end of the file
};

// `spare` is the game, never stepped. It fails if the simulation cannot play the file, or if a
// record or a chain cannot be read. Where `progress` returns false the run ends early, without an
// error.
sim::Result<NearRun> run_near(const Replay& replay, const sim::AnySimulation& spare,
                              const NearRunPlan& plan, const Progress& progress = nullptr);

}  // namespace tandem::replay
