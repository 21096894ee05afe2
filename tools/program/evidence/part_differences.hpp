// SPDX-License-Identifier: MIT
// Compares a part of a state before and now, for verbs that are asked about one field alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/tools/formats/value_parts.hpp>

namespace tandem::tools {

// The differences between two values of the part with this path, the first one in each field of it;
// nothing if there is no such part.
std::vector<sim::FieldDifference> part_differences(const std::string& path,
                                                   const std::optional<ValuePart>& a,
                                                   const std::optional<ValuePart>& b);

}  // namespace tandem::tools
