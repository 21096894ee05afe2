// SPDX-License-Identifier: MIT
// A factor written as a double.
// EXPECT: Fixed takes no floating point, which differs between machines; write 0.1_fx or
#include <tandem/sim/math/fixed.hpp>

tandem::Fixed slower(tandem::Fixed speed) {
    return speed * 0.95;  // HERE
}
