// SPDX-License-Identifier: MIT
// Writes a whole number and a point, which do not depend on the locale, as the C library's own
// formatting does.
#include <tandem/tools/text/fixed_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tandem::tools {

std::string fixed_text(double value, int digits) {
    const double scale = std::pow(10.0, digits);
    const auto whole = static_cast<std::uint64_t>(std::llround(std::max(value, 0.0) * scale));
    std::string text = std::to_string(whole);
    if (digits > 0) {
        const auto places = static_cast<std::size_t>(digits);
        text.insert(0, text.size() <= places ? places + 1 - text.size() : 0, '0');
        text.insert(text.size() - places, 1, '.');
    }
    return text;
}

}  // namespace tandem::tools
