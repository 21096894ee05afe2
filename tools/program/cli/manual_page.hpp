// SPDX-License-Identifier: MIT
// Makes the manual page from the verbs' values.
#pragma once

#include <string>
#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The page as roff with the macros of man(7), without the end of its last line.
std::string manual_page(const ProgramName& program, const std::vector<Verb>& verbs);

}  // namespace tandem::tools
