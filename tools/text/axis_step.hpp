// SPDX-License-Identifier: MIT
// Chooses how far apart the values are that an axis of a picture names.
#pragma once

namespace tandem::tools {

// The power is the same on every machine, which the C library's pow is not.
constexpr double power_of_ten(int exponent) {
    double power = 1;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) {
        power *= 10;
    }
    return exponent < 0 ? 1 / power : power;
}

// The step of an axis: 1, 2 or 5 times a power of ten.
struct AxisStep {
    int digit = 1;
    int exponent = 0;

    constexpr double value() const { return digit * power_of_ten(exponent); }
    constexpr AxisStep next() const {
        return digit == 1   ? AxisStep{2, exponent}
               : digit == 2 ? AxisStep{5, exponent}
                            : AxisStep{1, exponent + 1};
    }
};

}  // namespace tandem::tools
