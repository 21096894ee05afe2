// SPDX-License-Identifier: MIT
// What the object code of a step may neither execute nor refer to.
#pragma once

#include <string>
#include <string_view>

#include <tandem/tools/object_check/listing.hpp>

namespace tandem::object_check {

// Whether an instruction computes, converts or compares floating point. Moves, bit operations and
// integer arithmetic in vector registers do not.
bool is_floating_point(Architecture architecture, std::string_view instruction);

// "clock", "random", "thread", "input and output" or "floating point" for a symbol that stands for
// one of these, else nothing. `is_defined`: its own code is examined, so only its C++ name counts.
std::string_view banned_kind(const std::string& symbol, bool is_defined);

// The C++ name as people write it, or the symbol itself.
std::string readable(const std::string& symbol);

}  // namespace tandem::object_check
