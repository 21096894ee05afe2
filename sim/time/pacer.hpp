// SPDX-License-Identifier: MIT
// Turns elapsed time into ticks. It reads no clock: an owned loop, a platform callback and a test's
// manual clock all pass the time in, and the same times give the same ticks. game_loop.hpp has the
// loop around it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::sim {

// What becomes of ticks that are due but exceed the cap of one frame.
enum class DebtPolicy : std::uint8_t {
    keep,   // they stay owed and later frames run them: game time never falls behind for good
            // (lockstep)
    drop,   // the frame runs up to the cap and forgets the rest: game time falls behind (a single
            // player)
    pause,  // the gap counts as a pause: one tick runs, so that a slow machine still moves, the
            // rest is forgotten
};

// Ten, as in Witters' game loop: at 60 ticks per second, below six frames per second the game slows
// down.
inline constexpr std::uint32_t k_ticks_per_frame_max_default = 10;

// How time becomes ticks.
struct PacerOptions {
    TickRate tick_rate{60};                     // ticks a second
    DebtPolicy debt_policy = DebtPolicy::drop;  // what becomes of ticks that are too late
    std::uint32_t ticks_per_frame_max =
        k_ticks_per_frame_max_default;  // run by one advance at most
    // The power cap: at most so many frames per second, the rest of the time is slept. At the tick
    // rate every frame falls on a tick, where alpha is about 0; who draws by alpha allows more.
    std::optional<TickRate> frame_rate_max = std::nullopt;
    // Pictures between two ticks differ (they are drawn by alpha), so a loop without a power cap
    // draws as many as it can: for one that waits for its display. Otherwise one after each tick is
    // enough, and alpha is about 0.
    bool interpolates = false;
};

// How far the present lies between the last tick and the next, in [0, 1]; for drawing only.
struct Alpha {
    std::uint64_t numerator = 0;    // at most the denominator
    std::uint64_t denominator = 1;  // never 0

    friend constexpr bool operator==(Alpha, Alpha) = default;
    // The nearest Fixed.
    constexpr Fixed fixed() const {
        return Fixed::ratio(static_cast<std::int64_t>(numerator),
                            static_cast<std::int64_t>(denominator));
    }
};

// What one frame has to do.
struct Pace {
    std::uint32_t ticks = 0;          // run so many ticks now
    std::uint64_t ticks_owed = 0;     // due as well, left for later frames (keep)
    std::uint64_t ticks_dropped = 0;  // due as well, forgotten at this frame (drop, pause)
    Alpha alpha;                      // 1 while ticks are owed
    // Under a power cap only: how long after its deadline this frame came, and how many further
    // deadlines went by since. Those are skipped, never made up for.
    std::chrono::nanoseconds frame_late_by{0};
    std::uint64_t frames_missed = 0;  // skipped deadlines
};

// Tick k is due at start + (k + 1) * T, compared with >= in exact integer arithmetic, so nothing
// drifts however long it runs; dropped ticks are counted in k. Frame j of a power cap is due at
// start + j * F. Times are nanoseconds since any fixed point.
class Pacer {
public:
    // A rate is positive, at most 1e9 ticks and 1e8 frames per second, the cap at least 1. Frames
    // under the power cap are enough to run all ticks: frame rate * cap >= tick rate.
    Pacer(PacerOptions options, std::chrono::nanoseconds start);

    // Whether a platform's callback at `now` should make a frame; false where the power cap says
    // that it is too early. Frames up to an eighth of F early are on time, since a display's period
    // is never exactly ours; there is still no more than one for each deadline.
    bool is_frame_due(std::chrono::nanoseconds now) const;

    // What is due by `now`. A time before the latest one is taken for the latest: a clock that
    // steps back yields nothing until it has caught up.
    Pace advance(std::chrono::nanoseconds now);

    // When the next tick is due, rounded up to a whole nanosecond: advance(next_deadline()) always
    // yields a tick, one nanosecond less never does. In the past while ticks are owed. In a pause
    // as if it had ended at the latest time.
    std::chrono::nanoseconds next_deadline() const;

    // Until when an owned loop may sleep after a frame: the next frame's deadline under a power
    // cap, else the next tick's (in a pause for the length of a tick), or the latest time (not at
    // all) where the loop interpolates. In the past for a frame that is late already.
    std::chrono::nanoseconds next_frame() const;

    // A pause that the caller knows of; one that nobody announced is for DebtPolicy::pause. Until
    // resume, advance yields frames without a tick, as a menu wants them: ticks stand still at the
    // latest time, alpha and what is owed are what they were.
    void pause() { is_paused_ = true; }
    // Until resume.
    bool is_paused() const { return is_paused_; }
    // Goes on at `now` as if no time had passed since the latest one: no tick of the gap is run or
    // dropped, nor a frame missed, and alpha is what it was. Enough by itself, without pause, where
    // no frame was made in the gap (a hidden window).
    void resume(std::chrono::nanoseconds now);

    // Frames that came over an eighth of F after their deadline.
    std::uint64_t frames_late() const { return frames_late_; }

private:
    void settle_frame(Pace& pace);

    PacerOptions options_;
    // Where tick 0 is one period and frame 0 none ahead of; pauses move them on.
    std::chrono::nanoseconds ticks_start_;
    std::chrono::nanoseconds frames_start_;
    std::chrono::nanoseconds latest_;
    bool is_paused_ = false;
    std::uint64_t ticks_settled_ = 0;   // run or dropped
    std::uint64_t frames_settled_ = 0;  // made or missed
    std::uint64_t frames_late_ = 0;
};

}  // namespace tandem::sim
