// SPDX-License-Identifier: MIT
// The product's throttle decides; the number of the tick is all it is told.
#include <tandem/tools/lab/games/throttled_game.hpp>

#include <algorithm>

#include <tandem/sim/time/throttle.hpp>

namespace tandem::tools::lab {
namespace {

constexpr Throttle k_throttle{.every_ticks = 8};
// Eight pieces of work, one millisecond each.
constexpr std::uint64_t k_pieces = 8;
constexpr Flicks k_piece = std::chrono::milliseconds(1);

std::uint64_t pieces_of(WorkSpread spread, std::uint64_t tick) {
    if (spread == WorkSpread::over_all_ticks) {
        return k_throttle.slice(tick, k_pieces).size();
    }
    return k_throttle.is_due(tick) ? k_pieces : 0;
}

}  // namespace

void ThrottledGame::update(const Update& update) {
    const std::uint64_t pieces = pieces_of(spread_, update.number);
    if (pieces != 0) {
        const Flicks cost = static_cast<std::int64_t>(pieces) * k_piece;
        if (ticks_with_work_.size() < k_ticks_max) {
            ticks_with_work_.push_back(update.number);
        }
        work_done_ += cost;
        platform_->work(cost);
    }
}

void ThrottledGame::render(const Frame& frame) {
    if (last_frame_end_) {
        const Flicks interval = frame.end - *last_frame_end_;
        shortest_ = std::min(shortest_.value_or(interval), interval);
        longest_ = std::max(longest_, interval);
    }
    last_frame_end_ = frame.end;
}

}  // namespace tandem::tools::lab
