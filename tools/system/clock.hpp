// SPDX-License-Identifier: MIT
// Reads the time. It is the one clock of Tandem: all other code is told the time.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace tandem::tools {

// The steady time since an arbitrary point.
std::chrono::nanoseconds steady_now();
// The same, but it goes on while the machine sleeps, if the system has such a clock.
std::chrono::nanoseconds steady_now_with_sleep();

// The processor time that all threads of this process have taken so far.
std::chrono::nanoseconds processor_time();

// Sleeps; a signal ends it early.
void sleep_until(std::chrono::nanoseconds deadline);

// Local date and time for a file name: "20240131-184502".
std::string dated_name();
// The same for a person: "2024-01-31 18:45".
std::string date_text();

// Notices that this machine slept: a player who was away thinks that the others were.
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
