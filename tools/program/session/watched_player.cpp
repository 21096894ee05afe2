// SPDX-License-Identifier: MIT
// Relies on the player, which itself compares at every step everything that the file states there.
#include <tandem/tools/program/session/watched_player.hpp>

#include <algorithm>

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

}  // namespace tandem::tools
