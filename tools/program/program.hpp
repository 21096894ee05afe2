// SPDX-License-Identifier: MIT
// A whole command line, from its arguments to an exit code.
#pragma once

#include <vector>

#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/build_info.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// The program of these games and verbs, compiled as `build` says; returns its exit code. Verbs that
// cannot stand beside each other (check_verbs) are an error whatever is asked for.
int run_program(const Registry& registry, const std::vector<Verb>& verbs, int argc, char** argv,
                const BuildFacts& build);

}  // namespace tandem::tools
