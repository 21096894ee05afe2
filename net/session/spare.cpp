// SPDX-License-Identifier: MIT
// A rate that grows by a quarter while nothing gets longer, and is halved when something does.
#include <tandem/net/session/spare.hpp>

#include <algorithm>

namespace tandem::net {
namespace {

constexpr Time k_grows_every = std::chrono::milliseconds(50);
// Bytes that were sent before the cut are still under way for so long, and say the same again.
constexpr Time k_cut_again = std::chrono::milliseconds(200);
constexpr Time k_calm = std::chrono::milliseconds(500);
// A side that looks seldom may send what gathered for so long, in one go.
constexpr Time k_gathered_max = std::chrono::milliseconds(20);
constexpr std::int64_t k_burst_min = 2'048;
// Half of all round trips are longer than the middle one, by what jitter makes of them.
constexpr Time k_longer_least = std::chrono::milliseconds(10);

}  // namespace

void Spare::advance(Time now, bool is_longer) {
    const Time elapsed = now - now_.value_or(now);
    now_ = now;
    if (is_longer && now - cut_at_ >= k_cut_again) {
        rate_ = std::max(rate_ / 2, k_rate_min);
        cut_at_ = now;
    } else if (was_used_ && now - grown_at_ >= k_grows_every && now - cut_at_ >= k_calm) {
        rate_ = std::min(rate_ + rate_ / 4, k_rate_max);
        grown_at_ = now;
        was_used_ = false;
    }
    const auto per_s = static_cast<std::int64_t>(rate_);
    const std::int64_t gained = per_s * std::min(elapsed, k_gathered_max).count() / 1'000'000'000;
    const std::int64_t most = std::max(per_s * k_gathered_max.count() / 1'000'000'000, k_burst_min);
    bytes_ = std::min(bytes_ + gained, most);
}

void Spare::spend(std::size_t bytes) {
    bytes_ -= std::min(static_cast<std::int64_t>(bytes), bytes_);
    was_used_ = true;
}

bool is_way_longer(const Line& line) {
    const auto shortest = line.round_trip_shortest();
    return shortest &&
           line.round_trip() > std::max(*shortest, line.round_trip_middle()) + k_longer_least;
}

}  // namespace tandem::net
