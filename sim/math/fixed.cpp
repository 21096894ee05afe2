// SPDX-License-Identifier: MIT
// The part of arithmetic on Fixed that is not inline.
#include <tandem/sim/math/fixed.hpp>

#include <tandem/sim/math/checked.hpp>

namespace tandem::sim::checked {

std::int64_t multiply_slowly(std::int64_t a, std::int64_t b, int shift, const char* number,
                             Site site) {
    return narrow<std::int64_t>(wide::multiply_rounded(a, b, shift), number, "multiplication",
                                site);
}

}  // namespace tandem::sim::checked
