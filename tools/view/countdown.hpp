// SPDX-License-Identifier: MIT
// Counts 3, 2, 1: time for a person to put the hands on the keys before a session goes on.
#pragma once

#include <chrono>
#include <string>

namespace tandem::tools {

// The caller passes times in.
class Countdown {
public:
    // Begins now; it may begin again.
    explicit Countdown(std::chrono::nanoseconds now) : begun_(now) {}

    bool is_over(std::chrono::nanoseconds now) const { return now - begun_ >= k_lasts; }
    // Returns "3", "2" and then "1".
    std::string text(std::chrono::nanoseconds now) const {
        const auto left = std::chrono::ceil<std::chrono::seconds>(begun_ + k_lasts - now);
        return std::to_string(left.count() < 1 ? 1 : left.count());
    }

private:
    static constexpr std::chrono::nanoseconds k_lasts = std::chrono::seconds(3);

    std::chrono::nanoseconds begun_;
};

}  // namespace tandem::tools
