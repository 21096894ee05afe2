// SPDX-License-Identifier: MIT
// Times, and what many of them come to.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ratio>
#include <vector>

namespace tandem::bench {

class Stopwatch {
public:
    double ns() const {
        return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin_)
            .count();
    }
    double ms() const { return ns() / 1e6; }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// The value that `part` of all values (there is one) are not above: 0.5 is the median.
inline double quantile(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    const auto at = static_cast<std::size_t>(part * static_cast<double>(values.size()));
    return values[std::min(at, values.size() - 1)];
}
inline double median(const std::vector<double>& values) { return quantile(values, 0.5); }

}  // namespace tandem::bench
