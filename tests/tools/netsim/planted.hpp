// SPDX-License-Identifier: MIT
// Whether this program has a fault on purpose in the sessions' own code.
#pragma once

#include <string_view>

namespace tandem::test {

// The fault in words (tests/tools/canary/CMakeLists.txt); nothing where the code is as it is.
std::string_view planted();

}  // namespace tandem::test
