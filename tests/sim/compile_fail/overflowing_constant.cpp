// SPDX-License-Identifier: MIT
// A sum that does not fit, in a constant.
// EXPECT-NAMED: result_overflowed
#include <tandem/sim/math/fixed.hpp>

constexpr tandem::Fixed value = tandem::Fixed::highest() + tandem::Fixed(1);  // HERE
