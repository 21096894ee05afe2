// SPDX-License-Identifier: MIT
// Printing canonical values. Fixed point is printed by integer arithmetic, with as many digits as
// tell neighbours apart.
#include <tandem/sim/field_text.hpp>

#include <algorithm>

#include <tandem/sim/assert.hpp>
#include <tandem/sim/display.hpp>

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

// Decimal places by which neighbours at 2^-bits differ: ceil(bits * log10 2), with log10 2 <
// 0.30103.
unsigned decimal_places(unsigned fraction_bits) { return (fraction_bits * 30103 + 99999) / 100000; }

// `fraction` / 2^bits as that many decimal digits, rounded to nearest; a carry out of the first
// digit is returned. Digit by digit, so that no product exceeds 64 bits even for 63 fraction bits.
bool fraction_digits(std::uint64_t fraction, unsigned bits, std::string& digits) {
    const unsigned places = decimal_places(bits);
    // Keep four bits free for the multiplication by ten.
    unsigned scale_bits = bits;
    while (scale_bits > 60) {
        fraction >>= 1;
        --scale_bits;
    }
    const std::uint64_t mask = (std::uint64_t{1} << scale_bits) - 1;
    for (unsigned i = 0; i < places; ++i) {
        fraction *= 10;
        digits.push_back(static_cast<char>('0' + (fraction >> scale_bits)));
        fraction &= mask;
    }
    if (fraction < std::uint64_t{1} << (scale_bits - 1)) {
        return false;
    }
    for (std::size_t i = digits.size(); i-- > 0;) {
        if (digits[i] != '9') {
            ++digits[i];
            return false;
        }
        digits[i] = '0';
    }
    return true;
}

std::string fixed_text(std::int64_t raw, unsigned fraction_bits) {
    if (fraction_bits == 0) {
        return std::to_string(raw);
    }
    const bool is_negative = raw < 0;
    const std::uint64_t magnitude =
        is_negative ? ~static_cast<std::uint64_t>(raw) + 1 : static_cast<std::uint64_t>(raw);
    std::uint64_t whole = magnitude >> fraction_bits;
    std::string digits;
    if (fraction_digits(magnitude & ((std::uint64_t{1} << fraction_bits) - 1), fraction_bits,
                        digits)) {
        ++whole;
    }
    return (is_negative ? "-" : "") + std::to_string(whole) + "." + digits;
}

// Degrees of a turn: 360 * value / 2^bits, exact to the places that tell neighbours apart.
std::string angle_text(std::uint64_t value, unsigned bits) {
    // Nine bits hold 360, so the product of a 32-bit turn fits; a 64-bit one loses its lowest bits,
    // and its raw value is printed beside it.
    const unsigned dropped = bits > 54 ? bits - 54 : 0;
    const std::uint64_t degrees = (value >> dropped) * 360;
    const unsigned scale = bits - dropped;
    std::string digits;
    std::uint64_t whole = degrees >> scale;
    if (fraction_digits(degrees & ((std::uint64_t{1} << scale) - 1), scale, digits)) {
        ++whole;
    }
    return std::to_string(whole) + "." + digits + " deg";
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

std::string escaped(std::string_view text) {
    constexpr char k_hex[] = "0123456789abcdef";
    std::string safe;
    for (const char character : text) {
        const auto code = static_cast<unsigned char>(character);
        if (code >= 0x20 && code < 0x7f && character != '"' && character != '\\') {
            safe.push_back(character);
        } else {
            safe += "\\x";
            safe.push_back(k_hex[code >> 4]);
            safe.push_back(k_hex[code & 15U]);
        }
    }
    return safe;
}

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
            return "\"" +
                   escaped({reinterpret_cast<const char*>(characters.data()), characters.size()}) +
                   "\"";
        }
        default:
            return std::to_string(unsigned_value(leaf));
    }
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
        default:
            return "";
    }
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
