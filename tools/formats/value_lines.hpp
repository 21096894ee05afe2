// SPDX-License-Identifier: MIT
// Canonical values as lines for a person: a path and a value each, as diff prints them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <tandem/tools/formats/value_parts.hpp>

namespace tandem::tools {

// How much of a large value is shown.
struct LineBounds {
    std::uint64_t elements_max = 8;  // of each list, array, set or map
    std::uint64_t lines_max = 500;   // in all
};
inline constexpr LineBounds k_all_lines{~std::uint64_t{0}, ~std::uint64_t{0}};

// Gives a line for each leaf of a valid part (asserted): "units[17].hp  12", "position.x  0.5000
// (raw 32768)". What is left out has a line that says how much. Foreign text is escaped. Returns
// whether everything was shown.
bool value_lines(const ValuePart& part, const std::string& path, const LineBounds& bounds,
                 const std::function<void(const std::string& line)>& say);

}  // namespace tandem::tools
