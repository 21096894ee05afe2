// SPDX-License-Identifier: MIT
// Chromium, or a browser that understands its options, on one page of this machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <tandem/sim/result.hpp>
#include <tandem/tools/process/fed_program.hpp>
#include <tandem/tools/system/environment.hpp>

namespace tandem::tools::lab::browser {

// Its names; the first that is there is started.
const std::vector<std::string>& chromium_names();

// Returns the command that starts it: with a profile of its own, no requests to other machines, and
// no window if there is no display. A page may open a tab, for otherwise none is ever hidden.
std::vector<std::string> chromium_command(const std::string& program, const std::string& profile,
                                          const std::string& address,
                                          const Environment& environment, bool is_root);

// Starts `program`, or if it is empty the first of the names that is there. It writes all its files
// in the folder. The error is io and says what to do without one.
sim::Result<std::unique_ptr<FedProgram>> start_chromium(const std::string& program,
                                                        const std::string& folder,
                                                        const std::string& page);

}  // namespace tandem::tools::lab::browser
