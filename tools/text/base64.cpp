// SPDX-License-Identifier: MIT
// Writes three bytes as four letters.
#include <tandem/tools/text/base64.hpp>

#include <algorithm>
#include <cstdint>

namespace tandem::tools {

std::string base64_text(std::string_view bytes) {
    constexpr std::string_view k_letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::string_view part = bytes.substr(at, 3);
        std::uint32_t bits = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            bits = bits << 8 | (i < part.size() ? static_cast<std::uint8_t>(part[i]) : 0U);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            text += i <= part.size() ? k_letters[bits >> (18 - 6 * i) & 63U] : '=';
        }
    }
    return text;
}

}  // namespace tandem::tools
