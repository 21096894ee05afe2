// SPDX-License-Identifier: MIT
// Chooses how fine a picture may be: the scaling of loop M4, as published and repaired.
#pragma once

#include <cstdint>

#include <tandem/tools/lab/machine/machine.hpp>

namespace tandem::tools::lab {

// Finds the finest pictures that fit a budget.
class QualityScale {
public:
    explicit constexpr QualityScale(Flicks budget) : budget_(budget) {}

    constexpr std::uint32_t quarters() const { return quarters_; }

    // Adapts after a frame that took so long at this quality: a step down if that was too long, a
    // step up if it would have fit one step finer even if all of it were drawing.
    constexpr void adapt(Flicks cost) {
        const std::int64_t now = quarters_;
        if (cost > budget_) {
            quarters_ -= quarters_ > 1 ? 1 : 0;
        } else if (quarters_ < k_full_quality &&
                   cost * ((now + 1) * (now + 1)) <= budget_ * (now * now)) {
            ++quarters_;
        }
    }

private:
    Flicks budget_;
    std::uint32_t quarters_ = k_full_quality;
};

}  // namespace tandem::tools::lab
