// SPDX-License-Identifier: MIT
// Cuts a time line into equal parts, to show an hour of ticks in as many columns as a screen has.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tandem/sim/assert.hpp>

namespace tandem::tools::autopsy {

// The ticks from `first` to before `end`.
struct TickSpan {
    std::uint64_t first = 0;
    std::uint64_t end = 0;

    std::uint64_t ticks() const { return end - first; }
    bool holds(std::uint64_t tick) const { return tick >= first && tick < end; }
    friend bool operator==(const TickSpan&, const TickSpan&) = default;
};

// Every tick lies in exactly one bucket, and no bucket is empty.
class TickBuckets {
public:
    TickBuckets() = default;
    // Makes at most `most` buckets (at least 1, asserted): one for each tick if there are fewer
    // ticks.
    TickBuckets(TickSpan span, std::uint64_t most)
        : span_(span), count_(std::min(most, span.ticks())) {
        TANDEM_ASSERT(span.first <= span.end && most > 0);
    }

    TickSpan span() const { return span_; }
    std::uint64_t count() const { return count_; }
    // Returns the bucket of a tick of the span (asserted).
    std::uint64_t of(std::uint64_t tick) const {
        TANDEM_ASSERT(span_.holds(tick));
        return (tick - span_.first) * count_ / span_.ticks();
    }
    // Returns the ticks of a bucket (asserted to exist).
    TickSpan ticks_of(std::uint64_t bucket) const {
        TANDEM_ASSERT(bucket < count_);
        return {begin_of(bucket), begin_of(bucket + 1)};
    }

private:
    // Returns the first tick whose bucket is at least this one.
    std::uint64_t begin_of(std::uint64_t bucket) const {
        return span_.first + (bucket * span_.ticks() + count_ - 1) / count_;
    }

    TickSpan span_;
    std::uint64_t count_ = 0;
};

}  // namespace tandem::tools::autopsy
