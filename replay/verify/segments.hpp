// SPDX-License-Identifier: MIT
// A recording cut at its keyframes into parts that are verified apart from each other, each on any
// thread. A part begins with a restored keyframe, so it also shows whether that keyframe is enough
// to go on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tandem/replay/play/run.hpp>
#include <tandem/replay/recording/replay_file.hpp>
#include <tandem/replay/verify/verify.hpp>
#include <tandem/sim/game/any_simulation.hpp>

namespace tandem::replay {

// The ticks from `first_tick` to the one before `end_tick`.
struct Segment {
    std::uint64_t first_tick = 0;
    std::uint64_t end_tick = 0;
    const StoredState* entry = nullptr;  // the keyframe it begins with; null: the file's start
};

// Returns a segment from each keyframe to the next. There is always at least one segment, and the
// plan depends on the file alone. The segments point into `replay`.
std::vector<Segment> plan_segments(const Replay& replay);

// The outcome of verifying one segment.
enum class SegmentVerdict : std::uint8_t {
    sound,        // every chain and every stored state is as recorded
    suspect,      // it left the recording; only a straight run can say why
    unclear,      // it cannot be judged by itself: its keyframe or a later state does not load, or
                  // a record cannot be read
    interrupted,  // sound up to the tick where the caller stopped
    not_begun,    // the caller did not verify it
};

// The first sign that a simulation did not go on from a restored state as the recording did.
struct Suspicion {
    std::uint64_t from_ticks_done = 0;  // the state that was restored
    std::uint64_t ticks_done = 0;       // the difference was seen after this many ticks
    std::string text;                   // in words
};

struct SegmentReport {
    SegmentVerdict verdict = SegmentVerdict::not_begun;
    std::uint64_t ticks_checked = 0;
    std::uint64_t chains_checked = 0;    // whole chains compared
    std::uint64_t states_checked = 0;    // stored states compared, byte for byte
    std::uint64_t restores_checked = 0;  // states that were restored and gone on from
    sim::ChainHash chain;                // after the last tick that was checked
    sim::FaultLog faults;  // faults of the steps, and of the reset in the first segment
    std::optional<Suspicion> suspicion;  // why it is suspect
};

// Restores the segment's keyframe into a new simulation, steps, and compares every chain and every
// stored state, those at its end included. If `round_trip_ticks` is not 0, it saves the state after
// every multiple of so many ticks, restores it into a new simulation, and goes on with that one.
// `spare` is the game, never stepped; new simulations are its clones.
SegmentReport verify_segment(const Replay& replay, const sim::AnySimulation& spare,
                             const Segment& segment, std::uint64_t round_trip_ticks = 0,
                             const Progress& progress = nullptr);

// A segment that is stepped like the straight run, but from a restored state. It can stop at the
// end of a file, and go on when the file is longer.
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
