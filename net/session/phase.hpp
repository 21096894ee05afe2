// SPDX-License-Identifier: MIT
// Whoever runs ahead of the others waits for them, a little at a time: its inputs come early for
// them while theirs come late for it. Only ever slower, by at most 3 % unless it is far ahead,
// until both are in phase. Pure functions of reports and of the time passed in; no clock.
#pragma once

#include <cstdint>
#include <optional>

#include <tandem/net/transport/transport.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::net {

// A mean of slack over about the last 32 reports, in 256ths of a tick: fine enough to steer by
// though each report is in whole ticks.
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

// How far our ticks come before the others', in 256ths of a tick, where it is more than ordinary
// unevenness: half the difference of how early our inputs come there and theirs here, less half a
// tick. 0 where we are in phase, or behind: then it is theirs to wait.
std::int32_t ahead_units(std::int32_t slack_there, std::int32_t slack_here);

// Nobody notices three percent.
inline constexpr std::uint32_t k_slow_down_ppm_max = 30'000;
// So far ahead, after one side stood still, the age of its inputs is what a player notices first.
inline constexpr std::int32_t k_far_ahead_units = 10 * SlackMean::k_units;
inline constexpr std::uint32_t k_slow_down_far_ppm_max = 500'000;
inline constexpr std::uint32_t k_stand_still_ppm = 1'000'000;

// By how many millionths our ticks are to come slower, in proportion to how far we are ahead. The
// effect is seen `lag_ticks` later (a round trip, and the mean's memory), so the longer that is the
// gentler.
std::uint32_t slow_down_ppm(std::int32_t ahead, std::uint64_t lag_ticks);

// Ticks due in real time, made due later by what we are to wait. A whole pacer can so be slowed by
// a fraction of a percent, without its knowing and without a tick ever being skipped at once: each
// comes a little later than the last did.
class DueTicks {
public:
    explicit DueTicks(TickRate rate);

    // `due` ticks are asked for at `now`, both never falling; since the last call time ran slower
    // by `slow_down`, at most k_stand_still_ppm. How many of them are due for us, of which there
    // may be `limit`, which never falls either: what goes beyond is put off for good.
    std::uint64_t advance(Time now, std::uint64_t due, std::uint32_t slow_down,
                          std::uint64_t limit);
    // From one tick to the next.
    Time period() const { return period_; }
    // How long everything was put off in all.
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
