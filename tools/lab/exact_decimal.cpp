// SPDX-License-Identifier: MIT
// Schoolbook arithmetic on decimal digits.
#include <tandem/tools/lab/exact_decimal.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/serialize/unportable.hpp>
#include <tandem/tools/lab/binary64.hpp>

namespace tandem::tools::lab {
namespace {

using Digits = std::vector<std::uint8_t>;

constexpr unsigned k_base = 10;

Digits digits_of(std::uint64_t value) {
    Digits digits;
    for (; value != 0; value /= k_base) {
        digits.push_back(static_cast<std::uint8_t>(value % k_base));
    }
    return digits;
}

std::uint8_t at(const Digits& digits, std::size_t place) {
    return place < digits.size() ? digits[place] : std::uint8_t{0};
}

bool is_less(const Digits& a, const Digits& b) {
    for (std::size_t i = std::max(a.size(), b.size()); i-- > 0;) {
        if (at(a, i) != at(b, i)) {
            return at(a, i) < at(b, i);
        }
    }
    return false;
}

Digits sum(const Digits& a, const Digits& b) {
    Digits result;
    unsigned carry = 0;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()) || carry != 0; ++i) {
        carry += static_cast<unsigned>(at(a, i)) + at(b, i);
        result.push_back(static_cast<std::uint8_t>(carry % k_base));
        carry /= k_base;
    }
    return result;
}

// Returns the greater less the smaller.
Digits difference(const Digits& a, const Digits& b) {
    Digits result;
    unsigned borrow = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const unsigned digit = k_base + a[i] - at(b, i) - borrow;
        result.push_back(static_cast<std::uint8_t>(digit % k_base));
        borrow = digit < k_base ? 1 : 0;
    }
    return result;
}

std::string two_digits(int number) {
    const std::string text = std::to_string(number);
    return text.size() < 2 ? "0" + text : text;
}

}  // namespace

ExactDecimal ExactDecimal::of(double value) {
    const binary64::Parts parts = binary64::parts_of(value);
    int exponent = parts.exponent;
    ExactDecimal result;
    result.is_negative_ = parts.is_negative;
    result.digits_ = digits_of(parts.significand);
    for (; exponent > 0; --exponent) {
        result.multiply(2);
    }
    // A half is five tenths.
    for (; exponent < 0; ++exponent) {
        result.multiply(5);
        ++result.decimals_;
    }
    result.trim();
    return result;
}

ExactDecimal ExactDecimal::of(std::int64_t whole, int decimals) {
    TANDEM_ASSERT(decimals >= 0);
    ExactDecimal result;
    result.is_negative_ = whole < 0;
    const auto bits = static_cast<std::uint64_t>(whole);
    result.digits_ = digits_of(whole < 0 ? std::uint64_t{0} - bits : bits);
    result.decimals_ = decimals;
    result.trim();
    return result;
}

void ExactDecimal::trim() {
    while (!digits_.empty() && digits_.back() == 0) {
        digits_.pop_back();
    }
    const auto first =
        std::find_if(digits_.begin(), digits_.end(), [](std::uint8_t digit) { return digit != 0; });
    const auto zeros = std::min(first - digits_.begin(), static_cast<std::ptrdiff_t>(decimals_));
    digits_.erase(digits_.begin(), digits_.begin() + zeros);
    decimals_ -= static_cast<int>(zeros);
    if (digits_.empty()) {
        is_negative_ = false;
        decimals_ = 0;
    }
}

void ExactDecimal::multiply(unsigned factor) {
    unsigned carry = 0;
    for (std::uint8_t& digit : digits_) {
        carry += digit * factor;
        digit = static_cast<std::uint8_t>(carry % k_base);
        carry /= k_base;
    }
    for (; carry != 0; carry /= k_base) {
        digits_.push_back(static_cast<std::uint8_t>(carry % k_base));
    }
}

