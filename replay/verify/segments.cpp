// SPDX-License-Identifier: MIT
// Cuts a recording into segments, and runs a segment from its beginning to its end.
#include <tandem/replay/verify/segments.hpp>

#include <tandem/replay/verify/segment_run.hpp>

namespace tandem::replay {

std::vector<Segment> plan_segments(const Replay& replay) {
    std::vector<Segment> segments{{replay.first_tick(), replay.end_tick(), nullptr}};
    for (const StoredState& state : replay.states()) {
        if (state.purpose == sim::StatePurpose::keyframe &&
            state.ticks_done > segments.back().first_tick && state.ticks_done < replay.end_tick()) {
            segments.back().end_tick = state.ticks_done;
            segments.push_back({state.ticks_done, replay.end_tick(), &state});
        }
    }
    return segments;
}

SegmentReport verify_segment(const Replay& replay, const sim::AnySimulation& spare,
                             const Segment& segment, std::uint64_t round_trip_ticks,
                             const Progress& progress) {
    SegmentRun run(replay, spare, segment, round_trip_ticks);
    run.run(progress);
    return run.report();
}

}  // namespace tandem::replay
