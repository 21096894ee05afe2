// SPDX-License-Identifier: MIT
// Tells fields that differ, for a person and for a program, and the moment of the session that they
// are from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tandem/sim/schema/fields.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// The fields as [{"path", "a", "b", "raw_a", "raw_b", "more"}, ...]
JsonArray fields_json(const std::vector<sim::FieldDifference>& fields);

// The moment in words: "tick 4182" for values after so many ticks, "start" for those before the
// first.
std::string moment_text(std::uint64_t ticks_done);

// Prints an indented line for each field, with `moment` in front, at which it has these values.
void print_fields(const std::vector<sim::FieldDifference>& fields, const std::string& moment,
                  Console& console);

}  // namespace tandem::tools
