// SPDX-License-Identifier: MIT
// The variables of the process's environment, behind a function that a test can replace.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace tandem::tools {

// The value of a variable, or nothing if it is not set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

// The environment of this process.
Environment own_environment();

// True if the user wants no colours on a terminal: NO_COLOR is set and not empty (no-color.org).
bool wants_no_color(const Environment& environment);

}  // namespace tandem::tools
