// SPDX-License-Identifier: MIT
// A step that pulls several times.
#include "nested_tug.hpp"

void NestedTug::step(tandem::Inputs<Input> inputs) {
    for (int pull = 0; pull < NESTED_TUG_PULLS * k_strength; ++pull) {
        Tug::step(inputs);
    }
}
