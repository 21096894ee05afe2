// SPDX-License-Identifier: MIT
// Decides whether predicting a byte pays. Bytes of noise are written as they are, which takes less
// time and no more room.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tandem/replay/coding/logistic.hpp>

namespace tandem::replay {

// The account of one cell. While the cell is predicted, it counts the cost beyond plain bits.
class Toll {
public:
    // True if the next value is written as it is.
    bool is_plain() const { return plain_left_ > 0; }
    // Counts a value that was written as it is.
    void count_plain() { --plain_left_; }

    // Counts a value of so many bits that was coded at that cost (cost_of). A quarter of a bit is
    // charged for the time.
    void pay(std::int32_t cost, std::uint32_t bits) {
        debt_ += cost - static_cast<std::int32_t>(bits) * k_bit_cost + k_bit_cost / 4;
        if (debt_ < -k_credit_max) {
            debt_ = -k_credit_max;
            next_plain_ = k_plain_min;
        }
        if (debt_ > k_debt_max) {
            debt_ = k_debt_max - k_trial;
            plain_left_ = next_plain_;
            next_plain_ = std::min(2 * next_plain_, k_plain_max);
        }
    }

private:
    static constexpr std::int32_t k_credit_max = 64 * k_bit_cost;
    static constexpr std::int32_t k_debt_max = 8 * k_bit_cost;
    static constexpr std::int32_t k_trial = 2 * k_bit_cost;
    static constexpr std::int32_t k_plain_min = 64;
    static constexpr std::int32_t k_plain_max = 4'096;

    std::int32_t debt_ = 0;
    std::int32_t plain_left_ = 0;
    std::int32_t next_plain_ = k_plain_min;
};

}  // namespace tandem::replay
