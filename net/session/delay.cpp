// SPDX-License-Identifier: MIT
// An input asked for `delay` ticks ahead that came with `slack` would have been in time with
// `delay - slack`: its need. The delay is held just above a high quantile of the needs.
#include <tandem/net/session/delay.hpp>

#include <algorithm>
#include <functional>
#include <utility>

#include <tandem/net/options.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {

DelayControl::DelayControl(std::uint32_t delay_ticks)
    : delay_ticks_(delay_ticks), steady_from_(delay_ticks) {
    TANDEM_ASSERT(delay_ticks <= k_delay_ticks_max);
}

void DelayControl::report(std::uint32_t peer, std::int8_t slack_ticks, std::uint64_t known_until) {
    if (known_until < steady_from_) {
        return;
    }
    Needs& needs = peers_[peer];
    const std::int32_t need = static_cast<std::int32_t>(delay_ticks_) - slack_ticks;
    if (needs.ring.size() < k_reports) {
        needs.ring.push_back(need);
    } else {
        needs.ring[needs.next] = need;
    }
    needs.next = (needs.next + 1) % k_reports;
    needs.has_reported = true;
    is_late_ = is_late_ || need > static_cast<std::int32_t>(delay_ticks_);
}

DelayControl::Need DelayControl::need_of(const Needs& needs) {
    std::vector<std::int32_t> recent;
    for (std::size_t back = 1; back <= std::min(k_reports_recent, needs.ring.size()); ++back) {
        recent.push_back(needs.ring[(needs.next + k_reports - back) % k_reports]);
    }
    const auto middle = recent.begin() + static_cast<std::ptrdiff_t>(recent.size() / 2);
    std::nth_element(recent.begin(), middle, recent.end());
    const std::int32_t median = *middle;

    std::vector<std::int32_t> all = needs.ring;
    const auto last_in_time = all.begin() + k_late_allowed;
    std::nth_element(all.begin(), last_in_time, all.end(), std::greater<>());
    const std::int32_t need = std::min(*last_in_time, median + k_above_median_ticks_max);
    return {need, need > median};
}

std::optional<DelayControl::Need> DelayControl::worst() const {
    std::optional<Need> worst;
    for (const auto& [peer, needs] : peers_) {
        if (needs.ring.size() <= k_late_allowed) {
            continue;
        }
        const Need need = need_of(needs);
        if (!worst || need.ticks > worst->ticks) {
            worst = need;
        }
    }
    return worst;
}

std::uint32_t DelayControl::change(std::int64_t delay_ticks, std::uint64_t asked) {
    const auto changed =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(delay_ticks, 0, k_delay_ticks_max));
    // The ticks between the two delays are asked for at once, none of them a whole delay ahead.
    steady_from_ = asked + (changed > delay_ticks_ ? changed - delay_ticks_ : 0);
    delay_ticks_ = changed;
    return changed;
}

std::optional<std::uint32_t> DelayControl::decide(std::uint64_t asked, std::int32_t ahead_ticks) {
    if (std::exchange(is_late_, false)) {
        const auto need = worst();
        const auto delay = static_cast<std::int32_t>(delay_ticks_);
        if (need && need->ticks > delay && delay_ticks_ < k_delay_ticks_max) {
            if (shrunk_at_ && asked - *shrunk_at_ < k_calm_blocks_max * k_block_ticks) {
                calm_needed_ = std::min(2 * calm_needed_, k_calm_blocks_max);
            }
            shrunk_at_.reset();
            calm_blocks_ = 0;
            return change(std::int64_t{need->ticks} + (need->varies ? 1 : 0), asked);
        }
    }
    return asked >= block_end_ ? shrink(asked, ahead_ticks) : std::nullopt;
}

std::optional<std::uint32_t> DelayControl::shrink(std::uint64_t asked, std::int32_t ahead_ticks) {
    block_end_ = asked + k_block_ticks;
    const auto need = worst();
    // Who was silent for a whole block may be about to tell bad news.
    bool all_reported = need.has_value();
    for (auto& [peer, needs] : peers_) {
        const bool has_reported = std::exchange(needs.has_reported, false);
        all_reported = all_reported && has_reported;
    }
    const auto delay = static_cast<std::int32_t>(delay_ticks_);
    const std::int32_t block_need = need ? need->ticks + ahead_ticks : 0;
    if (!all_reported || block_need + 2 > delay) {
        calm_blocks_ = 0;
        return std::nullopt;
    }
    calm_need_ = calm_blocks_ == 0 ? block_need : std::max(calm_need_, block_need);
    const std::uint32_t patience = delay_ticks_ <= k_delay_ticks_start ? k_small_patience : 1;
    if (++calm_blocks_ < patience * calm_needed_ || delay_ticks_ == 0) {
        return std::nullopt;
    }
    const std::int32_t spare = delay - (calm_need_ + 1);
    if (spare <= 0) {
        calm_blocks_ = 0;  // the stretch's worst is used up; a calmer one may follow
        return std::nullopt;
    }
    shrunk_at_ = asked;
    return change(delay - std::max(spare / 4, 1), asked);
}

}  // namespace tandem::net
