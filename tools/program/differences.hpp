// SPDX-License-Identifier: MIT
// Fields that differ, for a person and for a program, and the moment of a session they are from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// [{"path", "a", "b", "raw_a", "raw_b", "more"}, ...]
JsonArray fields_json(const std::vector<sim::FieldDifference>& fields);

// "tick 4182" for values after so many ticks, "start" for those before the first.
std::string moment_text(std::uint64_t ticks_done);

// One indented line for each field, `moment` in front: when it has these values.
void say_fields(const std::vector<sim::FieldDifference>& fields, const std::string& moment,
                Console& console);

}  // namespace tandem::tools
