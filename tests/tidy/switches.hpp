// SPDX-License-Identifier: MIT
// No `default:` in a switch over an enumeration: it would keep the compiler (-Wswitch) from naming
// the places that a new value has to be added to.
#pragma once

#include <tests/tidy/rules.hpp>

namespace tandem::tidy {

Rule switches_rule();

}  // namespace tandem::tidy
