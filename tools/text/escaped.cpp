// SPDX-License-Identifier: MIT
// Makes foreign text harmless, by the effect of each code point on the text around it.
#include <tandem/tools/text/escaped.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

#include <tandem/sim/text.hpp>

namespace tandem::tools {
namespace {

struct CodePoint {
    std::uint32_t value = 0;
    std::size_t bytes = 0;  // 0: no UTF-8 here
};

// Decodes as RFC 3629 says: no overlong forms, no surrogates, at most U+10FFFF.
CodePoint decode_utf8(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    if (lead < 0x80) {
        return {lead, 1};
    }
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) {
        return {};
    }
    std::uint32_t value = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        if (!sim::continues_character(text[i])) {
            return {};
        }
        value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> k_smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < k_smallest[bytes] || value > 0x10FFFF || surrogate) {
        return {};
    }
    return {value, bytes};
}

// True for characters that change the text around them, or that nobody sees: C0, C1, line
// separators, bidirectional controls, joiners and spaces without a width.
bool is_treacherous(std::uint32_t value) {
    return value < 0x20 || (value >= 0x7F && value < 0xA0) || value == 0x061C ||
           (value >= 0x200B && value <= 0x200F) || (value >= 0x2028 && value <= 0x202E) ||
           (value >= 0x2060 && value <= 0x206F) || value == 0xFEFF || value == 0xAD ||
           value == 0x180E || (value >= 0xFFF9 && value <= 0xFFFB) ||
           (value >= 0xE0000 && value <= 0xE0FFF);
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const CodePoint point = decode_utf8(text);
        const std::size_t bytes = point.bytes == 0 ? 1 : point.bytes;
        if (point.bytes == 0 || is_treacherous(point.value)) {
            for (const char byte : text.substr(0, bytes)) {
                out += sim::byte_escape(byte);
            }
        } else {
            out += text.substr(0, bytes);
        }
        text.remove_prefix(bytes);
    }
    return out;
}

}  // namespace tandem::tools
