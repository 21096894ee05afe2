// SPDX-License-Identifier: MIT
// The pacer's arithmetic: a tick lasts (10^9 * seconds) / ticks nanoseconds, and that fraction is
// never rounded.
#include <tandem/sim/pacer.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/wide.hpp>

namespace tandem::sim {

namespace {

constexpr std::uint64_t k_nanoseconds_per_second = 1'000'000'000;

// T * ticks, in nanoseconds: the denominator of everything here.
std::uint64_t period_numerator(TickRate rate) { return k_nanoseconds_per_second * rate.seconds; }

// Signed times as their distance, which fits 64 bits for any two of them.
std::uint64_t distance(std::chrono::nanoseconds from, std::chrono::nanoseconds to) {
    return static_cast<std::uint64_t>(to.count()) - static_cast<std::uint64_t>(from.count());
}

}  // namespace

Pacer::Pacer(PacerOptions options, std::chrono::nanoseconds start)
    : options_(options), start_(start), latest_(start) {
    TANDEM_ASSERT(options.tick_rate.ticks >= 1 && options.tick_rate.seconds >= 1);
    TANDEM_ASSERT(options.tick_rate.ticks <= period_numerator(options.tick_rate));
    TANDEM_ASSERT(options.ticks_per_frame_max >= 1);
}

Pace Pacer::advance(std::chrono::nanoseconds now) {
    latest_ = std::max(latest_, now);
    const std::uint64_t period = period_numerator(options_.tick_rate);
    const auto [ticks_due, rest] =
        wide::divide(wide::multiply(distance(start_, latest_), options_.tick_rate.ticks), period);
    const std::uint64_t owed = ticks_due - ticks_settled_;
    const std::uint64_t cap = options_.ticks_per_frame_max;

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
    ticks_settled_ += pace.ticks + pace.ticks_dropped;
    return pace;
}

std::chrono::nanoseconds Pacer::next_deadline() const {
    const std::uint64_t ticks = options_.tick_rate.ticks;
    const auto [whole, rest] = wide::divide(
        wide::multiply(ticks_settled_ + 1, period_numerator(options_.tick_rate)), ticks);
    const std::uint64_t elapsed = whole + (rest != 0 ? 1 : 0);
    constexpr auto k_end = std::chrono::nanoseconds::max();
    return elapsed > distance(start_, k_end)
               ? k_end
               : std::chrono::nanoseconds(static_cast<std::int64_t>(
                     static_cast<std::uint64_t>(start_.count()) + elapsed));
}

}  // namespace tandem::sim
