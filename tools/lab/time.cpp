// SPDX-License-Identifier: MIT
// Real time; the clock itself is tools/clock.hpp.
#include <tandem/tools/lab/time.hpp>

#include <tandem/tools/clock.hpp>

namespace tandem::tools::lab {

using std::chrono::nanoseconds;

RealTime::RealTime() : start_(steady_now()) {}

Flicks RealTime::now() { return std::chrono::floor<Flicks>(steady_now() - start_); }

void RealTime::work(Flicks cost) {
    const Flicks end = now() + cost;
    while (now() < end) {
    }
}

void RealTime::sleep_until(Flicks deadline) {
    const nanoseconds due = start_ + std::chrono::ceil<nanoseconds>(deadline);
    if (steady_now() < due) {
        tools::sleep_until(due);
    }
}

}  // namespace tandem::tools::lab
