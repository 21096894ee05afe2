// SPDX-License-Identifier: MIT
// A game that compiles only as its target does: in C++23, with what its CMakeLists.txt adds.
#pragma once

#include <generated_strength.hpp>

#include "tug.hpp"

static_assert(__cplusplus > 202002L, "the standard is the target's");
static_assert(NESTED_TUG_PULLS == 3, "the definitions are the target's");

struct NestedTug : Tug {
    void step(tandem::Inputs<Input> inputs);
};
