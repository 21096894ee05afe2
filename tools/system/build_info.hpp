// SPDX-License-Identifier: MIT
// Which build this is: shown by --version and stored in every recording, compared by nobody.
#pragma once

#include <string>

namespace tandem::tools {

// "0.1.0".
std::string version_text();

// "tandem 0.1.0, g++ 12.2.0, x86_64, optimised": no path, host, user or time.
std::string build_text();

}  // namespace tandem::tools
