// SPDX-License-Identifier: MIT
// Chooses our input delay from what the others report. It soon grows if our inputs come late there,
// and slowly shrinks if they have come early for long. It uses whole numbers only and no clock:
// time is the number of ticks asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tandem::net {

class DelayControl {
public:
    // This many of the last k_reports reports may be late before the delay grows: about two in a
    // hundred, which hardly anybody notices.
    static constexpr std::size_t k_reports = 128;
    static constexpr std::size_t k_late_allowed = 2;
    // Single reports raise the delay at most this far above the median of the last k_reports_recent
    // reports. So a line that stops once for a second does not cause a delay of a second from then
    // on. If the line is really that slow, the median follows after as many reports.
    static constexpr std::size_t k_reports_recent = 31;
    static constexpr std::int32_t k_above_median_ticks_max = 12;
    // The delay shrinks after this many blocks of ticks in a row in which it could have been two
    // ticks shorter: a little over ten seconds at 60 ticks per second.
    static constexpr std::uint64_t k_block_ticks = 64;
    static constexpr std::uint32_t k_calm_blocks = 10;
    // Each time the delay must grow again within this many blocks after it shrank, the next
    // shrinking waits twice as long, up to this many blocks. So a line that is bad every minute
    // keeps the delay of a bad line.
    static constexpr std::uint32_t k_calm_blocks_max = 160;
    // A small delay shrinks this many times more slowly. So the side with the longer delay shrinks
    // first, and the phase follows, until both have the same delay.
    static constexpr std::uint32_t k_small_patience = 4;

    explicit DelayControl(std::uint32_t delay_ticks);

    std::uint32_t delay_ticks() const { return delay_ticks_; }
    // The player in slot `peer` reports the slack of our input (0: it came in the last tick before
    // its use). With it, the player acknowledges all our inputs before tick `known_until`.
    void report(std::uint32_t peer, std::int8_t slack_ticks, std::uint64_t known_until);
    // The player in this slot no longer counts.
    void forget(std::uint32_t peer) { peers_.erase(peer); }
    // Call it whenever our inputs may be asked for; `asked` is the next tick to ask for.
    // `ahead_ticks` is the slack that we are about to lose because we slow down for others
    // (phase.hpp). Returns the new delay, if it changes.
    std::optional<std::uint32_t> decide(std::uint64_t asked, std::int32_t ahead_ticks);

private:
    // The delays that the last inputs would have needed to arrive just in time.
    struct Needs {
        std::vector<std::int32_t> ring;  // at most k_reports
        std::size_t next = 0;
        bool has_reported = false;  // in the current block
    };
    struct Need {
        std::int32_t ticks = 0;
        bool varies = false;  // above the median: jitter or loss
    };

    static Need need_of(const Needs& needs);
    std::optional<Need> worst() const;
    std::uint32_t change(std::int64_t delay_ticks, std::uint64_t asked);
    std::optional<std::uint32_t> shrink(std::uint64_t asked, std::int32_t ahead_ticks);

    std::uint32_t delay_ticks_;
    std::map<std::uint32_t, Needs> peers_;
    bool is_late_ = false;  // a report since the last decision
    // Inputs before this tick were asked for under another delay, or several at once.
    std::uint64_t steady_from_;
    std::uint64_t block_end_ = k_block_ticks;
    std::uint32_t calm_blocks_ = 0;
    std::int32_t calm_need_ = 0;  // the worst of the calm blocks
    std::uint32_t calm_needed_ = k_calm_blocks;
    std::optional<std::uint64_t> shrunk_at_;  // the tick asked for then
};

}  // namespace tandem::net
