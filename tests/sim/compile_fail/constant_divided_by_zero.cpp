// SPDX-License-Identifier: MIT
// A division by zero, in a constant.
// EXPECT-NAMED: result_missing
#include <tandem/sim/math/fixed.hpp>

constexpr tandem::Fixed value = tandem::Fixed(1) / tandem::Fixed(0);  // HERE
