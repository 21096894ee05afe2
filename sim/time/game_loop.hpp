// SPDX-License-Identifier: MIT
// The loop around a game: an owned loop, or one driven by a platform's frame callback. Both make a
// frame with the same function, so the same times give the same ticks.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>

#include <tandem/sim/time/pacer.hpp>

namespace tandem::sim {

// Names one run of a loop. A default token names no run.
struct RunToken {
    std::uint64_t number = 0;  // 0: no run

    friend constexpr bool operator==(RunToken, RunToken) = default;
};

// Allows at most one run at a time. A new start ends the run before. A callback that is left from
// an earlier run can neither continue that run nor stop a later one.
class RunSwitch {
public:
    RunSwitch() = default;
    // Tokens are numbers. So an old token could also name a run of a copy, or of a new switch that
    // takes the place of the old one.
    RunSwitch(const RunSwitch&) = delete;
    RunSwitch& operator=(const RunSwitch&) = delete;

    // Ends the present run and begins another.
    [[nodiscard]] constexpr RunToken start() {
        running_ = {++started_};
        return running_;
    }

    // Stops the run. Returns false, and changes nothing, if that run has ended already.
    constexpr bool stop(RunToken token) {
        const bool stops = is_running(token);
        if (stops) {
            running_ = {};
        }
        return stops;
    }

    // True while this run goes on.
    constexpr bool is_running(RunToken token) const {
        return token == running_ && token != RunToken{};
    }

private:
    std::uint64_t started_ = 0;
    RunToken running_;
};

// An owned loop needs this from its caller: steady time since any fixed point, and a sleep that
// returns at once if the time has passed already.
template <class T>
concept LoopTime = requires(T& time, std::chrono::nanoseconds instant) {
    { time.now() } -> std::convertible_to<std::chrono::nanoseconds>;
    time.wait_until(instant);
};

// A loop calls three functions. `input()` comes first and reads what the player does; it may be
// left out. `tick()` runs one tick. `frame(const Pace&)` draws by the pace's alpha, after the ticks
// that were due. Each function may stop the loop, start it anew, pause it or resume it; after a
// stop, nothing of that run is called any more. An exception from one of them reaches the caller,
// and the remaining ticks of that frame are lost.
//
// Keep one GameLoop as long as a platform may call back. It cannot be copied or assigned, because a
// copy could take an old token for one of its own.
class GameLoop {
public:
    // A loop with these options. Nothing runs before start().
    explicit GameLoop(const PacerOptions& options) : options_(options), pacer_(options, {}) {}

    // Starts a run: tick 0 is due one tick's length after `now`. Ends the run before and its pause.
    [[nodiscard]] RunToken start(std::chrono::nanoseconds now) {
        pacer_ = Pacer(options_, now);
        return switch_.start();
    }
    // Starts a run with other options from now on.
    [[nodiscard]] RunToken start(std::chrono::nanoseconds now, const PacerOptions& options) {
        options_ = options;
        return start(now);
    }
    // Stops the run. Returns false, and changes nothing, if that run has ended already.
    bool stop(RunToken run) { return switch_.stop(run); }
    // True while this run goes on.
    bool is_running(RunToken run) const { return switch_.is_running(run); }

    // Pauses the ticks from the next frame on, or from this frame on if `input` calls it. Frames
    // are still drawn: a menu for example. The time since the last frame is part of the pause.
    void pause() { pacer_.pause(); }
    // True from pause until resume.
    bool is_paused() const { return pacer_.is_paused(); }
    // Ends a pause; none of its ticks is ever run. It needs no pause before it if no frame was made
    // meanwhile (a hidden window).
    void resume(std::chrono::nanoseconds now) { pacer_.resume(now); }

    // Makes a frame if one is due; a platform's frame callback calls it. Returns whether the run
    // goes on; then ask the platform for another callback.
    template <class InputFunction, class TickFunction, class FrameFunction>
    bool on_frame(RunToken run, std::chrono::nanoseconds now, InputFunction&& input,
                  TickFunction&& tick, FrameFunction&& frame) {
        if (!is_running(run) || !pacer_.is_frame_due(now)) {
            return is_running(run);
        }
        input();
        if (!is_running(run)) {
            return false;
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
    template <class TickFunction, class FrameFunction>
    bool on_frame(RunToken run, std::chrono::nanoseconds now, TickFunction&& tick,
                  FrameFunction&& frame) {
        return on_frame(
            run, now, [] {}, tick, frame);
    }

    // Runs the owned loop; returns when the run has ended.
    template <LoopTime Time, class InputFunction, class TickFunction, class FrameFunction>
    void run(RunToken run, Time& time, InputFunction&& input, TickFunction&& tick,
             FrameFunction&& frame) {
        while (on_frame(run, time.now(), input, tick, frame)) {
            time.wait_until(pacer_.next_frame());
        }
    }
    template <LoopTime Time, class TickFunction, class FrameFunction>
    void run(RunToken run, Time& time, TickFunction&& tick, FrameFunction&& frame) {
        this->run(
            run, time, [] {}, tick, frame);
    }

    // The pacer, for its next_frame() and frames_late().
    const Pacer& pacer() const { return pacer_; }

private:
    PacerOptions options_;
    Pacer pacer_;
    RunSwitch switch_;
};

}  // namespace tandem::sim
