// SPDX-License-Identifier: MIT
// Computed time and real time; the real clock itself is tools/clock.hpp.
#include <tandem/tools/lab/time.hpp>

#include <tandem/tools/clock.hpp>

namespace tandem::tools::lab {

using std::chrono::nanoseconds;

void VirtualTime::pass(Flicks length) {
    if (length <= Flicks(0)) {
        return;
    }
    now_ += length;
    if (stall_ && now_ > stall_->at) {
        now_ += stall_->length;
        stall_.reset();
    }
}

RealTime::RealTime(std::optional<Stall> stall) : start_(steady_now()), stall_(stall) {}

Flicks RealTime::now() { return std::chrono::floor<Flicks>(steady_now() - start_); }

void RealTime::work(Flicks cost) {
    const Flicks end = now() + cost;
    while (now() < end) {
    }
    stall_if_due();
}

void RealTime::sleep_until(Flicks deadline) {
    const nanoseconds due = start_ + std::chrono::ceil<nanoseconds>(deadline);
    if (steady_now() < due) {
        tools::sleep_until(due);
        stall_if_due();
    }
}

void RealTime::stall_if_due() {
    if (stall_ && now() > stall_->at) {
        tools::sleep_until(steady_now() + std::chrono::ceil<nanoseconds>(stall_->length));
        stall_.reset();
    }
}

}  // namespace tandem::tools::lab
