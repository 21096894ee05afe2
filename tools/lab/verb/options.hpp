// SPDX-License-Identifier: MIT
// The lab's options as values, and what they say once they were given.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/lab/command.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// `sections` are the words that may stand for one.
std::vector<Option> lab_options(std::vector<std::string> sections);

// Of a verb with these options.
LabCommand lab_command(const Arguments& arguments);

}  // namespace tandem::tools
