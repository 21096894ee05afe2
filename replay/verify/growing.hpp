// SPDX-License-Identifier: MIT
// Verifies a recording that is still being written. Ticks that were verified are not simulated
// again when the file is longer.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <tandem/replay/verify/merge.hpp>
#include <tandem/replay/verify/segments.hpp>

namespace tandem::replay {

class GrowingVerification {
public:
    // `replay` and `spare` must outlive it; `spare` is never stepped. `round_trip_ticks` works as
    // for verify_segment.
    GrowingVerification(const Replay& replay, const sim::AnySimulation& spare,
                        std::uint64_t round_trip_ticks = 0);

    // Verifies all that the present reading holds and that was not verified before. It stops at the
    // first segment that is suspect, and if `progress` returns false.
    void verify(const Progress& progress = nullptr);
    // Goes on with a longer reading of the same file, which must outlive it from now on. It is an
    // error (bad_data), and nothing changes, if the file does not begin with what was verified.
    sim::Result<void> follow(const Replay& longer);

    // True if it is of no use to go on, because a segment is suspect or was interrupted.
    bool is_stopped() const;
    // The number of ticks that it has compared so far.
    std::uint64_t ticks_checked() const;
    // Returns the report, as verify_in_segments gives it for the present reading. If a segment is
    // not sound, it runs straight from the file's start. If the session still writes the file,
    // nobody has seen its end: the verdict is `interrupted`, unless a difference was found.
    sim::Result<VerifyReport> conclude(const Progress& progress = nullptr) const;

private:
    bool continues_in(const std::vector<Segment>& longer) const;
    void forget_from(const StoredState& late);
    void run_segment(const Segment& segment, const Progress& progress);

    const Replay* replay_;
    const sim::AnySimulation& spare_;
    std::uint64_t round_trip_ticks_;
    std::vector<Segment> plan_;
    std::vector<SegmentReport> done_;  // reports of the first segments, whose end is known
    std::optional<SegmentRun> open_;   // the segment behind them
};

}  // namespace tandem::replay
