// SPDX-License-Identifier: MIT
// Our own match time: how many ticks are due. It runs with real time, each moment granted once, and
// is held where the others would be left behind: by them, or by our own machine. It reads no clock.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

class MatchTime {
public:
    // A side that is ahead of the others slows down by at most this: nobody notices three percent.
    static constexpr std::uint32_t k_slow_down_ppm_max = 30'000;
    // If it is further ahead than so many ticks, players notice the age of the inputs more.
    static constexpr std::int64_t k_far_ahead_ticks = 10;
    static constexpr std::uint32_t k_slow_down_far_ppm_max = 500'000;
    // A difference up to this does not count: looks at the clock are a millisecond apart.
    static constexpr Time k_in_phase = std::chrono::microseconds(500);
    // Time that the others held us back is made up for, as far as this.
    static constexpr Time k_carry_max = std::chrono::milliseconds(100);
    // A machine that lags for so long with every input here is too slow. Its lag is put off.
    static constexpr Time k_too_slow_after = std::chrono::milliseconds(500);
    // A machine that has kept up for so long is no longer too slow.
    static constexpr Time k_keeps_up_after = std::chrono::seconds(1);
    // A machine that is too slow again within a minute must keep up for twice as long, up to this.
    // A machine that lacks one percent lags by a tick every two seconds only.
    static constexpr Time k_keeps_up_after_max = std::chrono::seconds(16);
    static constexpr Time k_too_slow_again = std::chrono::minutes(1);

    // No more than `step_max` counts of the time between two calls of advance. The rest is a pause
    // of the match: the machine stood still.
    MatchTime(TickRate rate, Time step_max);

    // Begins to run. No tick is due before.
    void start(Time now);
    bool runs() const { return last_.has_value(); }

    struct Bounds {
        // The latest match time that the others allow; empty if they allow any.
        std::optional<Time> latest;
        Time ahead{0};  // how far ahead of the others we are; below 0: behind
    };
    // Lets real time pass until `now`, which never falls. `ticks_done` are simulated.
    void advance(Time now, Bounds bounds, std::uint64_t ticks_done);
    // Notes, after all possible ticks, whether the next one lacks an input of another player.
    void on_played(Time now, std::uint64_t ticks_done, bool lacks_input);
    // Continues from this match time, because the match went on without us.
    void jump(Time match_time);

    // The ticks that are due.
    std::uint64_t due_ticks() const { return static_cast<std::uint64_t>(time_ / period_); }
    // The ticks that would be due if nobody had just held us back. A tick that is simulated after
    // its turn here is late.
    std::uint64_t wanted_ticks() const {
        return static_cast<std::uint64_t>((time_ + credit_) / period_);
    }
    // Our match time.
    Time value() const { return time_; }
    Time period() const { return period_; }
    // True if our machine is too slow for the match.
    bool is_too_slow() const { return is_too_slow_; }
    // The mean time from a call with at most one tick to the next.
    Time call_interval() const { return call_with_few_; }
    // The amount by which we slow down now.
    std::uint32_t slow_down_ppm() const { return slow_down_ppm_; }
    // The real time that was put off in all, but for the time that our own machine stood still.
    Time held() const;

private:
    void grant(Time now, Time ahead);
    void learn_cost(Time elapsed, std::uint64_t ticks_done);
    bool do_several_pay() const;
    Time room_of_slow_machine(Time now, Time elapsed, Time room, std::uint64_t ticks_done);

    Time period_;
    Time step_max_;
    std::optional<Time> last_;
    Time time_{0};
    Time credit_{0};              // real time that has passed and is not granted yet
    std::int64_t remainder_ = 0;  // millionths of a nanosecond
    std::uint32_t slow_down_ppm_ = 0;
    std::optional<Time> behind_since_;
    bool is_too_slow_ = false;
    Time lagged_at_{0};
    Time keeps_up_after_{k_keeps_up_after};
    std::optional<Time> kept_up_at_;  // was too slow before
    Time started_{0};
    // The mean time from one call to the next after at most one tick, and after several.
    Time call_with_few_{0};
    Time call_with_many_{0};
    std::int64_t ticks_of_many_ = 0;  // in 256ths, their mean
    std::uint64_t ticks_before_ = 0;
    Time jumped_{0};
    Time stood_still_{0};  // beyond step_max_
};

}  // namespace tandem::net
