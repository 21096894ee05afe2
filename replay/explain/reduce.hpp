// SPDX-License-Identifier: MIT
// Delta debugging (Zeller and Hildebrandt, 2002): parts that are not needed are left out, large
// runs of them first, then smaller ones, to single ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tandem::replay {

// Returns as few of `kept` as leaving out finds for which `still_fails` is true, in their order. It
// is true for all of them (the caller has seen that), and asked of fewer, perhaps of none. It ends
// early, with what it has, if `still_fails` returns false for everything from a point on.
template <class Part, class StillFails>
std::vector<Part> reduce(std::vector<Part> kept, const StillFails& still_fails) {
    for (std::size_t size = (kept.size() + 1) / 2; size > 0;
         size = size == 1 ? 0 : (size + 1) / 2) {
        for (std::size_t first = 0; first < kept.size();) {
            const std::size_t end = std::min(first + size, kept.size());
            std::vector<Part> fewer = kept;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(first),
                        fewer.begin() + static_cast<std::ptrdiff_t>(end));
            if (still_fails(fewer)) {
                kept = std::move(fewer);
            } else {
                first = end;
            }
        }
    }
    return kept;
}

}  // namespace tandem::replay
