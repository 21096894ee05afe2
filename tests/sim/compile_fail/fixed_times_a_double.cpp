// SPDX-License-Identifier: MIT
// A factor written as a double.
// EXPECT-NAMED: Tandem: write 0.1_fx
#include <tandem/sim/math/fixed.hpp>

tandem::Fixed slower(tandem::Fixed speed) {
    return speed * 0.95;  // HERE
}
