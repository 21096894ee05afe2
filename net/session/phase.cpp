// SPDX-License-Identifier: MIT
// Steering by slack. With A ahead of B by f ticks, delays D and ways X in ticks: slack of A's
// inputs at B is D_A + f - X_AB, of B's at A D_B - f - X_BA. Equal slack is the f at which the two
// delays can be smallest together, D_A + D_B = X_AB + X_BA, however unequal the ways are.
#include <tandem/net/session/phase.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

constexpr std::int64_t k_million = 1'000'000;
constexpr std::int64_t k_nanoseconds_per_second = 1'000'000'000;
// Reports are whole ticks, so that much difference is none.
constexpr std::int32_t k_dead_band = SlackMean::k_units;
// Half of the way within each lag overshoots by less than the dead band.
constexpr std::int64_t k_lags = 2;
// Beyond this the line has stood still, and says nothing about its round trip.
constexpr std::uint64_t k_lag_ticks_max = 1024;
// After a pause of the caller (a machine that slept) as if it had been so long.
constexpr Time k_step_max = std::chrono::seconds(1);

}  // namespace

void SlackMean::add(std::int8_t slack_ticks) {
    const std::int32_t units = slack_ticks * k_units;
    // Rounded away from zero, so that the mean reaches what it is told.
    const std::int32_t step = units - value_.value_or(units);
    const std::int32_t round = step > 0 ? k_reports - 1 : 1 - k_reports;
    value_ = value_.value_or(units) + (step + (step == 0 ? 0 : round)) / k_reports;
}

std::int32_t ahead_units(std::int32_t slack_there, std::int32_t slack_here) {
    return std::max(slack_there - slack_here - k_dead_band, 0) / 2;
}

std::uint32_t slow_down_ppm(std::int32_t ahead, std::uint64_t lag_ticks) {
    TANDEM_ASSERT(ahead >= 0);
    const auto lag =
        static_cast<std::int64_t>(std::min(lag_ticks, k_lag_ticks_max)) + SlackMean::k_reports;
    const std::int64_t ppm = ahead * k_million / (SlackMean::k_units * lag * k_lags);
    const std::uint32_t ppm_max =
        ahead > k_far_ahead_units ? k_slow_down_far_ppm_max : k_slow_down_ppm_max;
    return static_cast<std::uint32_t>(std::min<std::int64_t>(ppm, ppm_max));
}

DueTicks::DueTicks(TickRate rate)
    : period_(std::max<std::int64_t>(
          k_nanoseconds_per_second * std::int64_t{rate.seconds} / rate.ticks, 1)) {}

std::uint64_t DueTicks::advance(Time now, const Elapsed& elapsed) {
    TANDEM_ASSERT(elapsed.slow_down_ppm <= k_stand_still_ppm);
    const Time step = std::clamp(now - last_.value_or(now), Time{0}, k_step_max);
    last_ = now;
    const std::int64_t more = step.count() * elapsed.slow_down_ppm + remainder_;
    held_part_ += Time(more / k_million);
    remainder_ = more % k_million;
    while (held_part_ >= period_) {
        held_part_ -= period_;
        ++held_ticks_;
    }
    if (elapsed.due_ticks > due_) {
        due_ = elapsed.due_ticks;
        changed_ = now;
    }
    const std::uint64_t held = held_ticks_ + (now - changed_ < held_part_ ? 1 : 0);
    const std::uint64_t wanted = due_ - std::min(due_, held);
    held_ticks_ += wanted - std::min(wanted, elapsed.ticks_max);
    told_ = std::max(told_, std::min(wanted, elapsed.ticks_max));
    return told_;
}

Time DueTicks::held() const {
    return period_ * static_cast<std::int64_t>(held_ticks_) + held_part_;
}

}  // namespace tandem::net
