// SPDX-License-Identifier: MIT
// Digits without a stream or a locale.
#include <tandem/sim/text.hpp>

#include <algorithm>

namespace tandem::sim {
namespace {

constexpr std::string_view k_digits = "0123456789abcdef";

}  // namespace

std::string hex64(std::uint64_t value) {
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; value >>= 4) {
        text[i] = k_digits[value & 15U];
    }
    return text;
}

std::string byte_escape(char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return {'\\', 'x', k_digits[code >> 4], k_digits[code & 15U]};
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

std::size_t characters_of(std::string_view text) {
    return text.size() -
           static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

std::string_view first_characters(std::string_view text, std::size_t characters_max) {
    std::size_t characters = 0;
    const auto end = std::find_if(text.begin(), text.end(), [&](char byte) {
        characters += continues_character(byte) ? 0U : 1U;
        return characters > characters_max;
    });
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::string_view whole_characters(std::string_view text, std::size_t bytes_max) {
    std::size_t bytes = std::min(text.size(), bytes_max);
    while (bytes > 0 && bytes < text.size() && continues_character(text[bytes])) {
        --bytes;
    }
    return text.substr(0, bytes);
}

std::string escaped_ascii(std::string_view text) {
    std::string safe;
    for (const char character : text) {
        const bool is_plain = character >= ' ' && character <= '~';
        if (is_plain && character != '"' && character != '\\') {
            safe.push_back(character);
        } else {
            safe += byte_escape(character);
        }
    }
    return safe;
}

std::string rate_text(TickRate rate) {
    return std::to_string(rate.ticks) +
           (rate.seconds == 1 ? "" : "/" + std::to_string(rate.seconds));
}

std::string ticks_text(std::uint64_t ticks) {
    return std::to_string(ticks) + (ticks == 1 ? " tick" : " ticks");
}

std::string slots_text(std::uint64_t slots) {
    std::string text;
    for (std::uint32_t slot = 0; slots != 0; ++slot, slots >>= 1) {
        if ((slots & 1U) != 0) {
            text += (text.empty() ? "" : ",") + std::to_string(slot);
        }
    }
    return text.empty() ? "none" : text;
}

}  // namespace tandem::sim
