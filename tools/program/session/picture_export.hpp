// SPDX-License-Identifier: MIT
// Makes pictures and films for `export`.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The names of these formats for --format.
std::vector<std::string> picture_formats();
bool is_picture_format(const std::string& name);

// The options that no other format has.
std::vector<Option> picture_options();

// Does `export` with such a format; returns the exit code.
Result<int> export_pictures(const Arguments& arguments, Context& context);

}  // namespace tandem::tools
