// SPDX-License-Identifier: MIT
// A literal that is one above the whole numbers of Fixed.
// EXPECT-NAMED: a_fixed_literal_must_be_a_plain_decimal_in_range
#include <tandem/sim/math/fixed.hpp>

using tandem::operator""_fx;

[[maybe_unused]] const tandem::Fixed value = 2147483648_fx;  // HERE
