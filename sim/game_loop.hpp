// SPDX-License-Identifier: MIT
// The loop around a game, owned or driven by a platform's frame callback: both make a frame by the
// same function, so the same times give the same ticks.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>

#include <tandem/sim/pacer.hpp>
#include <tandem/sim/run_token.hpp>

namespace tandem::sim {

// What an owned loop needs of its caller: steady time since any fixed point, and a sleep that
// returns at once where the time has passed.
template <class T>
concept LoopTime = requires(T& time, std::chrono::nanoseconds instant) {
    { time.now() } -> std::convertible_to<std::chrono::nanoseconds>;
    time.wait_until(instant);
};

// `tick()` runs one tick; `frame(const Pace&)` draws after the ticks that were due, by the pace's
// alpha. Either may stop the loop, and nothing of that run is called afterwards, or start it anew.
class GameLoop {
public:
    explicit GameLoop(const PacerOptions& options) : options_(options), pacer_(options, {}) {}

    // Tick 0 is due one period after `now`. Ends the run before.
    RunToken start(std::chrono::nanoseconds now) {
        pacer_ = Pacer(options_, now);
        return switch_.start();
    }
    // Whether this stopped the run; harmless for one that had ended.
    bool stop(RunToken run) { return switch_.stop(run); }
    bool is_running(RunToken run) const { return switch_.is_running(run); }

    // For a platform's frame callback. Whether the run goes on, so that another callback should be
    // asked for.
    template <class TickFunction, class FrameFunction>
    bool on_frame(RunToken run, std::chrono::nanoseconds now, TickFunction&& tick,
                  FrameFunction&& frame) {
        if (!is_running(run) || !pacer_.is_frame_due(now)) {
            return is_running(run);
        }
        const Pace pace = pacer_.advance(now);
        for (std::uint32_t i = 0; i < pace.ticks && is_running(run); ++i) {
            tick();
        }
        if (is_running(run)) {
            frame(pace);
        }
        return is_running(run);
    }

    // The owned loop: returns when the run has ended. Who reads input before the ticks of a frame
    // writes these two lines anew.
    template <LoopTime Time, class TickFunction, class FrameFunction>
    void run(RunToken run, Time& time, TickFunction&& tick, FrameFunction&& frame) {
        while (on_frame(run, time.now(), tick, frame)) {
            time.wait_until(pacer_.next_frame());
        }
    }

    // For next_frame() and, after a pause, resume().
    Pacer& pacer() { return pacer_; }
    const Pacer& pacer() const { return pacer_; }

private:
    PacerOptions options_;
    Pacer pacer_;
    RunSwitch switch_;
};

}  // namespace tandem::sim
