// SPDX-License-Identifier: MIT
// Relies on the player, which itself compares at every step everything that the file states there.
#include <tandem/tools/program/session/watched_player.hpp>

#include <algorithm>
#include <iterator>

#include <tandem/replay/recording/cursor.hpp>

namespace tandem::tools {

WatchedPlayer::WatchedPlayer(replay::Player& player)
    : player_(player),
      has_trusted_track_(player.replay().header().track_bits >= replay::k_trusted_track_bits),
      row_from_(player.ticks_done()) {}

sim::Result<void> WatchedPlayer::step() {
    const std::uint64_t tick = player_.ticks_done();
    TANDEM_TRY(player_.step());
    if (has_trusted_track_) {
        compared_.add(tick);
    } else if (has_whole_chain(tick + 1)) {
        for (; row_from_ <= tick; ++row_from_) {
            compared_.add(row_from_);
        }
    }
    return {};
}

sim::Result<void> WatchedPlayer::seek(std::uint64_t ticks_done) {
    auto sought = player_.seek(ticks_done);
    row_from_ = player_.ticks_done();
    return sought;
}

bool WatchedPlayer::has_whole_chain(std::uint64_t ticks_done) const {
    const auto anchors = player_.replay().anchors();
    const auto anchor = std::lower_bound(
        anchors.begin(), anchors.end(), ticks_done,
        [](const replay::Anchor& each, std::uint64_t ticks) { return each.ticks_done < ticks; });
    return anchor != anchors.end() && anchor->ticks_done == ticks_done;
}

void TickSet::add(std::uint64_t tick) {
    auto later = runs_.upper_bound(tick);
    auto run = later == runs_.begin() ? runs_.end() : std::prev(later);
    if (run != runs_.end() && tick < run->second) {
        return;
    }
    ++size_;
    if (run != runs_.end() && run->second == tick) {
        run->second = tick + 1;
    } else {
        run = runs_.emplace_hint(later, tick, tick + 1);
    }
    if (later != runs_.end() && later->first == tick + 1) {
        run->second = later->second;
        runs_.erase(later);
    }
}

bool TickSet::holds(std::uint64_t first, std::uint64_t end) const {
    if (first >= end) {
        return true;
    }
    const auto later = runs_.upper_bound(first);
    return later != runs_.begin() && std::prev(later)->second >= end;
}

std::optional<std::uint64_t> TickSet::first() const {
    return runs_.empty() ? std::nullopt : std::optional(runs_.begin()->first);
}

}  // namespace tandem::tools
