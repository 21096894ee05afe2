// SPDX-License-Identifier: MIT
// Reads the lab's options into values.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/lab/command.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Returns the options. `sections` are the words that may stand for one.
std::vector<Option> lab_options(std::vector<std::string> sections);

// Returns the command of a verb with these options.
LabCommand lab_command(const Arguments& arguments);

}  // namespace tandem::tools
