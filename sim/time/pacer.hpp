// SPDX-License-Identifier: MIT
// Turns elapsed time into ticks. It reads no clock: its caller passes the time in, be it an owned
// loop, a platform callback or a test with a manual clock. The same times give the same ticks.
// game_loop.hpp has the loop around it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include <tandem/sim/math/fixed.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::sim {

// The policy says what happens to ticks that are due but exceed the cap of one frame.
enum class DebtPolicy : std::uint8_t {
    keep,   // they stay owed and later frames run them: game time never stays behind (lockstep)
    drop,   // the frame runs ticks up to the cap and forgets the rest: game time falls behind (a
            // single player)
    pause,  // the gap counts as a pause: one tick runs, so that the game still moves on a slow
            // machine, and the rest is forgotten
};

// It is ten, as in Witters' game loop. At 60 ticks per second the game slows down below six frames
// per second.
inline constexpr std::uint32_t k_ticks_per_frame_max_default = 10;

// These options say how a pacer turns time into ticks.
struct PacerOptions {
    TickRate tick_rate{60};                     // ticks a second
    DebtPolicy debt_policy = DebtPolicy::drop;  // the policy for ticks beyond the cap
    std::uint32_t ticks_per_frame_max =
        k_ticks_per_frame_max_default;  // the cap: the most ticks that one advance runs
    // The power cap: the most frames per second; the loop sleeps for the rest of the time. If it
    // equals the tick rate, every frame comes with a tick and alpha is about 0. A game that draws
    // by alpha needs more frames than that.
    std::optional<TickRate> frame_rate_max = std::nullopt;
    // True: the game draws by alpha, so pictures between two ticks differ. A loop without a power
    // cap then draws as many as it can; use this with a loop that waits for its display. False: one
    // picture after each tick is enough, and alpha is about 0.
    bool interpolates = false;
};

// The part of the way from the last tick to the next that is over, in [0, 1]. It is for drawing.
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

// The work of one frame.
struct Pace {
    std::uint32_t ticks = 0;          // run this many ticks now
    std::uint64_t ticks_owed = 0;     // also due, but left for later frames (keep)
    std::uint64_t ticks_dropped = 0;  // also due, but forgotten at this frame (drop, pause)
    Alpha alpha;                      // 1 while ticks are owed
    // How long after its deadline this frame came, with a power cap. The next number says how many
    // further deadlines have passed since. Those frames are skipped and never made up for.
    std::chrono::nanoseconds frame_late_by{0};
    std::uint64_t frames_missed = 0;  // skipped deadlines
};

// Tick k is due at start + (k + 1) * T, compared with >= in exact integer arithmetic. So nothing
// drifts, however long it runs. Dropped ticks count in k. Frame j of a power cap is due at start +
// j * F. Here T is the length of a tick and F that of a frame. Times are nanoseconds since any
// fixed point.
class Pacer {
public:
    // Rates are positive, at most 1e9 ticks and 1e8 frames per second. The cap is at least 1. The
    // frames of a power cap must be able to run all ticks: frame rate * cap >= tick rate.
    Pacer(PacerOptions options, std::chrono::nanoseconds start);

    // True if a platform's callback at `now` should make a frame. It is false if `now` is too early
    // for the power cap. A frame that is early by up to an eighth of F is on time, because a
    // display's period is never exactly ours. There is still at most one frame for each deadline.
    bool is_frame_due(std::chrono::nanoseconds now) const;

    // Returns the work that is due by `now`. If `now` is before the latest time, the latest time is
    // used: a clock that steps back gives no ticks until it has caught up.
    Pace advance(std::chrono::nanoseconds now);

    // The time of the next tick, rounded up to a whole nanosecond: advance(next_deadline()) always
    // gives a tick, one nanosecond earlier never does. It lies in the past while ticks are owed.
    // During a pause it is computed as if the pause had ended at the latest time.
    std::chrono::nanoseconds next_deadline() const;

    // The time until which an owned loop may sleep after a frame. With a power cap this is the
    // deadline of the next frame, which may be in the past. Without one it is the deadline of the
    // next tick; during a pause, one tick after the latest time. If the loop interpolates, it is
    // the latest time, so the loop does not sleep.
    std::chrono::nanoseconds next_frame() const;

    // Begins a pause that the caller knows of. (For one that nobody announced there is
    // DebtPolicy::pause.) Until resume, advance gives frames without ticks, as a menu needs them.
    // Alpha and the ticks that are owed do not change.
    void pause() { is_paused_ = true; }
    // True from pause until resume.
    bool is_paused() const { return is_paused_; }
    // Goes on at `now` as if no time had passed since the latest time: no tick of the gap is run or
    // dropped, no frame counts as missed, and alpha does not change. It needs no pause before it if
    // no frame was made in the gap (a hidden window).
    void resume(std::chrono::nanoseconds now);

    // How many frames came over an eighth of F after their deadline.
    std::uint64_t frames_late() const { return frames_late_; }

private:
    void count_frame(Pace& pace);

    PacerOptions options_;
    // The times one tick before tick 0 and exactly at frame 0. Pauses move them.
    std::chrono::nanoseconds ticks_start_;
    std::chrono::nanoseconds frames_start_;
    std::chrono::nanoseconds latest_;
    bool is_paused_ = false;
    std::uint64_t ticks_handled_ = 0;   // run or dropped
    std::uint64_t frames_handled_ = 0;  // made or missed
    std::uint64_t frames_late_ = 0;
};

}  // namespace tandem::sim
