// SPDX-License-Identifier: MIT
// A program with a fault is told which one when it is compiled.
#include <tests/tools/netsim/planted.hpp>

#ifndef TANDEM_PLANTED
#define TANDEM_PLANTED ""
#endif

namespace tandem::test {

std::string_view planted() { return TANDEM_PLANTED; }

}  // namespace tandem::test
