// SPDX-License-Identifier: MIT
// Finds which moments of a game the pictures of a film show, in whole numbers, so that no film
// drifts.
#pragma once

#include <cstdint>

#include <tandem/replay/edit/trim.hpp>
#include <tandem/sim/time/pacer.hpp>

namespace tandem::tools {

// The steps go from the state after `range.from` ticks to that after `range.to`, both shown.
class FrameSteps {
public:
    FrameSteps(replay::TickRange range, TickRate rate, std::uint32_t frames_per_second)
        : range_(range), rate_(rate), frames_per_second_(frames_per_second), whole_(range.from) {}

    // Says which state is drawn, and how far the picture is on its way to it from the one before.
    std::uint64_t ticks_done() const {
        return is_last() ? range_.to : whole_ + (part_ > 0 ? 1 : 0);
    }
    sim::Alpha alpha() const {
        return is_last() || part_ == 0 ? sim::Alpha{1, 1} : sim::Alpha{part_, parts()};
    }
    std::uint64_t microseconds() const {
        constexpr std::uint64_t k_second = 1'000'000;
        return frame_ / frames_per_second_ * k_second +
               frame_ % frames_per_second_ * k_second / frames_per_second_;
    }

    bool is_last() const { return whole_ >= range_.to; }
    void next() {
        ++frame_;
        part_ += rate_.ticks;
        whole_ += part_ / parts();
        part_ %= parts();
    }

private:
    // The parts of a tick. A frame takes rate_.ticks of them.
    std::uint64_t parts() const { return std::uint64_t{rate_.seconds} * frames_per_second_; }

    replay::TickRange range_;
    TickRate rate_;
    std::uint32_t frames_per_second_;
    std::uint64_t frame_ = 0;
    std::uint64_t whole_;
    std::uint64_t part_ = 0;
};

}  // namespace tandem::tools
