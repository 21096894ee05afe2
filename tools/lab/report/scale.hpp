// SPDX-License-Identifier: MIT
// Turns a quantity into its place in a picture, and chooses the values that an axis names.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tandem::tools::lab::report {

struct Range {
    double low = 0;
    double high = 1;
};

struct Tick {
    double value = 0;
    std::string text;
};

// Returns multiples of 1, 2 or 5 times a power of ten within the range, at most `most` of them and
// at least two if the range holds them.
std::vector<Tick> nice_ticks(Range range, int most);
// Returns powers of ten within the range, each of them or every so manyth.
std::vector<Tick> power_ticks(Range range, int most);

// Returns the logarithm to base ten to about 1e-9, from multiplications alone: the C library's
// differs between machines. `value` is positive.
double portable_log10(double value);

class Scale {
public:
    // `low_place` and `high_place` are the places of the range's ends.
    static Scale linear(Range range, double low_place, double high_place);
    // Zero has no logarithm: with `zero_place` it has a place of its own.
    static Scale logarithmic(Range range, double low_place, double high_place,
                             std::optional<double> zero_place = std::nullopt);

    bool contains(double value) const;
    // Returns the place of a value, which the scale must contain (asserted): nothing is cut off in
    // silence.
    double place(double value) const;

private:
    Range range_;  // logarithms if logarithmic
    double low_place_ = 0;
    double high_place_ = 0;
    bool is_logarithmic_ = false;
    std::optional<double> zero_place_;
};

}  // namespace tandem::tools::lab::report
