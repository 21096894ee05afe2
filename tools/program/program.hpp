// SPDX-License-Identifier: MIT
// A whole command line, from its arguments to an exit code.
#pragma once

#include <tandem/tools/registry.hpp>
#include <tandem/tools/system/build_info.hpp>

namespace tandem::tools {

// The program for these games, compiled as `build` says; returns its exit code.
int run_program(const Registry& registry, int argc, char** argv, const BuildFacts& build);

}  // namespace tandem::tools
