// SPDX-License-Identifier: MIT
// Tells from the paces of a loop whether the machine slept once or cannot keep up, which ask for
// different answers: a pause or a resync after the one, fewer details or a lower tick rate after
// the other.
#pragma once

#include <cstdint>

#include <tandem/sim/time/pacer.hpp>

namespace tandem::sim {

// How a loop keeps up with time.
enum class PaceHealth : std::uint8_t {
    steady,    // no more ticks came due than one frame may run
    gap,       // more did, but not for long: the machine slept, or the loop was held up
    overload,  // more and more do: the machine cannot keep up
};

// Three, so that one spike and the frame that makes up for it are no overload; at the default cap
// and 60 ticks per second it takes half a second to tell.
inline constexpr std::uint32_t k_overload_frames_default = 3;

// From when on late frames are an overload.
struct PaceMonitorOptions {
    std::uint32_t ticks_per_frame_max = k_ticks_per_frame_max_default;  // the pacer's
    // So many frames above the cap, and none below it in between, are an overload.
    std::uint32_t overload_frames = k_overload_frames_default;
};

// Counts the ticks that came due between two frames, whatever the debt policy made of them: those
// that a pacer still owes for an old gap are no news.
class PaceMonitor {
public:
    // Neither number may be 0.
    explicit PaceMonitor(const PaceMonitorOptions& options = {});

    // After each advance, with what it gave; where one is left out, ticks that came due by it may
    // count for the next one or not at all. A frame at the cap goes on with an overload and begins
    // none; a frame below it ends whatever there was.
    PaceHealth observe(const Pace& pace);
    // As if nothing had been observed: for a pacer or a loop that starts anew.
    void reset() { *this = PaceMonitor(options_); }

    // That came due before the latest frame.
    std::uint64_t ticks_due() const { return ticks_due_; }

private:
    PaceMonitorOptions options_;
    std::uint64_t ticks_owed_ = 0;
    std::uint64_t ticks_due_ = 0;
    std::uint32_t frames_above_ = 0;  // the cap, since the last one below it
};

}  // namespace tandem::sim
