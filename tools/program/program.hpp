// SPDX-License-Identifier: MIT
// A whole command line, from its arguments to an exit code.
#pragma once

#include <tandem/tools/registry.hpp>

namespace tandem::tools {

// The program for these games; returns its exit code.
int run_program(const Registry& registry, int argc, char** argv);

}  // namespace tandem::tools
