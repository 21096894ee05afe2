// SPDX-License-Identifier: MIT
// A number of floating point where a Fixed belongs.
// EXPECT-NAMED: Tandem: write 0.1_fx
#include <tandem/sim/math/fixed.hpp>

tandem::Fixed place = 0.5f;  // HERE
