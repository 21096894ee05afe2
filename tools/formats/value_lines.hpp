// SPDX-License-Identifier: MIT
// Writes canonical values as lines for a person: a path and a value each, as diff prints them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <tandem/tools/formats/value_parts.hpp>

namespace tandem::tools {

// The bounds of the part of a large value that is shown.
struct LineBounds {
    std::uint64_t elements_max = 8;  // each list's, array's, set's or map's
    std::uint64_t lines_max = 500;   // in all
};
inline constexpr LineBounds k_all_lines{~std::uint64_t{0}, ~std::uint64_t{0}};

// Gives a line for each leaf of a valid part (asserted): "units[17].hp  12", "position.x  0.5000
// (raw 32768)". A line says how much is left out. Foreign text is escaped. Returns true if
// everything was shown.
bool value_lines(const ValuePart& part, const std::string& path, const LineBounds& bounds,
                 const std::function<void(const std::string& line)>& say);

}  // namespace tandem::tools
