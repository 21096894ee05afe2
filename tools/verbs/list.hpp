// SPDX-License-Identifier: MIT
// All verbs of a program.
#pragma once

#include <vector>

#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Those that every program has, and its own: in the order in which help lists them.
std::vector<Verb> all_verbs(std::vector<Verb> own = {});

}  // namespace tandem::tools
