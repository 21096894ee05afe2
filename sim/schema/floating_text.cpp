// SPDX-License-Identifier: MIT
// Floating-point values as text, for reading by people only.
#include <tandem/sim/schema/floating_text.hpp>

#include <cstdio>

namespace tandem::sim {

std::string floating_text(std::uint64_t bits, std::uint32_t width_bytes) {
    // 9 and 17 significant digits tell any two floats and doubles apart (IEEE 754-2019, 5.12.2).
    char text[40];
    if (width_bytes == sizeof(float)) {
        const auto value = __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
        std::snprintf(text, sizeof(text), "%.9g", static_cast<double>(value));
    } else {
        std::snprintf(text, sizeof(text), "%.17g", __builtin_bit_cast(double, bits));
    }
    return text;
}

}  // namespace tandem::sim
