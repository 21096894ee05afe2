// SPDX-License-Identifier: MIT
// Runs a whole command line, from its arguments to an exit code.
#pragma once

#include <vector>

#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Runs the program of these games and verbs and returns its exit code. `build` says how it was
// compiled. If the verbs contradict each other (check_verbs), every call is an error.
int run_program(const Registry& registry, const std::vector<Verb>& verbs, int argc, char** argv,
                const BuildFacts& build);

}  // namespace tandem::tools
