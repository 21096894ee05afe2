// SPDX-License-Identifier: MIT
// Many seeks to random places of a recording. Each must arrive at the state that the straight run
// has there, so a state that is not saved whole is found if a seek restores it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/segments.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

// The number of seeks, and the seed of their places.
struct SeekStorm {
    std::uint64_t seeks = 0;
    std::uint64_t seed = 1;  // decides where the seeks go
};

// The outcome of the seeks.
struct SeekStormReport {
    bool is_begun = false;
    bool is_interrupted = false;
    std::uint64_t seeks_checked = 0;           // seeks that arrived where the straight run was
    std::optional<Suspicion> suspicion;        // the first seek that did not
    std::vector<sim::FieldDifference> fields;  // straight | sought, after suspicion->ticks_done
};

// Runs straight through the recording, then seeks. It fails if this simulation cannot play the
// file. It does not check whether the straight run is the recorded one.
sim::Result<SeekStormReport> seek_storm(const Replay& replay, const sim::AnySimulation& spare,
                                        const SeekStorm& storm, const Progress& progress = nullptr);

}  // namespace tandem::replay
