// SPDX-License-Identifier: MIT
// Decimal numbers without rounding. Every double is one, so that its error against a decimal can be
// told exactly, with integers alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tandem::tools::lab {

class ExactDecimal {
public:
    // What the double's bits stand for; it must be finite.
    static ExactDecimal of(double value);
    // whole / 10^decimals.
    static ExactDecimal of(std::int64_t whole, int decimals);

    friend ExactDecimal operator-(const ExactDecimal& a, const ExactDecimal& b);
    friend bool operator==(const ExactDecimal&, const ExactDecimal&) = default;
    bool is_zero() const { return digits_.empty(); }

    // Every digit: "0.1000000000000000055511151231257827021181583404541015625".
    std::string text() const;
    // The double that is nearest to it.
    double nearest() const;
    // Sign and so many digits, rounded to nearest, ties to even: "-1.688e-13". "0" for zero.
    std::string scientific(int digits) const;

private:
    // No zero before the first digit and none after the decimal point at the end, so that equal
    // values are equal.
    void trim();
    void multiply(unsigned factor);
    void shift_to(int decimals);

    bool is_negative_ = false;
    int decimals_ = 0;                  // the lowest digit counts 10^-decimals
    std::vector<std::uint8_t> digits_;  // the lowest first
};

// The exact error of a double against whole / 10^decimals, and that with four digits.
ExactDecimal error_against(double value, std::int64_t whole, int decimals);
std::string exact_error(double value, std::int64_t whole, int decimals);
// The double's 64 bits, as 16 hexadecimal digits.
std::string bits_text(double value);

}  // namespace tandem::tools::lab
