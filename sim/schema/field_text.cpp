// SPDX-License-Identifier: MIT
// Printing canonical values. Fixed point is printed by integer arithmetic, with as many digits as
// tell neighbours apart.
#include <tandem/sim/schema/field_text.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/schema/floating_text.hpp>
#include <tandem/sim/text.hpp>

namespace tandem::sim {
namespace {

std::uint64_t unsigned_value(ByteView leaf) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(leaf.size(), 8); ++i) {
        value |= static_cast<std::uint64_t>(leaf[i]) << (8 * i);
    }
    return value;
}

std::int64_t signed_value(ByteView leaf) {
    const unsigned unused_bits =
        64 - static_cast<unsigned>(std::min<std::size_t>(leaf.size(), 8)) * 8;
    if (unused_bits >= 64) {
        return 0;
    }
    return static_cast<std::int64_t>(unsigned_value(leaf) << unused_bits) >> unused_bits;
}

// The decimal places by which neighbours at 2^-bits differ: ceil(bits * log10 2), with log10 2 <
// 0.30103.
unsigned decimal_places(unsigned fraction_bits) { return (fraction_bits * 30103 + 99999) / 100000; }

// Multiplies a fraction in 64 bits by `factor` (below 2^32). It returns the whole part and keeps
// the fraction. It works in halves, because the product has up to 96 bits.
std::uint64_t multiply(std::uint64_t& fraction, std::uint64_t factor) {
    const std::uint64_t low = (fraction & 0xffffffff) * factor;
    const std::uint64_t high = (fraction >> 32) * factor + (low >> 32);
    fraction = high << 32 | (low & 0xffffffff);
    return high >> 32;
}

// "whole.fraction" with `places` digits behind the point, rounded to nearest; the fraction is in 64
// bits.
std::string decimal_text(std::uint64_t whole, std::uint64_t fraction, unsigned places) {
    std::string digits;
    for (unsigned i = 0; i < places; ++i) {
        digits.push_back(static_cast<char>('0' + multiply(fraction, 10)));
    }
    // The carry never leaves the first digit: 10^-places is not above the smallest step of the
    // fraction, so that rounding never reaches the next whole number.
    bool carries = fraction >> 63 != 0;
    for (std::size_t i = digits.size(); carries && i-- > 0;) {
        carries = digits[i] == '9';
        digits[i] = carries ? '0' : static_cast<char>(digits[i] + 1);
    }
    return std::to_string(whole) + "." + digits;
}

std::string fixed_text(std::int64_t raw, unsigned fraction_bits) {
    if (fraction_bits == 0) {
        return std::to_string(raw);
    }
    const bool is_negative = raw < 0;
    const std::uint64_t magnitude =
        is_negative ? ~static_cast<std::uint64_t>(raw) + 1 : static_cast<std::uint64_t>(raw);
    return (is_negative ? "-" : "") + decimal_text(magnitude >> fraction_bits,
                                                   magnitude << (64 - fraction_bits),
                                                   decimal_places(fraction_bits));
}

// An angle in degrees.
std::string angle_text(std::uint64_t value, unsigned bits) {
    std::uint64_t fraction = value << (64 - bits);
    const std::uint64_t degrees = multiply(fraction, 360);
    return decimal_text(degrees, fraction, decimal_places(bits)) + " deg";
}

std::string enumeration_text(const SchemaNode& node, ByteView leaf) {
    const std::int64_t value =
        node.is_signed ? signed_value(leaf) : static_cast<std::int64_t>(unsigned_value(leaf));
    for (const auto& [number, label] : node.labels) {
        if (number == value) {
            return label;
        }
    }
    return node.is_signed ? std::to_string(value) : std::to_string(unsigned_value(leaf));
}

std::string bits_text(const SchemaNode& node, ByteView leaf) {
    std::string text;
    for (std::uint64_t bit = node.count; bit-- > 0;) {
        const auto byte = static_cast<std::uint8_t>(leaf[static_cast<std::size_t>(bit / 8)]);
        text.push_back((byte >> (bit % 8) & 1U) != 0 ? '1' : '0');
    }
    return text;
}

}  // namespace

