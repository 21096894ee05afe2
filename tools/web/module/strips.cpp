// SPDX-License-Identifier: MIT
// A player is busy in a tick whose input differs from that of the tick before.
#include <tandem/tools/web/module/strips.hpp>

#include <algorithm>

#include <tandem/sim/game/tick_record.hpp>

namespace tandem::tools::web {

Strips::Strips(const replay::Replay& replay)
    : replay_(replay),
      cursor_(replay),
      next_(replay.first_tick()),
      before_(replay.header().setup.slots),
      busy_(replay.header().setup.slots),
      present_(replay.header().setup.slots),
      levels_(std::size_t{replay.header().setup.slots} * k_columns, 0) {}

bool Strips::advance(std::uint64_t ticks) {
    const replay::Header& header = replay_.header();
    const std::uint64_t end = replay_.end_tick();
    for (; ticks > 0 && next_ < end; --ticks, ++next_) {
        const auto column = static_cast<std::uint32_t>((next_ - replay_.first_tick()) * k_columns /
                                                       replay_.ticks());
        while (column_ < column) {
            end_column();
        }
        ++seen_;
        const auto bytes = cursor_.record(sim::Tick{next_});
        if (!bytes) {
            next_ = end;  // what cannot be read stays empty
            break;
        }
        const auto record = sim::parse_record(header.input_schema, header.setup.slots, *bytes);
        for (std::uint32_t slot = 0; record && slot < header.setup.slots; ++slot) {
            present_[slot] += record->present(slot) ? 1U : 0U;
            const sim::ByteView input = record->inputs[slot];
            sim::Bytes& before = before_[slot];
            const bool is_same =
                std::equal(input.begin(), input.end(), before.begin(), before.end());
            busy_[slot] += record->present(slot) && !is_same ? 1U : 0U;
            before.assign(input.begin(), input.end());
        }
    }
    while (next_ >= end && column_ < k_columns) {
        end_column();
    }
    return next_ < end;
}

// Where there are fewer ticks than columns, a column without a tick looks like the one before.
void Strips::end_column() {
    for (std::size_t slot = 0; slot < busy_.size(); ++slot) {
        std::uint8_t& level = levels_[slot * k_columns + column_];
        if (seen_ == 0 && column_ > 0) {
            level = levels_[slot * k_columns + column_ - 1];
        } else if (present_[slot] > 0) {
            level = static_cast<std::uint8_t>(busy_[slot] * 255 / present_[slot]);
            level = level == k_absent ? std::uint8_t{2} : level;
        } else {
            level = k_absent;
        }
        busy_[slot] = present_[slot] = 0;
    }
    ++column_;
    seen_ = 0;
}

}  // namespace tandem::tools::web
