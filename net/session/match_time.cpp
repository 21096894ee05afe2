// SPDX-License-Identifier: MIT
// Match time is a token bucket: real time fills it, match time is taken out of it.
#include <tandem/net/session/match_time.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

constexpr std::int64_t k_million = 1'000'000;
constexpr std::int64_t k_nanoseconds_per_second = 1'000'000'000;
// A side that is ahead gives up its lead within about a second. For each millisecond of lead it
// slows down by a thousandth.
constexpr std::int64_t k_nanoseconds_per_ppm = 1'000;
// The mean duration of a call follows the last few calls.
constexpr std::int64_t k_calls_of_mean = 8;
constexpr std::int64_t k_tick_units = 256;

Time period_of(TickRate rate) {
    return Time{std::max<std::int64_t>(
        k_nanoseconds_per_second * std::int64_t{rate.seconds} / rate.ticks, 1)};
}

std::uint32_t slow_down(Time ahead, Time period) {
    if (ahead <= MatchTime::k_in_phase) {
        return 0;
    }
    const bool is_far = ahead > MatchTime::k_far_ahead_ticks * period;
    const std::int64_t most =
        is_far ? MatchTime::k_slow_down_far_ppm_max : MatchTime::k_slow_down_ppm_max;
    return static_cast<std::uint32_t>(
        std::min((ahead - MatchTime::k_in_phase).count() / k_nanoseconds_per_ppm, most));
}

}  // namespace

MatchTime::MatchTime(TickRate rate, Time step_max)
    : period_(period_of(rate)), step_max_(step_max) {}

void MatchTime::start(Time now) {
    TANDEM_ASSERT(!runs());
    last_ = now;
    started_ = now;
}

void MatchTime::grant(Time now, Time ahead) {
    const Time elapsed = std::clamp(now - *last_, Time{0}, step_max_);
    stood_still_ += now - *last_ - elapsed;
    last_ = now;
    slow_down_ppm_ = slow_down(ahead, period_);
    const std::int64_t granted =
        elapsed.count() * (k_million - std::int64_t{slow_down_ppm_}) + remainder_;
    remainder_ = granted % k_million;
    // A side that is ahead has nothing to make up for. The credit that a slow machine has left is
    // less than a tick, and shows whether it lags.
    const Time carried =
        ahead > k_in_phase && !is_too_slow_ ? Time{0} : std::min(credit_, k_carry_max);
    credit_ = carried + Time(granted / k_million);
}

// A machine that draws a picture in each call needs long for a call, but not for a tick.
void MatchTime::learn_cost(Time elapsed, std::uint64_t ticks_done) {
    const auto ticks = static_cast<std::int64_t>(ticks_done - std::min(ticks_before_, ticks_done));
    ticks_before_ = ticks_done;
    const auto follow = [](Time& mean, Time value) {
        mean += mean == Time{0} ? value : (value - mean) / k_calls_of_mean;
    };
    if (ticks <= 1) {
        follow(call_with_few_, elapsed);
        return;
    }
    follow(call_with_many_, elapsed);
    const std::int64_t units = ticks * k_tick_units;
    ticks_of_many_ += ticks_of_many_ == 0 ? units : (units - ticks_of_many_) / k_calls_of_mean;
}

// True if a call with several ticks plays more in its time than one with a single tick does.
bool MatchTime::do_several_pay() const {
    if (call_with_few_ == Time{0} || ticks_of_many_ <= k_tick_units) {
        return false;
    }
    return ticks_of_many_ * call_with_few_.count() * 4 >=
           5 * k_tick_units * call_with_many_.count();
}

// The room for as many ticks as the machine manages. Otherwise the others would wait for inputs of
// a time that it does not reach. If the ticks take it so long, that is one at a time.
Time MatchTime::room_of_slow_machine(Time now, Time elapsed, Time room, std::uint64_t ticks_done) {
    credit_ = std::min(credit_, elapsed + period_);
    const std::int64_t ticks = do_several_pay() ? std::max<std::int64_t>(credit_ / period_, 1) : 1;
    const Time own =
        std::max(period_ * (static_cast<std::int64_t>(ticks_done) + ticks) - time_, Time{0});
    if (own <= room && credit_ - own >= period_) {
        lagged_at_ = now;
        credit_ = own;
    }
    return std::min(room, own);
}

void MatchTime::advance(Time now, Bounds bounds, std::uint64_t ticks_done) {
    if (!runs()) {
        return;
    }
    const Time elapsed = now - *last_;
    learn_cost(elapsed, ticks_done);
    grant(now, bounds.ahead);
    Time room = bounds.latest ? std::max(*bounds.latest - time_, Time{0}) : Time::max();
    if (is_too_slow_) {
        room = room_of_slow_machine(now, elapsed, room, ticks_done);
    }
    const Time step = std::min(room, credit_);
    time_ += step;
    credit_ -= step;
    if (is_too_slow_ && now - lagged_at_ >= keeps_up_after_) {
        is_too_slow_ = false;
        kept_up_at_ = now;
    }
}

void MatchTime::on_played(Time now, std::uint64_t ticks_done, bool lacks_input) {
    if (!runs() || lacks_input || due_ticks() <= ticks_done) {
        behind_since_.reset();
        return;
    }
    behind_since_ = behind_since_.value_or(now);
    if (now - *behind_since_ >= k_too_slow_after) {
        time_ = period_ * static_cast<std::int64_t>(ticks_done) + time_ % period_;
        credit_ = Time{0};
        if (!is_too_slow_) {
            const bool is_again = kept_up_at_ && now - *kept_up_at_ < k_too_slow_again;
            keeps_up_after_ =
                is_again ? std::min(2 * keeps_up_after_, k_keeps_up_after_max) : k_keeps_up_after;
        }
        is_too_slow_ = true;
        lagged_at_ = now;
        behind_since_.reset();
    }
}

void MatchTime::jump(Time match_time) {
    jumped_ += match_time - time_;
    time_ = match_time;
    credit_ = Time{0};
    behind_since_.reset();
}

Time MatchTime::held() const {
    return runs() ? std::max(*last_ - started_ - stood_still_ + jumped_ - time_, Time{0}) : Time{0};
}

}  // namespace tandem::net
