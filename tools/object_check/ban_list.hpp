// SPDX-License-Identifier: MIT
// Decides which names the object code of a step may refer to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tandem::object_check {

// Returns "clock", "random", "thread", "thread-local", "input and output" or "floating point" for a
// symbol that stands for one of these, else nothing. If `is_defined`, its own code is examined, so
// only its C++ name counts; otherwise everything is banned but a list of what C++ itself needs.
std::string_view banned_kind(const std::string& symbol, bool is_defined);

// True if a variable of static storage belongs to the C++ library, the compiler or the core, whose
// variables are safe.
bool may_be_static(const std::string& symbol);

// True if one of `allowed` is the symbol, its C++ name, this name without parameters, or with a
// star behind it the beginning of one of them.
bool is_allowed(const std::string& symbol, const std::vector<std::string>& allowed);

// Returns the C++ name as people write it, or the symbol itself.
std::string readable(const std::string& symbol);

}  // namespace tandem::object_check
