// SPDX-License-Identifier: MIT
// Field values and field names as people read them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <tandem/sim/schema/fields.hpp>

namespace tandem::sim {

// Why no leaf has this path, and which ones begin like it.
std::string unknown_field_text(const std::vector<Leaf>& leaves, std::string_view path);

}  // namespace tandem::sim
