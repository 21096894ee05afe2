// SPDX-License-Identifier: MIT
// Chooses our input delay from what the others report. It soon grows if our inputs come late there,
// and slowly shrinks if they have come early for long. It uses whole numbers only and no clock:
// time is the number of ticks asked for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include <tandem/net/transport/transport.hpp>

namespace tandem::net {

class DelayControl {
public:
    // So many of a peer's last k_reports reports may be late before the delay grows: two in a
    // thousand, which nobody notices.
    static constexpr std::size_t k_reports = 1024;
    static constexpr std::uint32_t k_late_allowed = 2;
    // The shortest delay. An input without any delay is late by a look at the network at least.
    static constexpr std::uint32_t k_delay_ticks_min = 1;
    // The delay shrinks after so many ticks in which it could have been shorter.
    static constexpr std::uint64_t k_calm_ticks = 120;
    // Each time the delay must grow again soon after it shrank, the next shrinking waits twice as
    // long, up to so many ticks. So a line that is bad every minute keeps the delay of a bad line.
    static constexpr std::uint64_t k_calm_ticks_max = 3'840;

    explicit DelayControl(std::uint32_t delay_ticks);

    std::uint32_t delay_ticks() const { return delay_ticks_; }
    // The peer reports the slack of our input (0: it came in the last tick before its use). With
    // it, the peer acknowledges all our inputs before tick `known_until`.
    void report(PeerId peer, std::int32_t slack_ticks, std::uint64_t known_until);
    // The peer no longer counts.
    void forget(PeerId peer) { peers_.erase(peer); }
    struct Situation {
        std::uint64_t asked = 0;        // the next tick to ask for
        std::uint32_t ticks_max = 0;    // the most that the lines can explain
        std::uint32_t ahead_ticks = 0;  // slack that we lose because we slow down for others
    };
    // Call it whenever our inputs may be asked for. Returns the new delay, if it changes.
    std::optional<std::uint32_t> decide(const Situation& situation);

private:
    // The delays that a peer's last reports would have needed to be just in time.
    class Needs {
    public:
        void add(std::int32_t need_ticks);
        std::size_t size() const { return size_; }
        // The need that only `exceptions` of the reports exceed.
        std::int32_t high(std::uint32_t exceptions) const;

    private:
        std::array<std::uint8_t, k_reports> ring_{};
        std::array<std::uint16_t, 256> counts_{};
        std::size_t size_ = 0;
        std::size_t next_ = 0;
    };

    std::optional<std::int32_t> need() const;
    std::optional<std::uint32_t> grow(const Situation& situation);
    std::optional<std::uint32_t> shrink(const Situation& situation);
    std::optional<std::uint32_t> change(std::int64_t delay_ticks, std::uint64_t asked);

    std::uint32_t delay_ticks_;
    std::map<PeerId, Needs> peers_;
    bool is_late_ = false;  // a report since the last decision
    // Inputs before this tick were asked for under another delay, or several at once.
    std::uint64_t steady_from_;
    // These two count since the last report that needed the whole delay, or since the last change.
    std::optional<std::int32_t> calm_need_;    // the worst; nothing: no report
    std::optional<std::uint64_t> calm_from_;   // the tick asked for then
    std::optional<std::uint64_t> above_from_;  // since when the delay exceeds ticks_max
    std::uint64_t calm_ticks_ = k_calm_ticks;
    std::optional<std::uint64_t> shrunk_at_;  // the tick asked for then
};

}  // namespace tandem::net
