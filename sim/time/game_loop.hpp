// SPDX-License-Identifier: MIT
// The loop around a game, owned or driven by a platform's frame callback: both make a frame by the
// same function, so the same times give the same ticks.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>

#include <tandem/sim/time/pacer.hpp>

namespace tandem::sim {

// Names one run of a loop. The default names none.
struct RunToken {
    std::uint64_t number = 0;  // 0: no run

    friend constexpr bool operator==(RunToken, RunToken) = default;
};

// At most one run at a time. Starting again ends the run before, and what is left of an earlier run
// can neither go on nor stop a later one.
class RunSwitch {
public:
    RunSwitch() = default;
    // Tokens are numbers: what is left of an earlier run would name one of a copy, or of a new
    // switch in the old one's place.
    RunSwitch(const RunSwitch&) = delete;
    RunSwitch& operator=(const RunSwitch&) = delete;

    // Ends the run before and begins another.
    [[nodiscard]] constexpr RunToken start() {
        running_ = {++started_};
        return running_;
    }

    // Whether this stopped the run: false for one that had ended, which changes nothing.
    constexpr bool stop(RunToken token) {
        const bool stops = is_running(token);
        if (stops) {
            running_ = {};
        }
        return stops;
    }

    // Whether this run goes on.
    constexpr bool is_running(RunToken token) const {
        return token == running_ && token != RunToken{};
    }

private:
    std::uint64_t started_ = 0;
    RunToken running_;
};

// What an owned loop needs of its caller: steady time since any fixed point, and a sleep that
// returns at once where the time has passed.
template <class T>
concept LoopTime = requires(T& time, std::chrono::nanoseconds instant) {
    { time.now() } -> std::convertible_to<std::chrono::nanoseconds>;
    time.wait_until(instant);
};

// `input()`, which may be left out, reads what the player does and comes first; `tick()` runs one
// tick; `frame(const Pace&)` draws after the ticks that were due, by the pace's alpha. Each may
// stop the loop, and nothing of that run is called afterwards, start it anew, or pause and resume
// it. What one of them throws passes through, and the ticks that were left of that frame are lost.
//
// One loop for as long as a platform may call back: another object in its place, or a copy, may
// take an old token for its own, so it is neither copied nor assigned.
class GameLoop {
public:
    // Nothing runs before start().
    explicit GameLoop(const PacerOptions& options) : options_(options), pacer_(options, {}) {}

    // Tick 0 is due one period after `now`. Ends the run before, and a pause of it.
    [[nodiscard]] RunToken start(std::chrono::nanoseconds now) {
        pacer_ = Pacer(options_, now);
        return switch_.start();
    }
    // With another rate, policy or cap from now on.
    [[nodiscard]] RunToken start(std::chrono::nanoseconds now, const PacerOptions& options) {
        options_ = options;
        return start(now);
    }
    // Whether this stopped the run; harmless for one that had ended.
    bool stop(RunToken run) { return switch_.stop(run); }
    // Whether this run goes on.
    bool is_running(RunToken run) const { return switch_.is_running(run); }

    // From the next frame on there are no ticks, or from this one on where `input` calls it: a
    // menu, which `frame` still draws. The time since the frame before counts as part of the pause.
    void pause() { pacer_.pause(); }
    // Until resume.
    bool is_paused() const { return pacer_.is_paused(); }
    // No tick of the pause is ever run. Enough by itself, before the next frame, where none was
    // made in the pause: a hidden window.
    void resume(std::chrono::nanoseconds now) { pacer_.resume(now); }

    // For a platform's frame callback. Whether the run goes on, so that another callback should be
    // asked for.
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

    // The owned loop: returns when the run has ended.
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

    // For next_frame() and the count of late frames.
    const Pacer& pacer() const { return pacer_; }

private:
    PacerOptions options_;
    Pacer pacer_;
    RunSwitch switch_;
};

}  // namespace tandem::sim
