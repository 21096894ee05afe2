// SPDX-License-Identifier: MIT
// A segment that is stepped like the straight run, but from a restored state. It can stop at the
// end of a file, and go on when the file is longer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/verify/segments.hpp>

namespace tandem::replay {

class SegmentRun {
public:
    // `replay` and `spare` must outlive it. `spare` is never stepped.
    SegmentRun(const Replay& replay, const sim::AnySimulation& spare, const Segment& segment,
               std::uint64_t round_trip_ticks = 0);

    // Goes to the end of the segment, or until `progress` returns false or the segment is not
    // sound.
    void run(const Progress& progress = nullptr);
    // Goes on with a longer reading of the same file, in which the segment does not end before
    // the place that it has reached (asserted). Returns false if it cannot: the file has got a
    // state of a tick that was passed already. Then only a new run of the segment compares it.
    bool follow(const Replay& longer, const Segment& segment);
    // The report so far.
    SegmentReport report() const;

    // The place where it stands, in ticks from the start of the session.
    std::uint64_t ticks_done() const { return run_.ticks_done(); }

private:
    bool is_sound() const { return report_.verdict == SegmentVerdict::sound; }
    void enter();
    void restore(const RunPlace& place);
    void step();
    bool needs_round_trip() const;
    void make_round_trip();
    void check_chain_here();
    void check_states_here();
    void check_state(const StoredState& stored);
    void suspect(std::uint64_t ticks_done, std::string text);
    bool is_in_segment(const StoredState& state) const;
    bool collect_states(std::size_t known);
    void add_faults(SegmentReport& report) const;

    const sim::AnySimulation& spare_;
    Segment segment_;
    std::uint64_t round_trip_ticks_;
    Run run_;
    std::uint64_t restored_from_;
    SegmentReport report_;
    std::vector<const StoredState*> states_;  // to be compared, by ticks_done
    std::size_t next_state_ = 0;
    bool is_entered_ = false;
    sim::FaultLog known_faults_;  // those logged before the first step
};

}  // namespace tandem::replay
