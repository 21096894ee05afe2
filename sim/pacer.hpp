// SPDX-License-Identifier: MIT
// Turns elapsed time into ticks. It reads no clock: an owned loop, a platform callback and a test's
// manual clock all pass the time in, and the same times give the same ticks.
#pragma once

#include <chrono>
#include <cstdint>

#include <tandem/sim/fixed.hpp>
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

struct PacerOptions {
    TickRate tick_rate{60};
    DebtPolicy debt_policy = DebtPolicy::drop;
    std::uint32_t ticks_per_frame_max = k_ticks_per_frame_max_default;
};

// How far the present lies between the last tick and the next, in [0, 1]; for drawing only.
struct Alpha {
    std::uint64_t numerator = 0;
    std::uint64_t denominator = 1;

    friend constexpr bool operator==(Alpha, Alpha) = default;
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
};

// Tick k is due at start + (k + 1) * T, compared with >= in exact integer arithmetic, so nothing
// drifts however long it runs; dropped ticks are counted in k. Times are nanoseconds since any
// fixed point.
class Pacer {
public:
    // The rate is positive and at most 1e9 ticks per second, the cap at least 1.
    Pacer(PacerOptions options, std::chrono::nanoseconds start);

    // What is due by `now`. A time before the latest one is taken for the latest: a clock that
    // steps back yields nothing until it has caught up.
    Pace advance(std::chrono::nanoseconds now);

    // When the next tick is due, rounded up to a whole nanosecond: advance(next_deadline()) always
    // yields a tick, one nanosecond less never does. In the past while ticks are owed.
    std::chrono::nanoseconds next_deadline() const;

private:
    PacerOptions options_;
    std::chrono::nanoseconds start_;
    std::chrono::nanoseconds latest_;
    std::uint64_t ticks_settled_ = 0;  // run or dropped
};

}  // namespace tandem::sim
