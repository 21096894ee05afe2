// SPDX-License-Identifier: MIT
// Writes canonical values as JSON, exactly: a reader can get every bit back.
#pragma once

#include <tandem/tools/formats/value_parts.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// Returns the JSON of a valid value (asserted). Structures are objects; lists, sets and columns are
// arrays. A map is an array of {"key", "value"}, an optional its value or null, a variant
// {"alternative", "value"}. Integers are numbers. Fixed point is {"raw", "decimal"}, an angle
// {"raw", "degrees"}, floating point {"raw", "decimal"} with its bits as raw, an enumeration
// {"raw", "label"}, or its number if it has no labels. Bits are text of 0 and 1, the highest first.
JsonValue value_json(const sim::SchemaNode& node, sim::ByteView bytes);

// Returns the JSON of a part, which may be a length.
JsonValue part_json(const ValuePart& part);

}  // namespace tandem::tools