std::string unknown_field_text(const std::vector<Leaf>& leaves, std::string_view path) {
    constexpr std::size_t k_names_max = 8;
    const std::string_view first_name = path.substr(0, path.find_first_of(".["));
    std::vector<std::string> alike;
    std::vector<std::string> top;
    for (const Leaf& leaf : leaves) {
        const std::string name = leaf.path.substr(0, leaf.path.find_first_of(".["));
        if (name == first_name) {
            alike.push_back(leaf.path);
        }
        if (top.empty() || top.back() != name) {
            top.push_back(name);
        }
    }
    const std::vector<std::string>& names = alike.empty() ? top : alike;
    std::string text = "the state has no field with this path; there ";
    text += names.size() == 1 ? "is " : "are ";
    for (std::size_t i = 0; i < std::min(names.size(), k_names_max); ++i) {
        text += (i == 0 ? "" : ", ") + names[i];
    }
    if (names.size() > k_names_max) {
        text += " and " + std::to_string(names.size() - k_names_max) + " more";
    }
    return text;
}

std::string leaf_text(const SchemaNode& node, ByteView leaf) {
    switch (node.kind) {
        case FieldKind::boolean:
            return unsigned_value(leaf) != 0 ? "true" : "false";
        case FieldKind::signed_integer:
            return std::to_string(signed_value(leaf));
        case FieldKind::fixed:
            return fixed_text(signed_value(leaf), node.fraction_bits);
        case FieldKind::angle:
            return angle_text(unsigned_value(leaf), node.width_bytes * 8U);
        case FieldKind::floating:
            return floating_text(unsigned_value(leaf), node.width_bytes);
        case FieldKind::enumeration:
            return enumeration_text(node, leaf);
        case FieldKind::optional:
            return unsigned_value(leaf) != 0 ? "some" : "none";
        case FieldKind::variant:
            return "alternative " + std::to_string(unsigned_value(leaf));
        case FieldKind::bits:
            return bits_text(node, leaf);
        case FieldKind::text: {
            const ByteView characters = leaf.subspan(sizeof(std::uint32_t));
            return "\"" + escaped_ascii(as_text(characters)) + "\"";
        }
        case FieldKind::unsigned_integer:
        case FieldKind::list:  // its length, as that of those below
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::columns:
            return std::to_string(unsigned_value(leaf));
        case FieldKind::structure:
        case FieldKind::array:
            break;  // no leaf
    }
    return "";
}

std::string leaf_raw_text(const SchemaNode& node, ByteView leaf) {
    switch (node.kind) {
        case FieldKind::fixed:
            return std::to_string(signed_value(leaf));
        case FieldKind::angle:
        case FieldKind::floating:
            return std::to_string(unsigned_value(leaf));
        case FieldKind::enumeration:
            return node.labels.empty() ? ""
                   : node.is_signed    ? std::to_string(signed_value(leaf))
                                       : std::to_string(unsigned_value(leaf));
        case FieldKind::boolean:
        case FieldKind::unsigned_integer:
        case FieldKind::signed_integer:
        case FieldKind::text:
        case FieldKind::structure:
        case FieldKind::array:
        case FieldKind::list:
        case FieldKind::commands:
        case FieldKind::set:
        case FieldKind::map:
        case FieldKind::optional:
        case FieldKind::variant:
        case FieldKind::bits:
        case FieldKind::columns:
            break;  // leaf_text shows it
    }
    return "";
}

std::string difference_text(const FieldDifference& difference) {
    std::string text = difference.path + "  " + difference.a + " | " + difference.b;
    if (!difference.raw_a.empty() || !difference.raw_b.empty()) {
        text += "  (raw " + difference.raw_a + " | " + difference.raw_b + ")";
    }
    if (difference.more != 0) {
        text += "  and " + std::to_string(difference.more) + " more of this field";
    }
    return text;
}

}  // namespace tandem::sim
