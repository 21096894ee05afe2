// SPDX-License-Identifier: MIT
// Says whether a process hangs. A process that works shows signs of life, in memory that both sides
// share. If there is no new sign for too long, it hangs.
#pragma once

#include <chrono>
#include <cstdint>

namespace tandem::tools {

class LifeWatch {
public:
    LifeWatch(std::chrono::nanoseconds patience, std::chrono::nanoseconds now)
        : patience_(patience), last_life_(now) {}

    // Notes that the process has sent something, which is a sign too.
    void on_life(std::chrono::nanoseconds now) { last_life_ = now; }
    // Takes the number of signs until now. True if the last new sign is longer ago than the
    // patience.
    bool is_hung(std::uint64_t signs, std::chrono::nanoseconds now) {
        if (signs != signs_) {
            signs_ = signs;
            last_life_ = now;
        }
        return now - last_life_ > patience_;
    }
    // The number of signs at the last look.
    std::uint64_t signs() const { return signs_; }

private:
    std::chrono::nanoseconds patience_;
    std::chrono::nanoseconds last_life_;
    std::uint64_t signs_ = 0;
};

}  // namespace tandem::tools
