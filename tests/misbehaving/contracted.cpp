// SPDX-License-Identifier: MIT
// The same program with other flags, which CMake sets for this source alone.
#include <tests/misbehaving/main.cpp>
