// SPDX-License-Identifier: MIT
// The part of `export` that makes pictures and films.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Their names for --format.
std::vector<std::string> picture_formats();
bool is_picture_format(const std::string& name);

// The options that no other format has.
std::vector<Option> picture_options();

// `export` with such a format; the exit code.
int export_pictures(const Arguments& arguments, Context& context);

}  // namespace tandem::tools
