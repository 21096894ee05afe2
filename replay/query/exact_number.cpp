// SPDX-License-Identifier: MIT
// Reads and compares exact numbers. Every field's number has at most 64 binary places, so it asks a
// decimal for that many of them and for whether anything is left.
#include <tandem/replay/query/exact_number.hpp>

#include <algorithm>
#include <limits>
#include <string>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/field_place.hpp>

namespace tandem::replay {
namespace {

using sim::FieldKind;
using sim::SchemaNode;

constexpr std::uint64_t k_largest = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t k_sign = std::uint64_t{1} << 63;
constexpr unsigned k_word_bits = 64;

// These lie above and below every field's number.
constexpr ExactNumber k_beyond{false, k_largest, k_largest, true};
constexpr ExactNumber k_below{true, 0, 0, false};

std::uint64_t stored_value(ByteView bytes, std::size_t width) {
    TANDEM_ASSERT(width >= 1 && width <= 8 && bytes.size() >= width);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
        value |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    }
    return value;
}

// Returns the number with the sign of its highest bit.
ExactNumber signed_number(std::uint64_t value, std::size_t width) {
    const unsigned unused = k_word_bits - static_cast<unsigned>(width) * 8;
    const auto whole = static_cast<std::int64_t>(value << unused) >> unused;
    return {whole < 0, static_cast<std::uint64_t>(whole), 0, false};
}

ExactNumber unsigned_number(std::uint64_t value) { return {false, value, 0, false}; }

std::size_t stored_bytes(const SchemaNode& node) {
    const std::size_t length = sim::length_bytes(node.kind);
    return length != 0 ? length : node.width_bytes;
}

bool is_stored_signed(const SchemaNode& node) {
    return node.kind == FieldKind::signed_integer || node.kind == FieldKind::fixed ||
           (node.kind == FieldKind::enumeration && node.is_signed);
}

ExactNumber fixed_number(ExactNumber raw, unsigned fraction_bits) {
    if (fraction_bits == 0) {
        return raw;
    }
    const auto whole = static_cast<std::int64_t>(raw.whole) >> fraction_bits;
    return {raw.is_negative, static_cast<std::uint64_t>(whole),
            raw.whole << (k_word_bits - fraction_bits), false};
}

// Returns the degrees of a turn in 64 bits. It multiplies in halves, because the product has 73
// bits.
ExactNumber degrees(std::uint64_t turn) {
    constexpr std::uint64_t k_degrees = 360;
    constexpr std::uint64_t k_low = 0xffffffff;
    const std::uint64_t low = (turn & k_low) * k_degrees;
    const std::uint64_t high = (turn >> 32) * k_degrees + (low >> 32);
    return {false, high >> 32, high << 32 | (low & k_low), false};
}

std::optional<unsigned> digit_of(char character, unsigned base) {
    unsigned digit = base;
    if (character >= '0' && character <= '9') {
        digit = static_cast<unsigned>(character - '0');
    } else if (character >= 'a' && character <= 'f') {
        digit = static_cast<unsigned>(character - 'a') + 10;
    } else if (character >= 'A' && character <= 'F') {
        digit = static_cast<unsigned>(character - 'A') + 10;
    }
    return digit < base ? std::optional(digit) : std::nullopt;
}

// Returns the number of the digits before the point; sets `is_beyond` if it does not fit.
std::optional<std::uint64_t> whole_of(std::string_view digits, unsigned base, bool& is_beyond) {
    std::uint64_t whole = 0;
    for (const char character : digits) {
        const auto digit = digit_of(character, base);
        if (!digit) {
            return std::nullopt;
        }
        is_beyond = is_beyond || whole > (k_largest - *digit) / base;
        whole = whole * base + *digit;
    }
    return digits.empty() ? std::nullopt : std::optional(whole);
}

// Doubles a decimal fraction and returns the digit that comes out before its point.
std::uint64_t double_digits(std::string& digits) {
    unsigned carry = 0;
    for (std::size_t i = digits.size(); i-- > 0;) {
        const unsigned doubled = static_cast<unsigned>(digits[i] - '0') * 2 + carry;
        carry = doubled / 10;
        digits[i] = static_cast<char>('0' + doubled % 10);
    }
    return carry;
}

bool is_zero(const std::string& digits) {
    return digits.find_first_not_of('0') == std::string::npos;
}

// Returns minus this number, which is not negative. A rest below 2^-64 stays a rest: no field's
// number is equal to it either way, and the fraction is rounded down again.
ExactNumber negated(ExactNumber number) {
    if (number.whole > k_sign ||
        (number.whole == k_sign && (number.fraction != 0 || number.has_more))) {
        return k_below;
    }
    const bool is_whole = number.fraction == 0 && !number.has_more;
    const std::uint64_t fraction = number.has_more ? ~number.fraction : ~number.fraction + 1;
    const std::uint64_t whole = is_whole ? ~number.whole + 1 : ~number.whole;
    return {number.whole != 0 || !is_whole, whole, fraction, number.has_more};
}

}  // namespace

