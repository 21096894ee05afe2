// SPDX-License-Identifier: MIT
// Notices that this machine slept: a player who was away thinks that the others were.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include <tandem/tools/system/clock.hpp>

namespace tandem::tools {

class SleepWatch {
public:
    using Clock = std::function<std::chrono::nanoseconds()>;

    // `waking` stands still while the machine sleeps, and `all` does not.
    explicit SleepWatch(Clock waking = steady_now, Clock all = steady_now_with_sleep);

    // The time for which it slept since the last look; nothing if that was less than a second.
    std::optional<std::chrono::nanoseconds> check();
    // The time for which it slept, in all looks together.
    std::chrono::nanoseconds slept() const { return slept_; }

private:
    std::chrono::nanoseconds apart() const { return all_() - waking_(); }

    Clock waking_;
    Clock all_;
    std::chrono::nanoseconds apart_;  // the difference of the clocks at the last look
    std::chrono::nanoseconds slept_{};
};

// The sleep in words: "this machine slept for 61 s".
std::string sleep_text(std::chrono::nanoseconds slept);

}  // namespace tandem::tools
