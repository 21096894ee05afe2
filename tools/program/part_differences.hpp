// SPDX-License-Identifier: MIT
// What a part of a state was before and is now, for whoever asks about one field alone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tandem/sim/schema/schema.hpp>
#include <tandem/tools/formats/value_parts.hpp>

namespace tandem::tools {

// What differs between two values of the part with this path, the first difference in each field of
// it; nothing where there is no such part.
std::vector<sim::FieldDifference> part_differences(const std::string& path,
                                                   const std::optional<ValuePart>& a,
                                                   const std::optional<ValuePart>& b);

}  // namespace tandem::tools
