// SPDX-License-Identifier: MIT
// Decimal numbers without rounding. Every double is such a number, so that its error against a
// decimal can be told exactly, with integers alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::tools::lab {

class ExactDecimal {
public:
    // Returns the number of the double's bits; it must be finite.
    static ExactDecimal of(double value);
    // Returns whole / 10^decimals.
    static ExactDecimal of(std::int64_t whole, int decimals);

    friend ExactDecimal operator-(const ExactDecimal& a, const ExactDecimal& b);
    friend bool operator==(const ExactDecimal&, const ExactDecimal&) = default;
    bool is_zero() const { return digits_.empty(); }

    // Returns every digit: "0.1000000000000000055511151231257827021181583404541015625".
    std::string text() const;
    // Returns the double that is nearest to it.
    double nearest() const;
    // Returns the sign and so many digits, rounded to nearest, ties to even: "-1.688e-13"; "0" for
    // zero.
    std::string scientific(int digits) const;

private:
    // Removes zeros before the first digit and behind the last decimal, so that equal values are
    // equal.
    void trim();
    void multiply(unsigned factor);
    void shift_to(int decimals);

    bool is_negative_ = false;
    int decimals_ = 0;                  // the lowest digit counts 10^-decimals
    std::vector<std::uint8_t> digits_;  // the lowest first
};

// Return the exact error of a double against whole / 10^decimals, and that with four digits.
ExactDecimal error_against(double value, std::int64_t whole, int decimals);
std::string exact_error(double value, std::int64_t whole, int decimals);
// Returns the double's 64 bits, as 16 hexadecimal digits.
std::string bits_text(double value);

}  // namespace tandem::tools::lab
