// SPDX-License-Identifier: MIT
// Linear and logarithmic scales and their ticks, without a function of the C library's that may
// differ between machines.
#include <tandem/tools/lab/report/scale.hpp>

#include <cmath>
#include <cstdint>

#include <tandem/sim/assert.hpp>
#include <tandem/tools/lab/table.hpp>
#include <tandem/tools/text/axis_step.hpp>

namespace tandem::tools::lab::report {
namespace {

// The tolerance of values that are rounded to the ends of an axis: far less than a picture shows.
constexpr double k_tolerance = 1e-9;
constexpr double k_log10_of_2 = 0.30102999566398119521;

std::int64_t first_multiple(double low, double step) {
    return static_cast<std::int64_t>(std::ceil(low / step - k_tolerance));
}
std::int64_t last_multiple(double high, double step) {
    return static_cast<std::int64_t>(std::floor(high / step + k_tolerance));
}

// Returns "10⁻⁹"; the powers that are as short in digits stay digits.
std::string power_text(int exponent) {
    if (exponent >= 0 && exponent <= 3) {
        return decimal(power_of_ten(exponent), 0);
    }
    if (exponent == -1) {
        return "0.1";
    }
    static const std::vector<std::string> k_raised{"⁰", "¹", "²", "³", "⁴",
                                                   "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = exponent < 0 ? "10⁻" : "10";
    for (const char digit : std::to_string(std::abs(exponent))) {
        text += k_raised[static_cast<std::size_t>(digit - '0')];
    }
    return text;
}

}  // namespace

std::vector<Tick> nice_ticks(Range range, int most) {
    TANDEM_ASSERT(range.low < range.high && most >= 2);
    // Begins with steps that are certainly too small.
    AxisStep step{
        1, static_cast<int>(std::floor(portable_log10((range.high - range.low) / most))) - 1};
    while (last_multiple(range.high, step.value()) - first_multiple(range.low, step.value()) + 1 >
           most) {
        step = step.next();
    }
    std::vector<Tick> ticks;
    const std::int64_t last = last_multiple(range.high, step.value());
    for (std::int64_t i = first_multiple(range.low, step.value()); i <= last; ++i) {
        const double value = static_cast<double>(i) * step.value();
        ticks.push_back({value, decimal(value, step.exponent < 0 ? -step.exponent : 0)});
    }
    return ticks;
}

std::vector<Tick> power_ticks(Range range, int most) {
    TANDEM_ASSERT(range.low > 0 && range.low < range.high && most >= 2);
    const std::int64_t first = first_multiple(portable_log10(range.low), 1);
    const std::int64_t last = last_multiple(portable_log10(range.high), 1);
    std::int64_t every = 1;
    while ((last - first) / every + 1 > most) {
        ++every;
    }
    std::vector<Tick> ticks;
    for (std::int64_t exponent = first; exponent <= last; ++exponent) {
        if (exponent % every == 0) {
            const int power = static_cast<int>(exponent);
            ticks.push_back({power_of_ten(power), power_text(power)});
        }
    }
    return ticks;
}

// The binary logarithm's digits by repeated squaring: of x in [1, 2) the next binary digit is one
// where x² reaches 2 (Knuth, "The Art of Computer Programming", volume 1, section 1.2.2, for base
// ten).
double portable_log10(double value) {
    TANDEM_ASSERT(value > 0);
    constexpr int k_digits = 32;
    int exponent = 0;
    double x = 2 * std::frexp(value, &exponent);
    double logarithm = exponent - 1;
    double digit = 0.5;
    for (int i = 0; i < k_digits; ++i, digit /= 2) {
        x *= x;
        if (x >= 2) {
            x /= 2;
            logarithm += digit;
        }
    }
    return logarithm * k_log10_of_2;
}

Scale Scale::linear(Range range, double low_place, double high_place) {
    TANDEM_ASSERT(range.low < range.high);
    Scale scale;
    scale.range_ = range;
    scale.low_place_ = low_place;
    scale.high_place_ = high_place;
    return scale;
}

Scale Scale::logarithmic(Range range, double low_place, double high_place,
                         std::optional<double> zero_place) {
    TANDEM_ASSERT(range.low > 0);
    Scale scale =
        linear({portable_log10(range.low), portable_log10(range.high)}, low_place, high_place);
    scale.is_logarithmic_ = true;
    scale.zero_place_ = zero_place;
    return scale;
}

bool Scale::contains(double value) const {
    if (is_logarithmic_) {
        if (!(value > 0)) {
            return value == 0 && zero_place_.has_value();
        }
        value = portable_log10(value);
    }
    const double slack = (range_.high - range_.low) * k_tolerance;
    return value >= range_.low - slack && value <= range_.high + slack;
}

double Scale::place(double value) const {
    TANDEM_ASSERT(contains(value));
    if (is_logarithmic_) {
        if (value == 0) {
            return *zero_place_;
        }
        value = portable_log10(value);
    }
    const double part = (value - range_.low) / (range_.high - range_.low);
    return low_place_ + part * (high_place_ - low_place_);
}

}  // namespace tandem::tools::lab::report
