// SPDX-License-Identifier: MIT
// Real time, whose clock is tools/system/clock.hpp, and the workers of both.
#include <tandem/tools/lab/machine/time.hpp>

#include <tandem/tools/lab/machine/worker.hpp>
#include <tandem/tools/system/clock.hpp>

namespace tandem::tools::lab {

using std::chrono::nanoseconds;

std::unique_ptr<Worker> VirtualTime::make_worker(Flicks update_cost, Flicks window) {
    return std::make_unique<VirtualWorker>(*this, update_cost, window);
}

RealTime::RealTime(Flicks end) : start_(steady_now()), end_(end) {}

Flicks RealTime::now() { return std::chrono::floor<Flicks>(steady_now() - start_); }

void RealTime::work(Flicks cost) {
    const Flicks begin = now();
    const Flicks most = end_ + Flicks(1) - begin;
    while (now() - begin < std::min(cost, most)) {
    }
}

void RealTime::sleep_until(Flicks deadline) {
    const nanoseconds due =
        start_ + std::chrono::ceil<nanoseconds>(std::min(deadline, end_ + Flicks(1)));
    if (steady_now() < due) {
        tools::sleep_until(due);
    }
}

std::unique_ptr<Worker> RealTime::make_worker(Flicks update_cost, Flicks window) {
    return std::make_unique<RealWorker>(*this, update_cost, window);
}

}  // namespace tandem::tools::lab
