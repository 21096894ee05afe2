// SPDX-License-Identifier: MIT
// The recordings that a command line names.
#pragma once

#include <string>
#include <vector>

#include <tandem/sim/result.hpp>

namespace tandem::tools {

// Lists files as given, and every .tandem file in folders as given, by name. A file that is named
// twice is listed once, where it came first.
sim::Result<std::vector<std::string>> list_recordings(const std::vector<std::string>& paths);

}  // namespace tandem::tools
