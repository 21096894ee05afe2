// SPDX-License-Identifier: MIT
// `lab report`, which is asked for like a section.
#pragma once

#include <tandem/tools/lab/command.hpp>
#include <tandem/tools/verb.hpp>

namespace tandem::tools {

// Options that a report does not have were refused before. Gives the exit code.
int run_lab_report(const LabCommand& command, Context& context);

}  // namespace tandem::tools
