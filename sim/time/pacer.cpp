// SPDX-License-Identifier: MIT
// The pacer's arithmetic: a tick lasts (10^9 * seconds) / ticks nanoseconds, and that fraction is
// never rounded.
#include <tandem/sim/time/pacer.hpp>

#include <algorithm>
#include <limits>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/math/wide.hpp>

namespace tandem::sim {

namespace {

constexpr std::uint64_t k_nanoseconds_per_second = 1'000'000'000;

// A frame that misses its deadline by up to this share of the period is on time: less than what an
// eye or a battery sees, more than the jitter of callbacks and sleeps.
constexpr std::uint64_t k_tolerated_share = 8;

// T * ticks, in nanoseconds. Every fraction here has this denominator.
std::uint64_t period_numerator(TickRate rate) { return k_nanoseconds_per_second * rate.seconds; }

// The distance of two signed times, which fits 64 bits for any two of them.
std::uint64_t distance(std::chrono::nanoseconds from, std::chrono::nanoseconds to) {
    return static_cast<std::uint64_t>(to.count()) - static_cast<std::uint64_t>(from.count());
}

// The time `length` later. It wraps as distances do if the two are far apart.
std::chrono::nanoseconds moved(std::chrono::nanoseconds start, std::uint64_t length) {
    return std::chrono::nanoseconds(
        static_cast<std::int64_t>(static_cast<std::uint64_t>(start.count()) + length));
}

// start + `periods` of the rate, rounded up to a whole nanosecond, but not later than the end of
// time.
std::chrono::nanoseconds instant(std::chrono::nanoseconds start, TickRate rate,
                                 std::uint64_t periods) {
    const wide::Uint128 product = wide::multiply(periods, period_numerator(rate));
    constexpr auto k_end = std::chrono::nanoseconds::max();
    if (product.high >= rate.ticks) {  // the quotient exceeds 64 bits
        return k_end;
    }
    const auto [whole, rest] = wide::divide(product, rate.ticks);
    const std::uint64_t left = distance(start, k_end);
    const std::uint64_t up = rest != 0 ? 1 : 0;
    return whole > left - std::min(up, left) ? k_end : moved(start, whole + up);
}

// How many deadlines a frame `elapsed` after the start has reached: 1 at the start, and each from
// an eighth of a period before it on.
std::uint64_t deadlines_reached(TickRate rate, std::uint64_t elapsed) {
    const std::uint64_t shares =
        wide::divide(wide::multiply(elapsed, rate.ticks * k_tolerated_share),
                     period_numerator(rate))
            .quotient;
    return shares / k_tolerated_share +
           (shares % k_tolerated_share == k_tolerated_share - 1 ? 2 : 1);
}

bool runs_every_tick(TickRate frames, std::uint32_t cap, TickRate ticks) {
    return wide::multiply(std::uint64_t{frames.ticks} * cap, ticks.seconds) >=
           wide::multiply(ticks.ticks, frames.seconds);
}

}  // namespace

Pacer::Pacer(PacerOptions options, std::chrono::nanoseconds start)
    : options_(options), ticks_start_(start), frames_start_(start), latest_(start) {
    TANDEM_ASSERT(options.tick_rate.ticks >= 1 && options.tick_rate.seconds >= 1);
    TANDEM_ASSERT(options.tick_rate.ticks <= period_numerator(options.tick_rate));
    TANDEM_ASSERT(options.ticks_per_frame_max >= 1);
    if (options.frame_rate_max) {
        const TickRate frames = *options.frame_rate_max;
        TANDEM_ASSERT(frames.ticks >= 1 && frames.seconds >= 1);
        TANDEM_ASSERT(frames.ticks <= period_numerator(frames) / 10);
        TANDEM_ASSERT(runs_every_tick(frames, options.ticks_per_frame_max, options.tick_rate));
    }
}

bool Pacer::is_frame_due(std::chrono::nanoseconds now) const {
    return !options_.frame_rate_max ||
           deadlines_reached(*options_.frame_rate_max,
                             distance(frames_start_, std::max(latest_, now))) > frames_handled_;
}

Pace Pacer::advance(std::chrono::nanoseconds now) {
    now = std::max(latest_, now);
    if (is_paused_) {
        ticks_start_ = moved(ticks_start_, distance(latest_, now));
    }
    latest_ = now;
    const std::uint64_t period = period_numerator(options_.tick_rate);
    const auto [ticks_due, rest] = wide::divide(
        wide::multiply(distance(ticks_start_, latest_), options_.tick_rate.ticks), period);
    const std::uint64_t owed = ticks_due - ticks_handled_;
    const std::uint64_t cap = is_paused_ ? 0 : options_.ticks_per_frame_max;

    Pace pace;
    pace.alpha = {rest, period};
    pace.ticks = static_cast<std::uint32_t>(std::min(owed, cap));
    if (owed > cap) {
        switch (options_.debt_policy) {
            case DebtPolicy::keep:
                pace.ticks_owed = owed - cap;
                pace.alpha = {period, period};
                break;
            case DebtPolicy::drop:
                pace.ticks_dropped = owed - cap;
                break;
            case DebtPolicy::pause:
                pace.ticks = 1;
                pace.ticks_dropped = owed - 1;
                break;
        }
    }
    ticks_handled_ += pace.ticks + pace.ticks_dropped;
    if (options_.frame_rate_max) {
        count_frame(pace);
    }
    return pace;
}

void Pacer::count_frame(Pace& pace) {
    const TickRate rate = *options_.frame_rate_max;
    const std::uint64_t reached = deadlines_reached(rate, distance(frames_start_, latest_));
    if (reached <= frames_handled_) {
        return;
    }
    const std::chrono::nanoseconds deadline = next_frame();
    if (deadline < latest_) {
        // Times may be further apart than a signed number holds.
        constexpr std::uint64_t k_most = std::numeric_limits<std::int64_t>::max();
        const std::uint64_t late_by = std::min(distance(deadline, latest_), k_most);
        pace.frame_late_by = std::chrono::nanoseconds(static_cast<std::int64_t>(late_by));
        const bool is_late = wide::multiply(late_by, rate.ticks * k_tolerated_share) >
                             wide::Uint128{0, period_numerator(rate)};
        frames_late_ += is_late ? 1U : 0U;
    }
    pace.frames_missed = reached - frames_handled_ - 1;
    frames_handled_ = reached;
}

std::chrono::nanoseconds Pacer::next_deadline() const {
    return instant(ticks_start_, options_.tick_rate, ticks_handled_ + 1);
}

std::chrono::nanoseconds Pacer::next_frame() const {
    if (options_.frame_rate_max) {
        return instant(frames_start_, *options_.frame_rate_max, frames_handled_);
    }
    if (options_.interpolates) {
        return latest_;
    }
    // The next tick, which no frame of a pause reaches, may be as near as a nanosecond.
    return is_paused_ ? instant(latest_, options_.tick_rate, 1) : next_deadline();
}

void Pacer::resume(std::chrono::nanoseconds now) {
    is_paused_ = false;
    if (now > latest_) {
        const std::uint64_t gap = distance(latest_, now);
        ticks_start_ = moved(ticks_start_, gap);
        frames_start_ = moved(frames_start_, gap);
        latest_ = now;
    }
}

}  // namespace tandem::sim
