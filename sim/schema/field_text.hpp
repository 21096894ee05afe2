// SPDX-License-Identifier: MIT
// Field values and field names as text for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/schema/fields.hpp>

namespace tandem::sim {

// The sentence that no leaf has this path, with the paths that begin alike.
std::string unknown_field_text(const std::vector<Leaf>& leaves, std::string_view path);

}  // namespace tandem::sim