std::strong_ordering operator<=>(const ExactNumber& a, const ExactNumber& b) {
    if (a.is_negative != b.is_negative) {
        return a.is_negative ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    if (const auto whole = a.whole <=> b.whole; whole != 0) {
        return whole;
    }
    const auto fraction = a.fraction <=> b.fraction;
    return fraction != 0 ? fraction : a.has_more <=> b.has_more;
}

std::optional<ExactNumber> parse_exact_number(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(is_negative ? 1 : 0);
    const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
    text.remove_prefix(is_hex ? 2 : 0);
    const std::size_t point = is_hex ? text.npos : text.find('.');
    bool is_beyond = false;
    const auto whole = whole_of(text.substr(0, point), is_hex ? 16 : 10, is_beyond);
    if (!whole) {
        return std::nullopt;
    }
    ExactNumber number{false, *whole, 0, false};
    if (point != text.npos) {
        std::string digits(text.substr(point + 1));
        const bool is_good = std::all_of(digits.begin(), digits.end(),
                                         [](char digit) { return digit >= '0' && digit <= '9'; });
        if (digits.empty() || !is_good) {
            return std::nullopt;
        }
        for (unsigned i = 0; i < k_word_bits; ++i) {
            number.fraction = number.fraction << 1 | double_digits(digits);
        }
        number.has_more = !is_zero(digits);
    }
    if (is_beyond) {
        return is_negative ? k_below : k_beyond;
    }
    return is_negative ? negated(number) : number;
}

bool is_exact_number(FieldKind kind) {
    switch (kind) {
        case FieldKind::boolean:
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::fixed:
        case FieldKind::angle:
        case FieldKind::enumeration:
        case FieldKind::list:  // its length, as for those below
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::columns:
        case FieldKind::optional:
        case FieldKind::variant:
            return true;
        case FieldKind::floating:
        case FieldKind::text:
        case FieldKind::bits:
        case FieldKind::structure:
        case FieldKind::array:
            return false;
    }
    return false;
}

ExactNumber read_raw_number(const SchemaNode& node, ByteView bytes) {
    TANDEM_ASSERT(is_exact_number(node.kind));
    const std::size_t width = stored_bytes(node);
    const std::uint64_t value = stored_value(bytes, width);
    return is_stored_signed(node) ? signed_number(value, width) : unsigned_number(value);
}

ExactNumber read_exact_number(const SchemaNode& node, ByteView bytes) {
    const ExactNumber raw = read_raw_number(node, bytes);
    if (node.kind == FieldKind::fixed) {
        return fixed_number(raw, node.fraction_bits);
    }
    if (node.kind == FieldKind::angle) {
        return degrees(raw.whole << (k_word_bits - node.width_bytes * 8U));
    }
    return raw;
}

}  // namespace tandem::replay
