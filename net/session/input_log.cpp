// SPDX-License-Identifier: MIT
// A ring of inputs of equal room, which grows to what it needs.
#include <tandem/net/session/input_log.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include <tandem/sim/assert.hpp>

namespace tandem::net {
namespace {

constexpr std::uint64_t k_ticks_min = 64;

}  // namespace

bool InputLog::has(std::uint64_t tick) const {
    return tick >= base_ && tick < end_ && sizes_[index(tick)] != k_missing;
}

sim::ByteView InputLog::at(std::uint64_t tick) const {
    TANDEM_ASSERT(has(tick));
    return sim::ByteView(bytes_).subspan(index(tick) * stride_, sizes_[index(tick)]);
}

void InputLog::make_room(std::uint64_t ticks, std::size_t input_bytes) {
    if (ticks <= sizes_.size() && input_bytes <= stride_) {
        return;
    }
    const auto room = std::bit_ceil(
        std::max<std::uint64_t>({ticks, k_ticks_min, static_cast<std::uint64_t>(sizes_.size())}));
    InputLog larger;
    larger.stride_ = std::max(stride_, input_bytes);
    larger.sizes_.assign(room, k_missing);
    larger.bytes_.resize(room * larger.stride_);
    for (std::uint64_t tick = base_; tick < end_; ++tick) {
        if (has(tick)) {
            const sim::ByteView input = at(tick);
            larger.sizes_[larger.index(tick)] = static_cast<std::uint16_t>(input.size());
            std::copy(input.begin(), input.end(),
                      larger.bytes_.begin() +
                          static_cast<std::ptrdiff_t>(larger.index(tick) * larger.stride_));
        }
    }
    sizes_ = std::move(larger.sizes_);
    bytes_ = std::move(larger.bytes_);
    stride_ = larger.stride_;
}

void InputLog::begin_at(std::uint64_t tick) {
    base_ = tick;
    next_ = tick;
    end_ = tick;
    gaps_.clear();
}

bool InputLog::insert(std::uint64_t tick, sim::ByteView input) {
    TANDEM_ASSERT(input.size() < k_missing);
    if (tick < next_ || has(tick) || after_gap(tick) != tick) {
        return false;
    }
    make_room(tick + 1 - base_, input.size());
    end_ = std::max(end_, base_);
    for (; end_ <= tick; ++end_) {
        sizes_[index(end_)] = k_missing;
    }
    sizes_[index(tick)] = static_cast<std::uint16_t>(input.size());
    std::copy(input.begin(), input.end(),
              bytes_.begin() + static_cast<std::ptrdiff_t>(index(tick) * stride_));
    find_next();
    return true;
}

void InputLog::find_next() {
    while (has(next_) || after_gap(next_) != next_) {
        next_ = has(next_) ? next_ + 1 : after_gap(next_);
    }
}

void InputLog::forget_before(std::uint64_t tick) {
    base_ = std::clamp(tick, base_, next_);
    std::erase_if(gaps_, [&](const Gap& gap) { return gap.to <= base_; });
}

void InputLog::retract(std::uint64_t tick) {
    std::erase_if(gaps_, [&](const Gap& gap) { return gap.from >= tick; });
    if (!gaps_.empty()) {
        gaps_.back().to = std::min(gaps_.back().to, tick);
    }
    if (tick < next_) {
        base_ = std::min(base_, tick);
        next_ = tick;
        end_ = std::min(end_, tick);
    } else if (tick < end_) {
        end_ = std::max(tick, next_);
    }
}

void InputLog::skip(std::uint64_t from, std::uint64_t to) {
    TANDEM_ASSERT(from >= next_ && from <= to && end_ <= std::max(from, next_));
    gaps_.push_back({from, to});
    find_next();
}

std::uint64_t InputLog::after_gap(std::uint64_t tick) const {
    for (const Gap& gap : gaps_) {
        if (tick >= gap.from && tick < gap.to) {
            tick = gap.to;
        }
    }
    return tick;
}

std::uint64_t InputLog::run_end(std::uint64_t tick) const {
    for (const Gap& gap : gaps_) {
        if (gap.from >= tick && gap.from < gap.to) {
            return std::min(gap.from, next_);
        }
    }
    return next_;
}

}  // namespace tandem::net
