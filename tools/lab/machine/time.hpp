// SPDX-License-Identifier: MIT
// Lets time pass under a loop of the lab: computed exactly, or on the real clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>

#include <tandem/sim/math/random.hpp>
#include <tandem/tools/lab/machine/flicks.hpp>

namespace tandem::tools::lab {

class Worker;

// Time since the loop began.
class Time {
public:
    virtual ~Time() = default;
    virtual Flicks now() = 0;
    // Keeps the processor busy.
    virtual void work(Flicks cost) = 0;
    // Sleeps; returns at once if the deadline has passed.
    virtual void sleep_until(Flicks deadline) = 0;
    // Makes a second processor beside the loop's, for as long as this.
    virtual std::unique_ptr<Worker> make_worker(Flicks update_cost, Flicks window) = 0;
};

// Time that is computed: reading the clock is free, work takes its cost, sleep is exact.
class VirtualTime : public Time {
public:
    Flicks now() override { return now_; }
    void work(Flicks cost) override { pass(cost); }
    void sleep_until(Flicks deadline) override { pass(deadline - now_); }
    std::unique_ptr<Worker> make_worker(Flicks update_cost, Flicks window) override;

private:
    void pass(Flicks length) { now_ += std::max(length, Flicks(0)); }

    Flicks now_{};
};

// All work takes up to k_jitter longer than it should, drawn anew each time.
inline constexpr Flicks k_jitter = std::chrono::milliseconds(2);
class UnevenTime : public VirtualTime {
public:
    explicit UnevenTime(std::uint64_t seed) : random_(seed) {}

    void work(Flicks cost) override {
        VirtualTime::work(cost + Flicks(random_.between<std::int64_t>(0, k_jitter.count())));
    }

private:
    Random random_;
};

// Time by the steady clock, rounded down to whole flicks; work is a busy wait. Threads may
// share one.
class RealTime : public Time {
public:
    // Nothing lasts for longer than `end`; longer work and sleep is over just after it.
    explicit RealTime(Flicks end = Flicks::max() - Flicks(1));

    Flicks now() override;
    void work(Flicks cost) override;
    void sleep_until(Flicks deadline) override;
    std::unique_ptr<Worker> make_worker(Flicks update_cost, Flicks window) override;

private:
    std::chrono::nanoseconds start_;
    Flicks end_;
};

}  // namespace tandem::tools::lab