void ExactDecimal::shift_to(int decimals) {
    digits_.insert(digits_.begin(), static_cast<std::size_t>(decimals - decimals_), 0);
    decimals_ = decimals;
}

ExactDecimal operator-(const ExactDecimal& a, const ExactDecimal& b) {
    ExactDecimal left = a;
    ExactDecimal right = b;
    const int decimals = std::max(a.decimals_, b.decimals_);
    left.shift_to(decimals);
    right.shift_to(decimals);
    ExactDecimal result;
    result.decimals_ = decimals;
    result.is_negative_ = left.is_negative_;
    if (left.is_negative_ != right.is_negative_) {
        result.digits_ = sum(left.digits_, right.digits_);
    } else {
        if (is_less(left.digits_, right.digits_)) {
            std::swap(left, right);
            result.is_negative_ = !result.is_negative_;
        }
        left.digits_.resize(std::max(left.digits_.size(), right.digits_.size()));
        result.digits_ = difference(left.digits_, right.digits_);
    }
    result.trim();
    return result;
}

std::string ExactDecimal::text() const {
    Digits digits = digits_;
    const auto decimals = static_cast<std::size_t>(decimals_);
    digits.resize(std::max(digits.size(), decimals + 1));
    std::string text = is_negative_ ? "-" : "";
    for (std::size_t i = digits.size(); i-- > 0;) {
        text += static_cast<char>('0' + digits[i]);
        if (i == decimals && i != 0) {
            text += '.';
        }
    }
    return text;
}

std::string ExactDecimal::scientific(int digits) const {
    TANDEM_ASSERT(digits >= 1);
    if (is_zero()) {
        return "0";
    }
    const auto wanted = static_cast<std::size_t>(digits);
    Digits kept = digits_;
    int exponent = static_cast<int>(digits_.size()) - 1 - decimals_;
    if (kept.size() < wanted) {
        kept.insert(kept.begin(), wanted - kept.size(), 0);
    } else if (const std::size_t cut = kept.size() - wanted; cut != 0) {
        Digits half(cut, 0);
        half.back() = k_base / 2;
        const Digits rest(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(cut));
        kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(cut));
        if (is_less(half, rest) || (rest == half && kept.front() % 2 != 0)) {
            kept = sum(kept, {1});
        }
        if (kept.size() > wanted) {
            kept.erase(kept.begin());
            ++exponent;
        }
    }
    std::string text = is_negative_ ? "-" : "+";
    for (std::size_t i = kept.size(); i-- > 0;) {
        text += static_cast<char>('0' + kept[i]);
        if (i + 1 == kept.size() && i != 0) {
            text += '.';
        }
    }
    return text + (exponent < 0 ? "e-" : "e+") + two_digits(exponent < 0 ? -exponent : exponent);
}

double ExactDecimal::nearest() const {
    // The text has no decimal point, which locales write in their own ways. libc++ reads no doubles
    // by std::from_chars.
    std::string digits = text();
    std::erase(digits, '.');
    return std::strtod((digits + "e-" + std::to_string(decimals_)).c_str(), nullptr);
}

ExactDecimal error_against(double value, std::int64_t whole, int decimals) {
    return ExactDecimal::of(value) - ExactDecimal::of(whole, decimals);
}

std::string exact_error(double value, std::int64_t whole, int decimals) {
    constexpr int k_shown_digits = 4;
    return error_against(value, whole, decimals).scientific(k_shown_digits);
}

std::string bits_text(double value) {
    constexpr std::string_view k_letters = "0123456789abcdef";
    constexpr unsigned k_bits_a_letter = 4;
    const auto bits = sim::Unportable<double>{value}.bits();
    std::string text;
    for (unsigned shift = 64; shift != 0; shift -= k_bits_a_letter) {
        text += k_letters[bits >> (shift - k_bits_a_letter) & 0xFU];
    }
    return text;
}

}  // namespace tandem::tools::lab
