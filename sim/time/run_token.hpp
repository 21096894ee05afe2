// SPDX-License-Identifier: MIT
// Stops a loop: after stop no callback of that run does anything, also one that a platform still
// delivers. Plain values; a loop and its stopping share a thread.
#pragma once

#include <cstdint>

namespace tandem::sim {

// Names one run of a loop. The default names none.
struct RunToken {
    std::uint64_t number = 0;

    friend constexpr bool operator==(RunToken, RunToken) = default;
};

// At most one run at a time. Starting again ends the run before, and what is left of an earlier run
// can neither go on nor stop a later one.
class RunSwitch {
public:
    RunSwitch() = default;
    // Tokens are numbers: what is left of an earlier run would name one of a copy, or of a new
    // switch in the old one's place.
    RunSwitch(const RunSwitch&) = delete;
    RunSwitch& operator=(const RunSwitch&) = delete;

    [[nodiscard]] constexpr RunToken start() {
        running_ = {++started_};
        return running_;
    }

    // Whether this stopped the run: false for one that had ended, which changes nothing.
    constexpr bool stop(RunToken token) {
        const bool stops = is_running(token);
        if (stops) {
            running_ = {};
        }
        return stops;
    }

    constexpr bool is_running(RunToken token) const {
        return token == running_ && token != RunToken{};
    }

private:
    std::uint64_t started_ = 0;
    RunToken running_;
};

}  // namespace tandem::sim
