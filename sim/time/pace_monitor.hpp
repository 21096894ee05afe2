// SPDX-License-Identifier: MIT
// Tells from the paces of a loop whether the machine slept once or cannot keep up. These need
// different answers: a pause or a resync after a sleep, fewer details or a lower tick rate on a
// machine that is too slow.
#pragma once

#include <cstdint>

#include <tandem/sim/time/pacer.hpp>

namespace tandem::sim {

// The ways in which a loop keeps up with time.
enum class PaceHealth : std::uint8_t {
    steady,    // no more ticks became due than one frame may run
    gap,       // more did, but not for long: the machine slept, or something delayed the loop
    overload,  // more and more do: the machine cannot keep up
};

// It is three, so that one slow frame and the frame that catches up are not an overload. With the
// default cap and 60 ticks per second it takes half a second to detect one.
inline constexpr std::uint32_t k_overload_frames_default = 3;

// These options say when late frames count as an overload.
struct PaceMonitorOptions {
    std::uint32_t ticks_per_frame_max = k_ticks_per_frame_max_default;  // the pacer's
    // This many frames above the cap, with none below it between them, are an overload.
    std::uint32_t overload_frames = k_overload_frames_default;
};

// Counts the ticks that became due between two frames, whatever the debt policy does with them.
// Ticks that a pacer still owes from an earlier gap do not count again.
class PaceMonitor {
public:
    // Neither number in the options may be 0.
    explicit PaceMonitor(const PaceMonitorOptions& options = {});

    // Call it after each advance with the result of that. If you leave one out, its ticks count for
    // the next one or not at all. A frame exactly at the cap continues an overload but does not
    // begin one. A frame below the cap ends it.
    PaceHealth observe(const Pace& pace);
    // Forgets everything observed. Call it for a pacer or a loop that starts anew.
    void reset() { *this = PaceMonitor(options_); }

    // How many ticks became due before the latest frame.
    std::uint64_t ticks_due() const { return ticks_due_; }

private:
    PaceMonitorOptions options_;
    std::uint64_t ticks_owed_ = 0;
    std::uint64_t ticks_due_ = 0;
    std::uint32_t frames_above_ = 0;  // the cap, since the last one below it
};

}  // namespace tandem::sim
