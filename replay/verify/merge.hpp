// SPDX-License-Identifier: MIT
// Makes the report of the whole recording from the reports of its segments. It is the same as
// that of the straight run, whoever verified which segment on which thread.
#pragma once

#include <span>
#include <vector>

#include <tandem/replay/verify/seek_storm.hpp>
#include <tandem/replay/verify/segments.hpp>

namespace tandem::replay {

// The checks of a recording besides its segments.
struct VerifyChecks {
    std::uint64_t round_trip_ticks = 0;  // save and restore after every multiple; 0: never
    SeekStorm storm = {};                // no seeks: none
};

// True if it is of no use to begin the segments behind this one, because it is suspect or was
// interrupted.
bool stops(const SegmentReport& report);

// Returns the report of a recording whose segments all are `sound`, up to the first that was
// interrupted or not begun. `segments` are in the order of plan_segments.
VerifyReport merge_segments(const Replay& replay, std::span<const SegmentReport> segments);

// Returns the report of a recording. All segments before the first suspect one must have been
// verified, unless the caller was interrupted. If a segment is not sound, or a seek went wrong, it
// runs straight from the file's start. If the straight run is as recorded, but a restored state did
// not go on as recorded, the verdict is `unsaved`. It fails as verify() does.
sim::Result<VerifyReport> conclude(const Replay& replay, const sim::AnySimulation& spare,
                                   std::span<const SegmentReport> segments,
                                   const SeekStormReport& storm,
                                   const Progress& progress = nullptr);

// Does all of it on this thread: every segment in turn, the storm, the conclusion.
sim::Result<VerifyReport> verify_in_segments(const Replay& replay, const sim::AnySimulation& spare,
                                             const VerifyChecks& checks = {},
                                             const Progress& progress = nullptr);

}  // namespace tandem::replay
