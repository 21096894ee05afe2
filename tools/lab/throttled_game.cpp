// SPDX-License-Identifier: MIT
// The product's throttle decides; the number of the tick is all it is told.
#include <tandem/tools/lab/throttled_game.hpp>

#include <algorithm>

namespace tandem::tools::lab {
namespace {

constexpr Throttle k_throttle{.every_ticks = 8};
// Eight pieces of work, one millisecond each.
constexpr std::uint64_t k_pieces = 8;
constexpr Flicks k_piece = std::chrono::milliseconds(1);

std::uint64_t pieces_of(Spread spread, std::uint64_t tick) {
    if (spread == Spread::over_all_ticks) {
        return k_throttle.slice(tick, k_pieces).size();
    }
    return k_throttle.is_due(tick) ? k_pieces : 0;
}

}  // namespace

void ThrottledGame::update(const Update& update) {
    History::update(update);
    const std::uint64_t pieces = pieces_of(spread_, update.number);
    if (pieces != 0) {
        const Flicks cost = static_cast<std::int64_t>(pieces) * k_piece;
        ticks_with_work_.push_back(update.number);
        work_done_ += cost;
        platform_->work(cost);
    }
}

std::vector<Flicks> ThrottledGame::intervals() const {
    std::vector<Flicks> all;
    for (std::size_t i = 1; i < frames.size(); ++i) {
        all.push_back(frames[i].end - frames[i - 1].end);
    }
    return all;
}

Flicks ThrottledGame::shortest_interval() const {
    const auto all = intervals();
    return all.empty() ? Flicks(0) : *std::min_element(all.begin(), all.end());
}

Flicks ThrottledGame::longest_interval() const {
    const auto all = intervals();
    return all.empty() ? Flicks(0) : *std::max_element(all.begin(), all.end());
}

}  // namespace tandem::tools::lab
