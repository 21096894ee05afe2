// SPDX-License-Identifier: MIT
// Hexadecimal digits without a stream or a locale.
#include <tandem/replay/text.hpp>

namespace tandem::replay {
namespace {

std::string hex(std::uint64_t value, int digits) {
    constexpr char k_digits[] = "0123456789abcdef";
    std::string text;
    for (int digit = digits - 1; digit >= 0; --digit) {
        text.push_back(k_digits[value >> (4 * digit) & 0xF]);
    }
    return text;
}

}  // namespace

std::string hex64(std::uint64_t value) { return hex(value, 16); }
std::string hex16(std::uint16_t value) { return hex(value, 4); }

}  // namespace tandem::replay
