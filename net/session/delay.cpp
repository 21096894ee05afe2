// SPDX-License-Identifier: MIT
// An input asked for `delay` ticks ahead that came with `slack` would have been in time with
// `delay - slack`: its need. The delay is held at a high quantile of the needs.
#include <tandem/net/session/delay.hpp>

#include <algorithm>

#include <tandem/net/options.hpp>
#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

// Slack is reported within 32 ticks, delays are at most 120: needs from -31 to 152 fit a byte.
constexpr std::int32_t k_need_min = -64;
constexpr std::int32_t k_need_max = 191;

}  // namespace

void DelayControl::Needs::add(std::int32_t need_ticks) {
    const auto need =
        static_cast<std::uint8_t>(std::clamp(need_ticks, k_need_min, k_need_max) - k_need_min);
    if (size_ == k_reports) {
        --counts_[ring_[next_]];
    } else {
        ++size_;
    }
    ring_[next_] = need;
    ++counts_[need];
    next_ = (next_ + 1) % k_reports;
}

std::int32_t DelayControl::Needs::high(std::uint32_t exceptions) const {
    std::uint32_t above = 0;
    for (std::int32_t need = k_need_max; need > k_need_min; --need) {
        above += counts_[static_cast<std::size_t>(need - k_need_min)];
        if (above > exceptions) {
            return need;
        }
    }
    return k_need_min;
}

DelayControl::DelayControl(std::uint32_t delay_ticks)
    : delay_ticks_(delay_ticks), steady_from_(delay_ticks) {
    TANDEM_ASSERT(delay_ticks <= k_delay_ticks_max);
}

void DelayControl::report(PeerId peer, std::int32_t slack_ticks, std::uint64_t known_until) {
    if (known_until < steady_from_) {
        return;
    }
    const auto delay = static_cast<std::int32_t>(delay_ticks_);
    const std::int32_t need = delay - slack_ticks;
    peers_[peer].add(need);
    is_late_ = is_late_ || need > delay;
    if (need >= delay) {
        calm_from_.reset();
        calm_need_.reset();
    } else {
        calm_need_ = std::max(calm_need_.value_or(need), need);
    }
}

std::optional<std::int32_t> DelayControl::need() const {
    std::optional<std::int32_t> worst;
    for (const auto& [peer, needs] : peers_) {
        if (needs.size() > k_late_allowed) {
            const std::int32_t high = needs.high(k_late_allowed);
            worst = std::max(worst.value_or(high), high);
        }
    }
    return worst;
}

std::optional<std::uint32_t> DelayControl::change(std::int64_t delay_ticks, std::uint64_t asked) {
    const auto changed = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(delay_ticks, k_delay_ticks_min, k_delay_ticks_max));
    if (changed == delay_ticks_) {
        return std::nullopt;
    }
    // The ticks between the two delays are asked for at once, none of them a whole delay ahead.
    steady_from_ = asked + (changed > delay_ticks_ ? changed - delay_ticks_ : 0);
    delay_ticks_ = changed;
    calm_from_.reset();
    calm_need_.reset();
    above_from_.reset();
    return changed;
}

std::optional<std::uint32_t> DelayControl::decide(const Situation& situation) {
    if (is_late_) {
        is_late_ = false;
        if (const auto grown = grow(situation)) {
            return grown;
        }
    }
    return shrink(situation);
}

std::optional<std::uint32_t> DelayControl::grow(const Situation& situation) {
    const auto wanted = need();
    const auto delay = static_cast<std::int32_t>(delay_ticks_);
    if (!wanted || *wanted <= delay || situation.ticks_max <= delay_ticks_) {
        return std::nullopt;
    }
    if (shrunk_at_ && situation.asked - *shrunk_at_ < k_calm_ticks_max) {
        calm_ticks_ = std::min(2 * calm_ticks_, k_calm_ticks_max);
    }
    shrunk_at_.reset();
    return change(std::min<std::int64_t>(*wanted, situation.ticks_max), situation.asked);
}

std::optional<std::uint32_t> DelayControl::shrink(const Situation& situation) {
    above_from_ = delay_ticks_ > situation.ticks_max
                      ? std::optional(above_from_.value_or(situation.asked))
                      : std::nullopt;
    if (above_from_ && situation.asked - *above_from_ >= k_calm_ticks) {
        return change(situation.ticks_max, situation.asked);
    }
    if (!calm_need_) {
        return std::nullopt;
    }
    calm_from_ = calm_from_.value_or(situation.asked);
    if (situation.asked - *calm_from_ < calm_ticks_) {
        return std::nullopt;
    }
    const std::int64_t shorter =
        std::max(*calm_need_, need().value_or(*calm_need_)) + std::int64_t{situation.ahead_ticks};
    if (shorter >= std::int64_t{delay_ticks_}) {
        return std::nullopt;
    }
    shrunk_at_ = situation.asked;
    return change(shorter, situation.asked);
}

}  // namespace tandem::net
