// SPDX-License-Identifier: MIT
// The options of the verb lab.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Returns the options. `sections` are the words that may stand for one.
std::vector<Option> lab_options(std::vector<std::string> sections);

}  // namespace tandem::tools
