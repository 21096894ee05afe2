// SPDX-License-Identifier: MIT
// Lists all verbs of a program.
#pragma once

#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The verbs that every program has, and the program's own, in the order of help.
std::vector<Verb> all_verbs(std::vector<Verb> own = {});

}  // namespace tandem::tools
