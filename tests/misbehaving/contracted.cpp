// SPDX-License-Identifier: MIT
// The same games with other flags, which CMake sets for this source alone.
#include <tests/misbehaving/companion.cpp>
