// SPDX-License-Identifier: MIT
// Tells when the next picture is due, and how far a match is between two ticks at that moment.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include <tandem/sim/time/pacer.hpp>
#include <tandem/sim/types.hpp>

namespace tandem::tools {

// A cap on the rate of pictures. Missed pictures are never made up for.
class FrameDue {
public:
    // The cap is at least one picture a second.
    explicit FrameDue(std::uint32_t fps_max)
        : frame_(std::chrono::nanoseconds(std::chrono::seconds(1)) / fps_max) {}

    bool is_due(std::chrono::nanoseconds now) const { return now >= next_; }
    // A picture was drawn.
    void drawn(std::chrono::nanoseconds now) { next_ = std::max(next_ + frame_, now + frame_ / 2); }
    // The time at which the next picture is due.
    std::chrono::nanoseconds next() const { return next_; }

private:
    std::chrono::nanoseconds frame_;
    std::chrono::nanoseconds next_{};
};

// Returns how far the present is on its way from the last tick to the next, if there is no pacer to
// tell it; at most 1, however late the next tick is.
inline sim::Alpha alpha_since(std::chrono::nanoseconds last_tick, std::chrono::nanoseconds now,
                              TickRate rate) {
    const auto tick =
        std::max<std::int64_t>(1, std::int64_t{1'000'000'000} * rate.seconds / rate.ticks);
    const auto past = std::clamp<std::int64_t>((now - last_tick).count(), 0, tick);
    return {static_cast<std::uint64_t>(past), static_cast<std::uint64_t>(tick)};
}

}  // namespace tandem::tools
