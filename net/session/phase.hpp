// SPDX-License-Identifier: MIT
// Slows down a side that runs ahead of the others, until both are in phase. A side is ahead if its
// inputs come early there while theirs come late here. It never speeds up, and slows down by at
// most 3 % unless it is far ahead. Pure functions of reports and of the time passed in; no clock.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// A mean of slack over about the last 32 reports, in 256ths of a tick. This is fine enough for
// control, although each report is in whole ticks.
class SlackMean {
public:
    static constexpr std::int32_t k_units = 256;
    static constexpr std::int32_t k_reports = 32;

    void add(std::int8_t slack_ticks);
    // In 256ths of a tick; nothing before the first report.
    std::optional<std::int32_t> value() const { return value_; }

private:
    std::optional<std::int32_t> value_;
};

// How far our ticks are ahead of the others', in 256ths of a tick: half the difference of our slack
// there and their slack here, minus half a tick for ordinary jitter. 0 if we are in phase or
// behind; then the others wait.
std::int32_t ahead_units(std::int32_t slack_there, std::int32_t slack_here);

// Nobody notices three percent.
inline constexpr std::uint32_t k_slow_down_ppm_max = 30'000;
// If a side is this far ahead, because the other one stood still, players notice the age of the
// inputs more than the speed.
inline constexpr std::int32_t k_far_ahead_units = 10 * SlackMean::k_units;
inline constexpr std::uint32_t k_slow_down_far_ppm_max = 500'000;
inline constexpr std::uint32_t k_stand_still_ppm = 1'000'000;

// By how many millionths our ticks must be slowed down, in proportion to how far we are ahead. The
// effect is seen `lag_ticks` later (a round trip, and the memory of the mean): the longer that is,
// the smaller the change.
std::uint32_t slow_down_ppm(std::int32_t ahead, std::uint64_t lag_ticks);

// Delays the ticks that are due in real time by the time that we must wait. So a pacer is slowed by
// a fraction of a percent without knowing it. No tick is skipped: each comes a little later than
// the last one did.
class DueTicks {
public:
    explicit DueTicks(TickRate rate);

    // What is known of the time since the last call.
    struct Elapsed {
        std::uint64_t due_ticks = 0;      // how many ticks real time asks for; never falls
        std::uint32_t slow_down_ppm = 0;  // our time ran slower by this; at most k_stand_still_ppm
        // The most ticks that may be due; never falls. Ticks beyond it are put off for ever.
        std::uint64_t ticks_max = ~std::uint64_t{0};
    };

    // Returns how many ticks are due for us at `now`, which never falls.
    std::uint64_t advance(Time now, const Elapsed& elapsed);
    // The time from one tick to the next.
    Time period() const { return period_; }
    // By how much our ticks were put off in all.
    Time held() const;

private:
    Time period_;
    std::optional<Time> last_;
    Time changed_{0};  // when `due` last grew
    std::uint64_t due_ = 0;
    std::uint64_t told_ = 0;
    std::uint64_t held_ticks_ = 0;
    Time held_part_{0};           // less than a period
    std::int64_t remainder_ = 0;  // millionths of a nanosecond
};

}  // namespace tandem::net
