// SPDX-License-Identifier: MIT
// A number of floating point where a Fixed belongs.
// EXPECT: Fixed takes no floating point, which differs between machines; write 0.1_fx or
#include <tandem/sim/math/fixed.hpp>

tandem::Fixed place = 0.5f;  // HERE
