// SPDX-License-Identifier: MIT
// How time passes under a loop of the lab: computed exactly, or on the real clock.
#pragma once

#include <chrono>
#include <optional>

#include <tandem/tools/lab/flicks.hpp>
#include <tandem/tools/lab/section.hpp>

namespace tandem::tools::lab {

// Time since the loop began.
class Time {
public:
    virtual ~Time() = default;
    virtual Flicks now() = 0;
    // Keeps the processor busy.
    virtual void work(Flicks cost) = 0;
    // Returns at once where the deadline has passed.
    virtual void sleep_until(Flicks deadline) = 0;
};

// Reading the clock is free, work takes what it costs, sleep is exact.
class VirtualTime : public Time {
public:
    explicit VirtualTime(std::optional<Stall> stall = std::nullopt) : stall_(stall) {}

    Flicks now() override { return now_; }
    void work(Flicks cost) override { pass(cost); }
    void sleep_until(Flicks deadline) override { pass(deadline - now_); }

private:
    void pass(Flicks length);

    Flicks now_{};
    std::optional<Stall> stall_;  // until it has happened
};

// The steady clock, rounded down to whole flicks; work is a busy wait. A stall is slept.
class RealTime : public Time {
public:
    explicit RealTime(std::optional<Stall> stall = std::nullopt);

    Flicks now() override;
    void work(Flicks cost) override;
    void sleep_until(Flicks deadline) override;

private:
    void stall_if_due();

    std::chrono::nanoseconds start_;
    std::optional<Stall> stall_;
};

}  // namespace tandem::tools::lab
