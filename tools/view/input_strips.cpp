// SPDX-License-Identifier: MIT
// A player is busy in a tick whose input differs from that of the tick before.
#include <tandem/tools/view/input_strips.hpp>

#include <algorithm>

#include <tandem/sim/game/tick_record.hpp>

namespace tandem::tools {

InputStrips::InputStrips(const replay::Replay& replay, std::uint64_t end_tick)
    : replay_(replay),
      cursor_(replay),
      next_(replay.first_tick()),
      end_(end_tick),
      before_(replay.header().setup.slots),
      busy_(replay.header().setup.slots),
      present_(replay.header().setup.slots),
      levels_(std::size_t{replay.header().setup.slots} * k_strip_columns, 0) {}

bool InputStrips::advance(std::uint64_t ticks) {
    const replay::Header& header = replay_.header();
    for (; ticks > 0 && next_ < end_; --ticks, ++next_) {
        const auto column = static_cast<std::uint32_t>(
            (next_ - replay_.first_tick()) * k_strip_columns / (end_ - replay_.first_tick()));
        while (column_ < column) {
            end_column();
        }
        ++seen_;
        const auto bytes = cursor_.record(sim::Tick{next_});
        if (!bytes) {
            next_ = end_;  // an unreadable part stays empty
            break;
        }
        const auto record = sim::parse_record(header.input_schema, header.setup.slots, *bytes);
        for (std::uint32_t slot = 0; record && slot < header.setup.slots; ++slot) {
            present_[slot] += record->present(slot) ? 1U : 0U;
            const sim::ByteView input = record->inputs[slot];
            sim::Bytes& before = before_[slot];
            const bool is_other = !before.empty() && !std::equal(input.begin(), input.end(),
                                                                 before.begin(), before.end());
            busy_[slot] += record->present(slot) && is_other ? 1U : 0U;
            before.assign(input.begin(), input.end());
        }
    }
    while (next_ >= end_ && column_ < k_strip_columns) {
        end_column();
    }
    return next_ < end_;
}

// If there are fewer ticks than columns, a column without a tick looks like the one before.
void InputStrips::end_column() {
    for (std::size_t slot = 0; slot < busy_.size(); ++slot) {
        std::uint8_t& level = levels_[slot * k_strip_columns + column_];
        if (seen_ == 0 && column_ > 0) {
            level = levels_[slot * k_strip_columns + column_ - 1];
        } else if (present_[slot] > 0) {
            level = static_cast<std::uint8_t>(busy_[slot] * 255 / present_[slot]);
            level = level == k_strip_absent ? std::uint8_t{k_strip_absent + 1} : level;
        } else {
            level = k_strip_absent;
        }
        busy_[slot] = present_[slot] = 0;
    }
    ++column_;
    seen_ = 0;
}

}  // namespace tandem::tools
