// SPDX-License-Identifier: MIT
// Runs `lab report`, which is called like a section.
#pragma once

#include <tandem/tools/lab/command.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Runs it and returns the exit code. Options that a report does not have were refused before.
int run_lab_report(const LabCommand& command, Context& context);

}  // namespace tandem::tools
