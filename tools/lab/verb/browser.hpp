// SPDX-License-Identifier: MIT
// Runs lab browser: MDN's loops in a real browser.
#pragma once

#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/lab/command.hpp>
#include <tandem/tools/lab/sections/section.hpp>
#include <tandem/tools/system/output.hpp>

namespace tandem::tools {

// Returns its tables; starts the browser that the command names, or the one that is there.
sim::Result<std::vector<lab::Table>> run_lab_browser(const LabCommand& command,
                                                     const lab::Request& request, Console& console);

}  // namespace tandem::tools
