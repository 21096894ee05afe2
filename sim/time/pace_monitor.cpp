// SPDX-License-Identifier: MIT
// Counts frames that came with more ticks than the cap lets one frame run.
#include <tandem/sim/time/pace_monitor.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::sim {

PaceMonitor::PaceMonitor(const PaceMonitorOptions& options) : options_(options) {
    TANDEM_ASSERT(options.ticks_per_frame_max >= 1);
    TANDEM_ASSERT(options.overload_frames >= 1);
}

PaceHealth PaceMonitor::observe(const Pace& pace) {
    const std::uint64_t ticks = pace.ticks + pace.ticks_owed + pace.ticks_dropped;
    // A pacer owes less than before if a frame was not observed, or if it is another pacer.
    ticks_due_ = ticks - std::min(ticks, ticks_owed_);
    ticks_owed_ = pace.ticks_owed;
    const std::uint64_t cap = options_.ticks_per_frame_max;
    if (ticks_due_ < cap) {
        frames_above_ = 0;
    } else if (ticks_due_ > cap) {
        frames_above_ = std::min(frames_above_ + 1, options_.overload_frames);
    }
    if (frames_above_ == options_.overload_frames) {
        return PaceHealth::overload;
    }
    return ticks_due_ > cap ? PaceHealth::gap : PaceHealth::steady;
}

}  // namespace tandem::sim
