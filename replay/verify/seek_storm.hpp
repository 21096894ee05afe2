// SPDX-License-Identifier: MIT
// Many seeks to random places of a recording. Each must arrive at the state that the straight run
// has there, so a state that is not saved whole is found wherever a seek restores it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/replay_file.hpp>
#include <tandem/replay/verify.hpp>
#include <tandem/replay/verify/segments.hpp>
#include <tandem/sim/schema/fields.hpp>

namespace tandem::replay {

// How many seeks, and where to.
struct SeekStorm {
    std::uint64_t seeks = 0;
    std::uint64_t seed = 1;  // decides where the seeks go
};

// What came of them.
struct SeekStormReport {
    bool is_begun = false;
    bool is_interrupted = false;
    std::uint64_t seeks_checked = 0;           // that arrived where the straight run was
    std::optional<Suspicion> suspicion;        // the first that did not
    std::vector<sim::FieldDifference> fields;  // straight | sought, after suspicion->ticks_done
};

// Runs straight through the recording, then seeks. It fails if this simulation cannot play the
// file. Whether the straight run is the recorded one is not asked here.
sim::Result<SeekStormReport> seek_storm(const Replay& replay, const sim::AnySimulation& spare,
                                        const SeekStorm& storm, const Progress& progress = nullptr);

}  // namespace tandem::replay
