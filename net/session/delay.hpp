// SPDX-License-Identifier: MIT
// How far ahead of its use our own input is asked for, chosen from what the others report: soon
// longer where our inputs come late for them, slowly shorter where they have long come early. Whole
// numbers only, no clock: time is the number of ticks asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tandem::net {

class DelayControl {
public:
    // So many of the last k_reports may come late before the delay grows: about two in a hundred, a
    // stall that nobody minds.
    static constexpr std::size_t k_reports = 128;
    static constexpr std::size_t k_late_allowed = 2;
    // The delay does not follow single reports further than this above the median of the last
    // k_reports_recent: a line that stands still for a second is no reason to play with a second of
    // delay ever after. Where it is really that slow, the median follows within as many reports.
    static constexpr std::size_t k_reports_recent = 31;
    static constexpr std::int32_t k_above_median_ticks_max = 12;
    // The delay shrinks after so many blocks of ticks in a row that would have allowed one tick
    // less and one to spare: ten seconds and a bit at 60 ticks per second.
    static constexpr std::uint64_t k_block_ticks = 64;
    static constexpr std::uint32_t k_calm_blocks = 10;
    // Each time the delay has to grow again within so many blocks after it shrank, shrinking waits
    // twice as long, up to as many: a line that is bad every minute is played as a bad one.
    static constexpr std::uint32_t k_calm_blocks_max = 160;
    // What is small already is made smaller so many times more slowly: the side with the longer
    // delay shall give way first, and the phase follow it, until both have the same.
    static constexpr std::uint32_t k_small_patience = 4;

    explicit DelayControl(std::uint32_t delay_ticks);

    std::uint32_t delay_ticks() const { return delay_ticks_; }
    // The player in slot `peer` had our input so many ticks before its need (0: in the last tick
    // before), and says so together with having all of ours before tick `known_until`.
    void report(std::uint32_t peer, std::int8_t slack_ticks, std::uint64_t known_until);
    // The player in that slot no longer counts.
    void forget(std::uint32_t peer) { peers_.erase(peer); }
    // Call it whenever our inputs may be asked for; `asked` is the next tick to ask for.
    // `ahead_ticks`: so much slack we are about to lose since we slow down for others (phase.hpp).
    // The new delay, where it changes.
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
